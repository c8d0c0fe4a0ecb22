#!/bin/sh
# Prints the state of a Kubernetes cluster as an instance.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
kubectl get nodes -o json >"$folder/nodes.json"
kubectl get pods --all-namespaces -o json >"$folder/pods.json"
verify import kubernetes --nodes "$folder/nodes.json" --pods "$folder/pods.json" --by namespace
# Slurm:
#   sinfo --json >"$folder/nodes.json"
#   squeue --json >"$folder/jobs.json"
#   verify import slurm --nodes "$folder/nodes.json" --jobs "$folder/jobs.json"
