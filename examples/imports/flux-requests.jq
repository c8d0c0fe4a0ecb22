# Jobs of Flux as a table of requests:
#   flux jobs -A -c 1000000 --filter=sched,run,cleanup -no '{id.hex} {username} {state}' | while read -r id user state; do
#     printf '{"id": "%s", "user": "%s", "jobspec": %s, "R": %s}\n' "$id" "$user" "$(flux job info "$id" jobspec)" \
#       "$([ "$state" = SCHED ] && echo null || flux job info "$id" R)"
#   done | jq -nrf flux-requests.jq -L . > requests.csv
# A running job has a row for each of its nodes. A waiting job has a row of its slots, or of its nodes if it asks for nodes.
# Flux does not divide memory. A job that asks for whole nodes, or for a range of numbers, is an error: its size is not fixed.
include "flux";
def fixed($id): if type == "number" then . else error("job \($id): the count \(.) is a range") end;

# The sum of what lies below a level, as `{cpu, gpu}`; a level is multiplied by its count.
def amounts($id): (.count | fixed($id)) as $n
  | if .exclusive == true then error("job \($id) asks for whole nodes") else . end
  | {core: {cpu: $n, gpu: 0}, gpu: {cpu: 0, gpu: $n}}[.type]
    // ([.with[] | amounts($id)] | {cpu: ($n * (map(.cpu) | add)), gpu: ($n * (map(.gpu) | add))});

["name", "team", "cpu", "gpu", "tasks", "running"],
(inputs | . as $job
  | if .R != null then .R | [hosts_of] | to_entries[]
      | ["\($job.id)/\(.key + 1)", $job.user, .value[1], .value[2], 1, .value[0]]
    else .jobspec.resources | to_entries[] | .key as $k | .value | (.count | fixed($job.id)) as $tasks
      | (.count = 1 | amounts($job.id)) | ["\($job.id)/\($k + 1)", $job.user, .cpu, .gpu, $tasks, ""]
    end)
| @csv
