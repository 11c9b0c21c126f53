# SPDX-License-Identifier: Apache-2.0
# Another program that searches, and that stops while Lull does, changes nothing.

discovers() {
    [[ $(bluetoothd_says /org/bluez/hci0 org.bluez.Adapter1 Discovering) == *true* ]]
}

start_rest
mkfifo "$scratch/typed"
exec 9<>"$scratch/typed"
bluetoothctl <"$scratch/typed" >"$scratch/logs/bluetoothctl" 2>&1 &
other=$!
printf 'select 00:AA:01:00:00:00\nscan le\n' >&9
eventually 30 "the other program searches" discovers
start_daemon
lull scan --seconds 5 | tee "$scratch/found"
grep "$REST" "$scratch/found" | grep hatch-rest
lull pair "$REST" --as nursery
lull power nursery on
lull power nursery off
add_alarm 20
kill "$other"
rings_once 120
