# Nodes of Flux as a table of machines: flux resource R | jq -rf flux-machines.jq -L . > machines.csv
# These are all nodes, also those that are down or drained; with `flux resource R --states=up` they are the others.
include "flux";
["name", "cpu", "gpu"], hosts_of | @csv
