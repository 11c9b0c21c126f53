// SPDX-License-Identifier: Apache-2.0

import CLinux

/// What a file event says about zones.
struct ZoneWatchTable: Sendable {
    /// What may be another than before.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// What names the host's zone.
        static let zone = Kinds(rawValue: 1)
        /// The zone data.
        static let data = Kinds(rawValue: 2)
    }

    private var named: [Int32: [String: Kinds]] = [:]
    private var whole: [Int32: Kinds] = [:]

    /// What ends a watch, or shows that it no longer watches what lies at its path.
    private static let endings = UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Notes that one name in a watched directory means something.
    mutating func add(_ name: String, in watch: Int32, meaning kinds: Kinds) {
        named[watch, default: [:]][name, default: []].formUnion(kinds)
    }

    /// Notes that everything in a watched directory means something.
    mutating func add(everythingIn watch: Int32, meaning kinds: Kinds) {
        whole[watch, default: []].formUnion(kinds)
    }

    /// What may have changed when `event` happened.
    func changes(by event: FileEvent) -> Kinds {
        // Nobody knows what was lost.
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return [.zone, .data] }
        let names = named[event.watch] ?? [:]
        let everything = whole[event.watch] ?? []
        if event.mask & Self.endings != 0 { return names.values.reduce(everything) { $0.union($1) } }
        return everything.union(names[event.name] ?? [])
    }
}
