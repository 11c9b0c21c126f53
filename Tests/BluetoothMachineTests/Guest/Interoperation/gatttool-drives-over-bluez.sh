# SPDX-License-Identifier: Apache-2.0
# gatttool drives a Rest that bluetoothd serves; the journal shows each command.
. "$here/Interoperation/interoperation-functions"

start_rest
drive_with_gatttool
