# Machines of Google's trace of 2019 at the time T, in microseconds of the trace, as a table:
#   zcat machine_events-*.json.gz | jq -nrf google-2019-machines.jq --argjson T 600000000 > machines.csv
# A machine stands with its last event until T, events of one time in the order of the files. Removed machines are left
# out, and so are machines without a capacity; the latter are named on the standard error. Amounts are copied.
def number: if . == null then 0 else tonumber end;
def known: if .cpus == null or .memory == null then "no capacity: machine \(.name)" | debug | empty else . end;
["name", "cpu", "memory"],
(reduce (inputs | select((.time | number) <= $T)) as $event ({};
    ($event.machine_id | tostring) as $id | ($event.time | number) as $time
    | if $time < (.[$id].time // 0) then . else
        .[$id] = {name: $id, time: $time, type: ($event.type | number)} + ($event.capacity // .[$id] | {cpus, memory})
      end)
  | .[] | select(.type != 2) | known | [.name, .cpus, .memory])
| @csv
