# SPDX-License-Identifier: Apache-2.0
# limit: 400
# pyhatchbabyrest drives a Rest that bluetoothd serves; the journal shows each command.
. "$here/Interoperation/interoperation-functions"

start_rest
drive_with_pyhatchbabyrest
