# Jobs of HTCondor as a table of requests: condor_q -allusers -json | jq -rf condor-requests.jq > requests.csv
# Idle jobs (1) wait, and running jobs (2) run; other jobs are left out. A request that is an expression must be evaluated
# first, as `condor_q -af` does; here it is an error. Memory is in MiB.
def number($name): if type == "number" then . else error("\($name) is the expression \(.)") end;
["name", "team", "cpu", "memory_mib", "gpu", "running"],
(.[] | select(.JobStatus == 1 or .JobStatus == 2)
  | ["\(.ClusterId).\(.ProcId)", .Owner, (.RequestCpus // 1 | number("RequestCpus")),
     (.RequestMemory // 0 | number("RequestMemory")), (.RequestGPUs // 0 | number("RequestGPUs")),
     (if .JobStatus == 2 then .RemoteHost | split("@")[-1] else "" end)])
| @csv
