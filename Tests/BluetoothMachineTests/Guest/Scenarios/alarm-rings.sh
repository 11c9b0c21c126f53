# SPDX-License-Identifier: Apache-2.0
# An alarm rings in time: the daemon connects before it, and the dismissal reaches the device.

start_rest
start_daemon
lull pair "$REST" --as nursery
eventually 30 "the idle link is released" not connected
add_alarm 20
rings_once 120
lull status nursery
lull log | tee "$scratch/log"
