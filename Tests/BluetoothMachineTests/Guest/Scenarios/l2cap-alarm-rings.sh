# SPDX-License-Identifier: Apache-2.0
# An alarm rings in time over the kernel's sockets: the daemon connects before it, and the dismissal reaches the device.

start_rest
start_daemon --transport l2cap --adapter hci0
lull pair "$REST" --as nursery
eventually 30 "the idle link is released" not linked
at=$(date -u -d '+20 seconds' +%H:%M:%S)
lull alarm add school --device nursery --at "$at"
eventually 60 "the device rings" sent SI01
lull status nursery | tee "$scratch/status"
lull alarm dismiss
eventually 30 "the device is off" sent SI00
lull log | tee "$scratch/log"
[[ $(commands | grep -c '^SI01$') == 1 ]]
