# SPDX-License-Identifier: Apache-2.0
# The built programs find the libraries of the toolchain in the machine too.

lull --help | grep 'USAGE: lull'
"$programs/lulld" --help | grep 'USAGE: lulld'
