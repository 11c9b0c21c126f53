# SPDX-License-Identifier: Apache-2.0
# limit: 600
# With the adapter off a command says so, changes nothing and does not pretend. With it on again the alarm that was due
# meanwhile rings, and the next command works.

start_rest
start_daemon --adapter hci0
lull pair "$REST" --as nursery
# Linux 6.1 may panic when an adapter goes off while bluetoothd closes a link of it.
# It sets the device's clock after pairing, over the same link or a new one.
eventually 30 "the device has the time" grep -q '"bytes":"ST' "$scratch/logs/journal"
eventually 30 "the idle link is released" not connected
eventually 30 "the kernel has no link" not compgen -G '/sys/class/bluetooth/hci*:*'
switch_adapter hci0 off
eventually 30 "hci0 is off" not powered hci0
exits 69 lull power nursery on 2>"$scratch/said"
cat "$scratch/said"
grep -q 'adapter hci0 is switched off' "$scratch/said"
add_alarm 10
eventually 120 "the daemon says why it hears nothing" \
    grep -q 'hci0 is switched off.*cannot listen for devices' "$scratch/logs/daemon.log"
wait_due
[[ -z $(commands) ]]
switch_adapter hci0 on
eventually 30 "hci0 is on" powered hci0
rings_once 120
lull power nursery on
ends_with SI01
