# SPDX-License-Identifier: Apache-2.0
# gatttool drives a Rest that the kernel's sockets serve; the journal shows each command.
. "$here/Interoperation/interoperation-functions"

start_raw_rest
drive_with_gatttool
