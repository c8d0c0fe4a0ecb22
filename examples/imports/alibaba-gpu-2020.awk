# Tasks of Alibaba's GPU trace of 2020 that exist at the time T, as a table of requests; a user is that of the job:
#   awk -v T=1739180 -f alibaba-gpu-2020.awk pai_job_table.csv pai_task_table.csv > requests.csv
# and the machines:
#   awk -F, 'BEGIN { print "name,cpu_percent,memory,gpu_percent" } { print $1 "," $3 * 100 "," $4 "," $5 * 100 }' pai_machine_spec.csv > machines.csv
# Amounts are copied: 100 is one CPU or one GPU, and memory is in GB.
BEGIN { FS = ","; print "name,team,cpu_percent,memory,gpu_percent,tasks" }
FNR == NR { user[$1] = $3; next }
$5 <= T && ($6 == "" || T < $6) && $3 > 0 {
    print $1 "/" $2 "," ($1 in user ? user[$1] : "(unknown)") "," $7 "," $8 "," $9 "," $3 + 0
}
