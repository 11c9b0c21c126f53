// SPDX-License-Identifier: Apache-2.0

import CMalloc
import Glibc

@testable import DBus

/// What the process holds at a moment.
struct Figures: CustomStringConvertible {
    /// The bytes that are allocated.
    let inUse: Int
    /// The mebibytes of memory that the process has.
    let resident: Int
    /// The descriptors of the process, and the match rules of all clients of the bus.
    let counts: [Int]

    /// Looks now; asks the bus over a connection of its own.
    init(_ watcher: BusConnection) async throws {
        let reply = try await watcher.call(
            BusCall(
                destination: "org.freedesktop.DBus", path: ObjectPath("/org/freedesktop/DBus") ?? .root,
                interface: "org.freedesktop.DBus.Debug.Stats", member: "GetStats"),
            within: .seconds(10))
        var rules = -1
        if case .dictionary(let entries, _, _)? = reply.arguments.first,
            case .uint32(let count)? = entries[.string("MatchRules")]?.unwrapped
        {
            rules = Int(count)
        }
        let heap = mallinfo2()
        inUse = Int(heap.uordblks + heap.hblkhd)
        counts = [Self.descriptors, rules]
        resident = Self.resident
    }

    var description: String { "\(inUse / 1024) KiB · \(resident) MiB · \(counts[0]) · \(counts[1])" }

    private static var descriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Two are the folders, and one reads them.
        return count - 3
    }

    private static var resident: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return -1 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return -1 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize()) / 1_048_576
    }
}
