# Jobs of PBS as a table of requests: qstat -f -F json | jq -rf pbs-requests.jq > requests.csv
# A running job has a row for each of its parts, as `exec_vnode` divides it; a waiting job has a row for each chunk of `select`.
# Memory is in KiB. Jobs in other states than R and Q are left out.
def kib: if . == null then 0 elif type == "number" then . else
  capture("^(?<n>[0-9]+)(?<u>[kmgt]?)b?$") as $m
  | ($m.n | tonumber) * ({"": 0, "k": 1, "m": 1024, "g": 1048576, "t": 1073741824}[$m.u])
end;
def amounts: [.[] | split("=") | {(.[0]): .[1]}] | add // {};
def row($name; $team; $tasks; $on):
  amounts as $a | [$name, $team, ($a.ncpus // "1"), ($a.mem | kib), ($a.ngpus // "0"), $tasks, $on];
["name", "team", "cpu", "memory_kib", "gpu", "tasks", "running"],
(.Jobs | to_entries[] | .key as $id | .value | (.Job_Owner | split("@")[0]) as $team
  | if .job_state == "R" then
      .exec_vnode | split("+") | to_entries[] | .key as $k
      | .value | gsub("[()]"; "") | split(":") | .[0] as $node | .[1:] | row("\($id)/\($k + 1)"; $team; 1; $node)
    elif .job_state == "Q" then
      .Resource_List.select | split("+") | to_entries[] | .key as $k | .value | split(":")
      | (if .[0] | test("^[0-9]+$") then [(.[0] | tonumber), .[1:]] else [1, .] end) as [$count, $rest]
      | $rest | row("\($id)/\($k + 1)"; $team; $count; "")
    else empty end)
| @csv
