# SPDX-License-Identifier: Apache-2.0
# limit: 600
# A bluetoothd that hangs when an alarm is due delays it until it goes on. It keeps the daemon from stopping for five
# seconds at most, and the alarm that is due then rings when both are back.

start_rest
start_daemon --adapter hci0
lull pair "$REST" --as nursery
lull volume nursery 30%
signal_bluetoothd STOP
add_alarm 10
wait_due
not rings
signal_bluetoothd CONT
rings_once 120

lull volume nursery 20%
linked
signal_bluetoothd STOP
add_alarm 10
kill -s TERM "$(<"$scratch/daemon.pid")"
begun=$EPOCHREALTIME
eventually 6 "the daemon has ended" not runs "$scratch/daemon.pid"
echo "The stop began at $begun and was over at $EPOCHREALTIME."
wait_due
signal_bluetoothd CONT
start_daemon --adapter hci0
rings_once 120
