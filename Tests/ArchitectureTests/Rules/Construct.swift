// SPDX-License-Identifier: Apache-2.0

/// Something code of this package does without.
enum Construct: String, Hashable, Sendable, CaseIterable {
    case forcedTry = "try!"
    case fatalError
    case preconditionFailure
    case precondition
    case uncheckedSendable = "@unchecked Sendable"
    case unsafeIsolation = "nonisolated(unsafe)"
    case looseTask = "loose Task"
    case taskSleep = "Task.sleep"
    case threadSleep = "sleep()"
    case currentDate = "Date()"
    case globalClock = "ContinuousClock"
    case calendar = "Calendar"
    case timeZone = "TimeZone"
    case dateComponents = "DateComponents"
    case dateFormatter = "DateFormatter"
    case isoDateFormatter = "ISO8601DateFormatter"
    case print

    /// The constructs that only wait; tests do without these as well.
    static let sleeps: [Construct] = [.taskSleep, .threadSleep]

    /// Foundation's civil time, which loses and doubles alarms and has zone data of its own; `CivilTime` is in its place.
    static let foreignCivilTime: [Construct] = [
        .calendar, .timeZone, .dateComponents, .dateFormatter, .isoDateFormatter,
    ]

    /// The words a construct can begin with; most words of a file begin none, and are passed over quickly.
    private static let beginnings = Set([
        "try", "@", "nonisolated", "fatalError", "preconditionFailure", "precondition", "Task", "Thread", "sleep",
        "usleep", "nanosleep", "Date", "ContinuousClock", "SuspendingClock", "print", "debugPrint",
    ]).union(foreignCivilTime.map(\.rawValue))

    /// The constructs that begin at `index`.
    static func all(in tokens: [Token], at index: Int) -> [Construct] {
        beginnings.contains(tokens[index].text) ? allCases.filter { $0.matches(tokens, at: index) } : []
    }

    private func matches(_ tokens: [Token], at index: Int) -> Bool {
        switch self {
        case .forcedTry: return tokens.spells(["try", "!"], at: index)
        case .uncheckedSendable: return tokens.spells(["@", "unchecked"], at: index)
        case .unsafeIsolation: return tokens.spells(["nonisolated", "(", "unsafe", ")"], at: index)
        case .fatalError: return tokens.text(at: index) == "fatalError"
        case .preconditionFailure: return tokens.text(at: index) == "preconditionFailure"
        case .precondition: return tokens.spells(["precondition", "("], at: index)
        case .taskSleep: return tokens.spells(["Task", ".", "sleep"], at: index)
        case .looseTask: return startsTask(tokens, at: index) && !isDeclared(tokens, at: index)
        case .threadSleep:
            let isThread = tokens.spells(["Thread", ".", "sleep"], at: index)
            let isCall = ["sleep", "usleep", "nanosleep"].contains { tokens.spells([$0, "("], at: index) }
            // Only functions of ours are awaited: the clock's own `sleep(until:)`.
            let isOurs = [".", "await"].contains(tokens.text(at: index - 1)) || isDeclared(tokens, at: index)
            return isThread || (isCall && !isOurs)
        case .currentDate:
            return tokens.spells(["Date", "(", ")"], at: index) || tokens.spells(["Date", ".", "now"], at: index)
        case .globalClock: return ["ContinuousClock", "SuspendingClock"].contains(tokens.text(at: index))
        case .calendar, .timeZone, .dateComponents, .dateFormatter, .isoDateFormatter:
            return tokens.text(at: index) == rawValue
        case .print:
            let isCall = ["print", "debugPrint"].contains { tokens.spells([$0, "("], at: index) }
            let isMember = tokens.text(at: index - 1) == "." && tokens.text(at: index - 2) != "Swift"
            return isCall && !isMember && !isDeclared(tokens, at: index)
        }
    }

    private func isDeclared(_ tokens: [Token], at index: Int) -> Bool {
        ["func", "struct", "enum", "class", "actor", "protocol", "extension", "typealias"]
            .contains(tokens.text(at: index - 1))
    }

    /// Whether a task begins here; a mere mention of its type, or a function that returns one, does not.
    private func startsTask(_ tokens: [Token], at index: Int) -> Bool {
        guard tokens.text(at: index) == "Task" else { return false }
        var next = index + 1
        if tokens.text(at: next) == "<" { next = tokens.indexAfterGenericArguments(at: next) }
        switch tokens.text(at: next) {
        case "(": return true
        case "{": return !tokens.spells(["-", ">"], at: index - 2)
        case ".":
            return ["init", "detached", "immediate", "immediateDetached"].contains(tokens.text(at: next + 1))
        default: return false
        }
    }
}
