# SPDX-License-Identifier: Apache-2.0
# udev itself finds nothing wrong with the rules of the `udev` folder, and asks systemd for the daemon at an adapter.

mkdir -p /etc/udev/rules.d
cp "$MACHINE"/../../../udev/*.rules "$MACHINE"/../../../udev/test/*.rules /etc/udev/rules.d/
udevadm test --action=add /sys/class/bluetooth/hci0 >"$scratch/logs/udevadm.log" 2>&1
grep 'Reading rules file: /etc/udev/rules.d/80-lull-bluetooth.rules' "$scratch/logs/udevadm.log"
grep 'SYSTEMD_WANTS=.*lulld.service' "$scratch/logs/udevadm.log"
# What it does not understand it reports with the place in front.
not grep '^/etc/udev/rules.d/80-lull' "$scratch/logs/udevadm.log"
