# SPDX-License-Identifier: Apache-2.0
# Over the kernel's sockets a Rest is found, paired and controlled; every command reaches it, in order and once.

start_rest
start_daemon --transport l2cap --adapter hci0
lull scan --seconds 5 | tee "$scratch/found"
grep "$REST" "$scratch/found" | grep hatch-rest
lull pair "$REST" --as nursery
lull power nursery on
lull light nursery amber 40%
lull sound nursery rain --volume 30%
lull volume nursery 20%
lull light nursery off
lull power nursery off
lull status nursery | tee "$scratch/status"
grep -E 'held|connected' "$scratch/status"
commands >"$scratch/commands"
diff - "$scratch/commands" <<'END'
SI01
SCFF890E66
SV4D
SN07
SV33
SC00000000
SI00
END
[[ $(grep -c '"connect"' "$scratch/logs/journal") -le 2 ]]
# The link of a stopped daemon is gone, and a command without it makes its own.
stop daemon
eventually 15 "the link is released" not linked
lull --direct --transport l2cap --adapter hci0 power nursery on
[[ $(commands | tail -n 1) == SI01 ]]
