# SPDX-License-Identifier: Apache-2.0
# limit: 600
# bluetoothd dies while it looks for the services of the device, and the alarm that is due rings all the same, once.

# Waits until bluetoothd says the text. A program that reads its log would be started, and scheduled, too late for that.
read_until() { # SECONDS TEXT
    local part rest='' end=$((SECONDS + $1))
    while ((SECONDS < end)); do
        # No character ends it, so it reads all that is there.
        IFS= read -r -d '' part <&8 || true
        part=$rest$part
        [[ $part != *"$2"* ]] || return 0
        rest=${part##*$'\n'}
        pause 0.02
    done
    return 1
}

pair_and_forget
exec 8</run/machine/bluetoothd.log
busybox cat <&8 >/dev/null
bluetoothd=$(</run/bluetoothd.pid)
add_alarm 10
# Lull calls nothing meanwhile; bluetoothd looks for services as soon as the ends have told each other their MTU.
read_until $((due - EPOCHSECONDS + 30)) 'gatt-client.c:exchange_mtu_cb()'
kill -s KILL "$bluetoothd"
eventually 30 "bluetoothd is gone" not runs /run/bluetoothd.pid
# It has not found all of them.
busybox cat <&8 >"$scratch/logs/last-words"
not grep 'gatt_client_ready_cb()' "$scratch/logs/last-words"
ring_by_another_bluetoothd
