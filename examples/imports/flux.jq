# What the two scripts for Flux share: sets of ids (RFC 22) and lists of hosts (RFC 29).

# `0-3,7` as numbers.
def ids: split(",")[] | if test("-") then split("-") | map(tonumber) | range(.[0]; .[1] + 1) else tonumber end;

# `node[08-10,12],login` as names.
def padded($width): tostring | until(length >= $width; "0" + .);
def hosts: [scan("[^,\\[\\]]+(?:\\[[^\\]]*\\][^,\\[\\]]*)?")] | .[]
  | if test("\\[") then capture("^(?<head>[^\\[]*)\\[(?<ranges>[^\\]]*)\\](?<tail>.*)$") as $c
      | $c.ranges | split(",")[] | split("-") | (.[0] | length) as $width
      | (if length == 1 then .[0] | tonumber else range(.[0] | tonumber; (.[1] | tonumber) + 1) end)
      | $c.head + padded($width) + $c.tail
    else . end;

# The hosts of a resource set with their numbers of cores and GPUs: the names stand in the order of the ranks.
def hosts_of: .execution | [.nodelist[] | hosts] as $names
  | [.R_lite[] | .children as $has | .rank | ids | {rank: ., has: $has}] | sort_by(.rank)
  | if length != ($names | length) then error("\(length) ranks and \($names | length) hosts") else . end
  | to_entries[] | [$names[.key], (.value.has | [.core // "" | select(. != "") | ids] | length),
      (.value.has | [.gpu // "" | select(. != "") | ids] | length)];
