# SPDX-License-Identifier: Apache-2.0
# limit: 600
# Controllers that are pulled out and put back are used again, by the daemon and by the Rest; the alarm that was due
# meanwhile rings.

start_rest
start_daemon --adapter 00:AA:01:00:00:00
lull pair "$REST" --as nursery
lull volume nursery 30%
stop_controllers
exits 69 lull volume nursery 10% 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter' "$scratch/said"
doctor_finds 69 'adapter' <<'END'
failure adapter This computer has no Bluetooth adapter that the kernel knows. Plug one in. If there is one, `sudo dmesg | grep -i bluetooth` says what is wrong.
END
add_alarm 10
wait_due
start_controllers
rings_once 120
lull volume nursery 20%
sent SV33
