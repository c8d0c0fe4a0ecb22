# Nodes of PBS as a table of machines: pbsnodes -a -F json | jq -rf pbs-machines.jq > machines.csv
# Memory is in KiB. Nodes that are down or offline are left out.
def kib: if . == null then 0 elif type == "number" then . else
  capture("^(?<n>[0-9]+)(?<u>[kmgt]?)b?$") as $m
  | ($m.n | tonumber) * ({"": 0, "k": 1, "m": 1024, "g": 1048576, "t": 1073741824}[$m.u])
end;
["name", "cpu", "memory_kib", "gpu"],
(.nodes | to_entries[] | select(.value.state | test("down|offline|unknown") | not) | .value.resources_available as $has
  | [.key, ($has.ncpus // 0), ($has.mem | kib), ($has.ngpus // 0)])
| @csv
