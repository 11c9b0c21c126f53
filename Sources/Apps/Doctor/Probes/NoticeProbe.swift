// SPDX-License-Identifier: Apache-2.0

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

    /// The value of the one setting; whether the file is right otherwise is for the daemon to say.
    private var command: String? {
        let lines = files.text(of: Self.settings)?.split(whereSeparator: \.isNewline) ?? []
        let value = lines.lazy.compactMap { line -> String? in
            guard line.hasPrefix("notice-command:") else { return nil }
            let text = line.dropFirst("notice-command:".count).prefix { $0 != "#" }
            return String(text.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
        }.first
        return value?.isEmpty == true ? nil : value
    }
}
