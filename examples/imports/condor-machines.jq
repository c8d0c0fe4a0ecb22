# Machines of HTCondor as a table: condor_status -json | jq -rf condor-machines.jq > machines.csv
# A machine has several slots, each of which states the totals of the machine. Memory is in MiB.
["name", "cpu", "memory_mib", "gpu"],
(group_by(.Machine)[] | .[0] | [.Machine, .TotalCpus, .TotalMemory, (.TotalGPUs // 0)])
| @csv
