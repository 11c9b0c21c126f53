// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// One set of inotify watches over what decides civil time; whoever makes one closes its descriptor.
struct ZoneInotify {
    let descriptor: Int32
    private(set) var table = ZoneWatchTable()

    /// How many directories of zone data are watched; the usual data has less than fifty.
    private static let limit = 128
    private static let mask =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// Watches `places`; what does not exist is watched for to appear.
    init(_ places: ZonePlaces) throws(ZoneWatchError) {
        descriptor = inotify_init1(lull_inotify_flags)
        guard descriptor >= 0 else { throw ZoneWatchError(number: errno) }
        do {
            // Names and not the files behind them: both links and files are replaced as a whole.
            for file in places.files { try watch(nameOf: file, meaning: .zone) }
            try watch(nameOf: places.data, meaning: .data)
            var left = Self.limit
            try watch(everythingIn: places.data, upTo: &left)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Reads events until there are none; returns what they mean.
    func read() -> ZoneWatchTable.Kinds {
        var kinds: ZoneWatchTable.Kinds = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return kinds }
            for event in FileEvent.parse(buffer.prefix(count)) { kinds.formUnion(table.changes(by: event)) }
        }
    }

    /// Watches for a name in its directory, or if there is none, for the first part of the path that is missing.
    private mutating func watch(nameOf path: String, meaning kinds: ZoneWatchTable.Kinds) throws(ZoneWatchError) {
        var parts = path.split(separator: "/").map(String.init)
        while let name = parts.popLast() {
            guard let watch = try watch("/" + parts.joined(separator: "/")) else { continue }
            table.add(name, in: watch, meaning: kinds)
            return
        }
    }

    private mutating func watch(everythingIn directory: String, upTo left: inout Int) throws(ZoneWatchError) {
        guard left > 0, let watch = try watch(directory) else { return }
        left -= 1
        table.add(everythingIn: watch, meaning: .data)
        for folder in DirectoryEntries.folders(in: directory) {
            try self.watch(everythingIn: "\(directory)/\(folder)", upTo: &left)
        }
    }

    /// Adds a watch; nil if there is no such directory, or none that may be read.
    private func watch(_ directory: String) throws(ZoneWatchError) -> Int32? {
        let watch = inotify_add_watch(descriptor, directory, Self.mask)
        guard watch < 0 else { return watch }
        // Those are limits of the system, without which a change could be missed; anything else is about the path.
        guard errno != ENOSPC, errno != ENOMEM else { throw ZoneWatchError(number: errno) }
        return nil
    }
}

/// The system cannot tell of changes to zones.
public struct ZoneWatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number of the system.
    public let number: Int32

    /// One sentence, and what to do.
    public var description: String {
        "The system cannot watch zones for changes (\(String(cString: strerror(number)))); "
            + "raise fs.inotify.max_user_instances or fs.inotify.max_user_watches."
    }
}
