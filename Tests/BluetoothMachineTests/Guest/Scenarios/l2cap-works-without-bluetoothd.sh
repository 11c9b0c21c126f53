# SPDX-License-Identifier: Apache-2.0
# Without bluetoothd, both ends use the kernel: what the Rest advertises is exact to the byte, and it is controlled.

stop_bluetoothd
switch_adapter hci0 on
switch_adapter hci1 on
start rest lull simulate --adapter hci1 --advertise raw --name Sophie --journal "$scratch/logs/journal"
eventually 60 "the Rest is on the air" grep -q 'on the air' "$scratch/logs/rest.log"
start_daemon --transport l2cap --adapter hci0
lull scan --seconds 5 --json | tee "$scratch/found.json"
grep -F "\"address\":\"$REST\"" "$scratch/found.json" | grep -F '"name":"Sophie"'
lull pair "$REST" --as nursery
lull light nursery amber 40%
lull power nursery off
lull status nursery | tee "$scratch/status"
[[ $(commands | tail -n 1) == SI00 ]]
stop rest
start_bluetoothd
wait_controllers 60
