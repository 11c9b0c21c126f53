// SPDX-License-Identifier: Apache-2.0

import HostSettings

/// Looks who runs a program for each notice.
struct NoticeProbe {
    static let settings = "/etc/lull/lull.yaml"
    private static let unit = "/etc/systemd/system/multi-user.target.wants/lull-notices.service"
    private static let program = "/etc/lull/on-notice"

    let files: HostFiles

    var facts: NoticeFacts {
        let isEnabled = files.linkName(of: Self.unit) != nil && files.isThere(Self.program)
        return NoticeFacts(command: command, serviceProgram: isEnabled ? Self.program : nil)
    }

    /// The one setting; whether the file is right otherwise is for the daemon to say.
    private var command: String? {
        let file = files.text(of: Self.settings).map { SettingsFile(path: Self.settings, text: $0) }
        return DaemonSettings(options: [:], variables: [:], file: file)[.noticeCommand]?.text
    }
}
