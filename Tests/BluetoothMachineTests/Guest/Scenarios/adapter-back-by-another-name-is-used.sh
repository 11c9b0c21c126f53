# SPDX-License-Identifier: Apache-2.0
# limit: 600
# An adapter that is pulled out as hci3 and comes back as hci2 is used again, and the alarm that was due meanwhile rings.

start_rest
take_number
eventually 10 "hci2 is taken" test -e /sys/class/bluetooth/hci2
plug_in_controller
eventually 60 "the adapter is hci3" powered hci3
central=hci3
start_daemon --adapter 00:AA:01:02:00:42
lull pair "$REST" --as nursery
lull power nursery on
lull power nursery off
# Linux 6.1 may panic when an adapter goes while bluetoothd closes a link of it.
eventually 30 "the idle link is released" not connected
pull_out_controller
free_number
exits 69 lull power nursery on 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter “00:AA:01:02:00:42”' "$scratch/said"
add_alarm 10
wait_due
plug_in_controller
eventually 60 "the adapter is hci2" powered hci2
central=hci2
rings_once 120
stop daemon
eventually 15 "the link of a stopped daemon is released" not connected
pull_out_controller
