# Requests of Google's trace of 2019 at the time T, in microseconds of the trace, as a table; a team is a user:
#   zcat collection_events-*.json.gz instance_events-*.json.gz | jq -nrf google-2019-requests.jq --argjson T 600000000 > requests.csv
# An instance stands with its last event until T, events of one time in the order of the files: it waits or runs, or it has
# ended and is left out. A task inside an alloc set is left out, since the alloc set has asked for what it uses.
# Machines of this trace run more than their capacity, so the table does not say where an instance runs. Amounts are copied.
def number: if . == null then 0 else tonumber end;
["name", "team", "cpu", "memory"],
(reduce (inputs | select((.time | number) <= $T)) as $event ({users: {}, instances: {}};
    ($event.collection_id | tostring) as $job | ($event.time | number) as $time
    | if ($event | has("instance_index") or has("resource_request")) then
        "\($job)/\($event.instance_index | number)" as $id
        | if $time < (.instances[$id].time // 0) then . else
            .instances[$id] = ({name: $id, job: $job, time: $time, type: ($event.type | number),
              inside: ($event.alloc_collection_id | number)} + ($event.resource_request // .instances[$id] | {cpus, memory}))
          end
      elif $event.user != null then .users[$job] = $event.user else . end)
  | .users as $users | .instances[] | select((.type < 4 or .type > 8) and .inside == 0)
  | if .cpus == null or .memory == null then error("instance \(.name) has no request") else . end
  | [.name, ($users[.job] // error("no event of collection \(.job) names its user")), .cpus, .memory])
| @csv
