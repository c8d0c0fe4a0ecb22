# Virtual machines of Azure's trace of 2017 that exist at the time T, as a table of requests; a user is a subscription:
#   awk -v T=86400 -f azure-vm.awk vmtable.csv > requests.csv
# The trace names no hosts: write machines.csv by hand, such as 100 hosts of 64 cores and 448 GB.
# A number of cores or GB that is a bucket, as `>24` in the trace of 2019, is an error.
BEGIN { FS = ","; print "name,team,cpu,memory" }
$4 <= T && T < $5 {
    if ($10 !~ /^[0-9.]+$/ || $11 !~ /^[0-9.]+$/) { print "line " NR ": `" $10 "` or `" $11 "` is no number" > "/dev/stderr"; exit 1 }
    print $1 "," $2 "," $10 "," $11
}
