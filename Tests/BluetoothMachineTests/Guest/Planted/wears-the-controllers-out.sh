# SPDX-License-Identifier: Apache-2.0
# Fails as long as the controllers are stopped, which it does itself: the runner must replace them and run it again.

[[ ! -e /run/were-stopped ]] || exit 0
touch /run/were-stopped
kill -STOP "$(</run/btvirt.pid)"
exit 1
