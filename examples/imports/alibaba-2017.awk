# Batch tasks of Alibaba's trace of 2017 that exist at the time T, as a table of requests; a user is a job:
#   awk -v T=30000 -f alibaba-2017.awk batch_task.csv > requests.csv
# and the machines, from the events `add` of server_event.csv:
#   awk -F, 'BEGIN { print "name,cpu,memory" } $3 == "add" && !seen[$2]++ { print $2 "," $5 "," $6 }' server_event.csv > machines.csv
# Amounts are copied. The schema of the trace calls both numbers of CPUs; it does not say that the requests are in another unit
# than the machines. If they are in hundredths, as in the trace of 2018, write $5 "00" for the machines. Memory is a normalised amount.
# The trace says where instances run, and not which of them belong to a row of this table.
BEGIN { FS = ","; print "name,team,cpu,memory,tasks" }
$1 <= T && T < $2 && $5 > 0 && $7 != "" && $8 != "" { print $3 "/" $4 "," $3 "," $7 "," $8 "," $5 }
