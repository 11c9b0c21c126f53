# SPDX-License-Identifier: Apache-2.0
# A Rest on the air is found by what it is, and its name cannot do anything to the terminal.

start_rest --name $'Nursery\e[31m\u202e\nSI00'
start_daemon
# The first scan of a daemon without a device, and a short one.
lull scan --seconds 5 | tee "$scratch/found"
grep "$REST" "$scratch/found" | grep hatch-rest
not grep -q $'[\e\u202e]' "$scratch/found"
lull scan --seconds 5 --json | tee "$scratch/found.json"
grep -F "\"address\":\"$REST\"" "$scratch/found.json" | grep -F '"paired":false' | grep -F '"supported":true'
not grep -q $'[\e\u202e]' "$scratch/found.json"
