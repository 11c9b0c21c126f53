# SPDX-License-Identifier: Apache-2.0
# Controllers that are pulled out and put back are used again, by the daemon and by the Rest.

start_rest
start_daemon --adapter 00:AA:01:00:00:00
lull pair "$REST" --as nursery
lull power nursery on
stop_controllers
exits 69 lull volume nursery 10% 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter' "$scratch/said"
start_controllers
eventually 60 "the Rest is controlled again" lull volume nursery 20%
sent SV33
