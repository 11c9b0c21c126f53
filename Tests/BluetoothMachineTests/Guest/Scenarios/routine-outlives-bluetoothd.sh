# SPDX-License-Identifier: Apache-2.0
# A routine that starts in fifteen seconds is run by the daemon, and completed although bluetoothd is killed in the
# middle of it and comes back.

start_rest
# Without naming the adapter: bluetoothd brings two back, one after the other, and the other one is the Rest's own.
start_daemon
lull pair "$REST" --as nursery
at=$(date -u -d '+15 seconds' +%H:%M:%S)
lull routine add evening --device nursery --at "$at" \
    --step 'light amber 40%; sound rain 30%; for 20s' --step 'light red 20%; for 25s'
eventually 60 "the first step has reached the device" sent SCFF890E66
stop_bluetoothd KILL
sleep 2
start_bluetoothd
eventually 60 "the second step has reached the device" sent 'SCFF....33'
eventually 90 "the end has reached the device" sent SI00
lull log | tee "$scratch/log"
grep -c 'ended$' "$scratch/log" | grep -qx 1
[[ $(commands | grep -c '^SI01$') == 1 ]]
