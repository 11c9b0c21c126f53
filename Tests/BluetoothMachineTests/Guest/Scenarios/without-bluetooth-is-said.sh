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
doctor_finds 69 'daemon|bluetoothd' <<'END'
ok daemon The daemon answers.
failure bluetoothd The Bluetooth service (bluetoothd) is not running. Start it: `sudo systemctl start bluetooth`. If it is not there: `sudo apt install bluez`.
END
exits 69 env DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere "$programs/lull" --direct --state "$scratch/other" scan --seconds 1 \
    2>"$scratch/said"
cat "$scratch/said"
grep -q "message bus cannot be reached" "$scratch/said"
DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere doctor_finds 69 'daemon|bus' <<'END'
ok daemon The daemon answers.
failure bus The system's message bus cannot be reached: The bus at "unix:path=/nowhere" cannot be reached: Failed to connect to socket /nowhere: No such file or directory. Start it: `sudo systemctl start dbus`.
END
start_bluetoothd
wait_controllers 60
exits 69 lull pair 00:AA:01:99:99:99 2>"$scratch/said"
grep -q 'was not heard' "$scratch/said"
exits 69 "$programs/lull" simulate --adapter hci7 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter “hci7”' "$scratch/said"
