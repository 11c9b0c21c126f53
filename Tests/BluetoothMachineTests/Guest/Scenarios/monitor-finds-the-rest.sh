# SPDX-License-Identifier: Apache-2.0
# A bluetoothd that was started with --experimental reports the Rest by itself, also after a restart.

listens() { # MODE
    lull status --json | grep -qF "\"listening\":\"$1\""
}

stop_bluetoothd
start_bluetoothd --experimental
wait_controllers 60
start_rest
start_daemon --log-level debug
lull pair "$REST" --as nursery
eventually 60 "bluetoothd watches" listens passive
lull status | tee "$scratch/status"
grep -q 'listens  *passively' "$scratch/status"
# It finds the Rest, whose link is released, and not only by the searches of Lull.
eventually 30 "the link is released" not connected
eventually 60 "the monitor finds the Rest" grep -q "Calling DeviceFound" /run/machine/bluetoothd.log
eventually 90 "the Rest is near" eval 'lull status --json | grep -qF "\"link\":\"advertising\""'
lull power nursery on
eventually 10 "the Rest is on" sent SI01

stop rest
eventually 30 "the link is down" not connected
stop_bluetoothd KILL
eventually 60 "nobody watches" listens active
start_bluetoothd --experimental
wait_controllers 60
eventually 120 "bluetoothd watches again" listens passive

# One without it is used as ever.
stop_bluetoothd KILL
start_bluetoothd
wait_controllers 60
eventually 60 "nobody watches" listens active
