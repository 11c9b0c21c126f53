// SPDX-License-Identifier: Apache-2.0

/// A place at which a process is killed.
enum KillPoint: Hashable, Sendable {
    /// When, around one transaction.
    enum Moment: String, Hashable, Sendable, CaseIterable {
        /// Nothing was asked of the database yet.
        case before
        /// Everything was written, and is not committed.
        case inside
        /// It is committed, and nobody knows yet.
        case after
    }

    /// Around a transaction with a change of a kind.
    case commit(ChangeKind, Moment)
    /// Before the first byte that an occurrence wants of its device.
    case byteComes
    /// After it.
    case byteWent

    static let all: [KillPoint] =
        ChangeKind.allCases.flatMap { kind in Moment.allCases.map { .commit(kind, $0) } } + [.byteComes, .byteWent]

    /// Whether what is being committed is durable at this point.
    var isDurable: Bool {
        if case .commit(_, .after) = self { true } else { false }
    }
}

extension KillPoint: RawRepresentable, Codable, CustomStringConvertible {
    /// A name such as `begin-inside`.
    var rawValue: String {
        switch self {
        case .commit(let kind, let moment): "\(kind.rawValue)-\(moment.rawValue)"
        case .byteComes: "byte-before"
        case .byteWent: "byte-after"
        }
    }

    init?(rawValue: String) {
        guard let point = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = point
    }

    var description: String { rawValue }
}
