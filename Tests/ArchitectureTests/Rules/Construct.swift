// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A construct that this package forbids.
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
    case endlessWait = "a wait that a cancellation does not end"
    case currentDate = "Date()"
    case globalClock = "ContinuousClock"
    case calendar = "Calendar"
    case timeZone = "TimeZone"
    case dateComponents = "DateComponents"
    case dateFormatter = "DateFormatter"
    case isoDateFormatter = "ISO8601DateFormatter"
    case print

    /// The constructs that only wait; they are forbidden in tests too.
    static let waits: [Construct] = [.taskSleep, .threadSleep, .endlessWait]

    /// Foundation's civil time, which loses and doubles alarms and has its own zone data; use `CivilTime` in its place.
    static let foreignCivilTime: [Construct] = [
        .calendar, .timeZone, .dateComponents, .dateFormatter, .isoDateFormatter,
    ]

    /// Names that are forbidden wherever they stand.
    private static let mentions: [String: Construct] = Dictionary(
        uniqueKeysWithValues: ([.fatalError, .preconditionFailure, .globalClock] + foreignCivilTime).map {
            ($0.rawValue, $0)
        }
    ).merging(["SuspendingClock": .globalClock]) { $1 }

    /// The construct that the name alone makes, if any.
    init?(mentionedBy token: TokenSyntax) {
        guard case .identifier = token.tokenKind, let construct = Self.mentions[token.plainText] else { return nil }
        self = construct
    }

    /// The construct that the call makes, if any.
    init?(_ call: FunctionCallExprSyntax) {
        let isPlain = call.calledExpression.is(DeclReferenceExprSyntax.self)
        switch call.calledExpression.lastName {
        case "precondition": self = .precondition
        case "Task": self = .looseTask
        case "Date" where call.arguments.isEmpty && call.trailingClosure == nil: self = .currentDate
        // Only functions of ours are awaited: the clock's own `sleep(until:)`.
        case "sleep", "usleep", "nanosleep":
            guard isPlain, call.parent?.is(AwaitExprSyntax.self) != true else { return nil }
            self = .threadSleep
        case "print", "debugPrint":
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            guard isPlain || base?.lastName == "Swift" else { return nil }
            self = .print
        default: return nil
        }
    }

    /// The construct that the loop makes, if any: one that only lets others go on, until its condition changes.
    init?(_ loop: WhileStmtSyntax) {
        guard loop.body.statements.count == 1, loop.body.statements.trimmedDescription == "await Task.yield()",
            !loop.conditions.trimmedDescription.contains("Task.isCancelled")
        else { return nil }
        self = .endlessWait
    }

    /// The construct that the member makes, if any.
    init?(_ member: MemberAccessExprSyntax) {
        switch (member.base?.lastName, member.declName.baseName.text) {
        case ("Task", "sleep"): self = .taskSleep
        case ("Task", "init"), ("Task", "detached"), ("Task", "immediate"), ("Task", "immediateDetached"):
            self = .looseTask
        case ("Thread", "sleep"): self = .threadSleep
        case ("Date", "now"): self = .currentDate
        default: return nil
        }
    }
}
