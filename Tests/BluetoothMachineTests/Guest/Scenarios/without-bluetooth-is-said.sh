# SPDX-License-Identifier: Apache-2.0
# What is missing between Lull and the air is said in a sentence with a next step.

start_daemon
stop_bluetoothd
exits 69 lull scan --seconds 1 2>"$scratch/said"
cat "$scratch/said"
grep -q 'bluetoothd) is not running' "$scratch/said"
grep -q 'systemctl start bluetooth' "$scratch/said"
exits 69 lull pair "$REST" 2>"$scratch/said"
grep -q 'bluetoothd) is not running' "$scratch/said"
exits 69 env DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere "$programs/lull" --direct --state "$scratch/other" scan --seconds 1 \
    2>"$scratch/said"
cat "$scratch/said"
grep -q "message bus cannot be reached" "$scratch/said"
start_bluetoothd
wait_controllers 60
exits 69 lull pair 00:AA:01:99:99:99 2>"$scratch/said"
grep -q 'was not heard' "$scratch/said"
exits 69 "$programs/lull" simulate --adapter hci7 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter “hci7”' "$scratch/said"
