# SPDX-License-Identifier: Apache-2.0
# A Rest is paired after its identity was checked over GATT, and every command reaches it, in order and once.

start_rest
start_daemon
lull pair "$REST" --as nursery
lull devices | grep nursery
lull power nursery on
lull light nursery amber 40%
lull sound nursery rain --volume 30%
lull volume nursery 20%
lull light nursery off
lull power nursery off
lull status nursery | tee "$scratch/status"
grep -E 'held|connected' "$scratch/status"
doctor_finds 0 'daemon|bluetoothd|adapter|rfkill|state|device nursery' <<END
ok daemon The daemon answers.
ok bluetoothd bluetoothd of BlueZ N answers.
ok adapter The adapter hci0 (00:AA:01:00:00:00) is on.
ok adapter The adapter hci1 ($REST) is on.
ok rfkill Nothing blocks the radio.
ok state The state directory $scratch/state can be written, and N MB are free.
ok device nursery nursery is in reach (link: LINK); it was last heard at N.
END
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
# All of it over one connection after the one that checked the identity.
[[ $(grep -c '"connect"' "$scratch/logs/journal") -le 2 ]]
lull unpair nursery --yes
exits 64 lull power nursery on
