// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Logging
import Programs
import SleepModel
import Storage

/// What the owner of a host can set for its daemon: by an option, by a variable of the environment, or in a file.
public enum SettingKey: String, CaseIterable, Hashable, Sendable {
    /// The directory that holds devices, schedules and the log.
    case state
    /// The socket that the daemon listens on.
    case socket
    /// How devices are reached.
    case transport
    /// The Bluetooth adapter.
    case adapter
    /// Whether the daemon may switch an adapter off and on that hears nothing.
    case resetRadio = "reset-radio"
    /// Whether the daemon wakes the host from sleep.
    case wake
    /// The program that runs for each notice.
    case noticeCommand = "notice-command"
    /// The least severe level that is logged.
    case logLevel = "log-level"
    /// What the members of groups may do.
    case grades
    /// How many days the history of occurrences stays.
    case historyDays = "history-days"
    /// How many days the log keeps when links came and went.
    case linkDays = "link-days"

    /// The option of `lulld`.
    public var option: String { "--\(rawValue)" }

    /// The variable of the environment.
    public var variable: String { "LULL_" + rawValue.uppercased().replacing("-", with: "_") }

    /// Whether the daemon follows a change while it runs.
    public var isFollowed: Bool {
        switch self {
        case .noticeCommand, .logLevel: true
        case .state, .socket, .transport, .adapter, .resetRadio, .wake, .grades, .historyDays, .linkDays: false
        }
    }

    /// What keeps a text from being a value, which completes “it ...”; nil when it is one.
    func objection(to text: String) -> String? {
        guard !text.utf8.contains(0) else { return "contains a NUL character" }
        return switch self {
        case .state: text.hasPrefix("/") ? nil : "is not an absolute path, such as /var/lib/lull"
        case .transport: TransportOption(rawValue: text) == nil ? "is not one of \(Self.transports)" : nil
        case .wake, .resetRadio: Bool(text) == nil ? "is not true or false" : nil
        case .logLevel: Logger.Level(rawValue: text) == nil ? "is not one of \(Self.levels)" : nil
        case .grades:
            GroupGrades(parsing: text) == nil ? "is not a list such as lull=control,family=admin, or none" : nil
        case .historyDays, .linkDays:
            Int(text).map(HistoryAge.days.contains) == true
                ? nil : "is not a number of days from \(HistoryAge.days.lowerBound) to \(HistoryAge.days.upperBound)"
        case .socket:
            UnixAddress(path: text) == nil ? "is not a path of 1 to \(UnixAddress.maximumPathLength) bytes" : nil
        case .adapter: isAdapter(text) ? nil : "is not an adapter, such as hci0, nor an address"
        case .noticeCommand: text.isEmpty ? "is empty" : nil
        }
    }

    private func isAdapter(_ text: String) -> Bool {
        MacAddress(rawValue: text) != nil || text.hasPrefix("hci") && UInt16(text.dropFirst(3)) != nil
    }

    private static let transports = TransportOption.allCases.map(\.rawValue).joined(separator: ", ")
    private static let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    /// The names of all of them.
    static let names = allCases.map(\.rawValue).sorted().joined(separator: ", ")

    /// The one that somebody meant by a name that is none; nil when nothing is near.
    static func nearest(to name: String) -> SettingKey? {
        let near = allCases.map { ($0, Array(name.prefix(40)).edits(to: Array($0.rawValue))) }.min { $0.1 < $1.1 }
        return near.flatMap { $1 <= 2 ? $0 : nil }
    }
}
