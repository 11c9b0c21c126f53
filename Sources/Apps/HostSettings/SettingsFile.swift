// SPDX-License-Identifier: Apache-2.0

import Glibc
import Programs
import SleepModel
import Yams

/// The settings in a file: YAML with a line such as `log-level: info` for each.
public struct SettingsFile: Hashable, Sendable {
    /// A value, and the line it stands on.
    struct Entry: Hashable, Sendable {
        var text: String
        var line: Int
    }

    /// Where the file is.
    public let path: String
    let entries: [SettingKey: Entry]
    /// What is wrong in it, in the order of the lines; such lines set nothing.
    public let problems: [SettingsProblem]

    /// The file that is read when nobody names one: the system's for its own users, root among them, and everybody
    /// else's own.
    public static var usualPath: String {
        let lastSystemUser: uid_t = 999
        guard geteuid() > lastSystemUser else { return "/etc/lull/lull.yaml" }
        return (DefaultPaths.variable("XDG_CONFIG_HOME") ?? (DefaultPaths.variable("HOME") ?? "/tmp") + "/.config")
            + "/lull/lull.yaml"
    }

    /// Reads the text of the file at a path.
    public init(path: String, text: String) {
        self.path = path
        var (entries, problems): ([SettingKey: Entry], [SettingsProblem]) = ([:], [])
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() {
            do throws(Objection) {
                guard let (name, value) = try Self.pair(in: line) else { continue }
                guard let key = SettingKey(rawValue: name) else { throw Self.stranger(name) }
                if let other = entries[key] { throw Objection("\(name) stands on line \(other.line) already") }
                if let what = key.objection(to: value) {
                    throw Objection("\(name) is “\(value.printable)”, which \(what)")
                }
                entries[key] = Entry(text: value, line: number + 1)
            } catch {
                let end = error.what.hasSuffix("?") ? "" : "."
                problems.append(
                    SettingsProblem("\(path.printable(upTo: 200)), line \(number + 1): \(error.what)\(end)"))
            }
        }
        (self.entries, self.problems) = (entries, problems)
    }

    private struct Objection: Error {
        let what: String

        init(_ what: String) { self.what = what }
    }

    /// The name and the value on a line; nil for a line without any.
    ///
    /// Each line is a document for Yams, so no text can keep it busy: what spans lines, and collections, are refused.
    private static func pair(in line: Substring) throws(Objection) -> (name: String, value: String)? {
        guard let first = line.first(where: { !$0.isWhitespace }), first != "#", line != "---" else { return nil }
        let name = line.prefix { $0 != ":" }
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
        let begin = line.dropFirst(name.count + 1).first { !$0.isWhitespace }
        let isPlain = begin.map { !"[{&*?!|>".contains($0) } ?? true
        guard isName, isPlain, line.utf8.count < 4096, let node = try? Yams.compose(yaml: String(line)),
            let pair = node.mapping?.first, let value = pair.value.scalar
        else { throw Objection("it is not a name and a value, such as “log-level: info”") }
        guard !(value.style == .plain && ["", "~", "null"].contains(value.string)) else {
            throw Objection("\(name) has no value")
        }
        return (String(name), value.string)
    }

    private static func stranger(_ name: String) -> Objection {
        let nearest = SettingKey.nearest(to: name).map { "did you mean \($0.rawValue)?" }
        return Objection(
            "“\(name.printable)” is no setting; \(nearest ?? "the settings are \(SettingKey.names)")")
    }
}
