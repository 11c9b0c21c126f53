// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension HostFacts {
    /// Two who tell the owner of each notice.
    var noticeFindings: [Finding] {
        guard let command = notices.command, let program = notices.serviceProgram else { return [] }
        return [
            Finding(
                "notices", .warning,
                "The daemon runs \(command.printable) for each notice, and the service lull-notices runs \(program).",
                advice:
                    "Keep one: remove `notice-command` from \(NoticeProbe.settings), or run `sudo systemctl disable --now "
                    + "lull-notices`.",
                source: NoticeProbe.settings)
        ]
    }
}
