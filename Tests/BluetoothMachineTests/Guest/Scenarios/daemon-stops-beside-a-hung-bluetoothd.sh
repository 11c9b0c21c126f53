# SPDX-License-Identifier: Apache-2.0
# A bluetoothd that hangs does not keep the daemon from stopping for longer than five seconds.

start_rest
start_daemon --adapter hci0
lull pair "$REST" --as nursery
lull power nursery on
connected
signal_bluetoothd STOP
kill -s TERM "$(<"$scratch/daemon.pid")"
begun=$EPOCHREALTIME
eventually 6 "the daemon has ended" not runs "$scratch/daemon.pid"
echo "The stop began at $begun and was over at $EPOCHREALTIME."
signal_bluetoothd CONT
