// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import Scheduling
import Synchronization

/// Zone data of a test's own, and a host that is in one of its zones.
final class ZoneFiles: Sendable {
    let directory: String
    private let host: Mutex<String>
    private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    /// Takes the zones from those kept with the tests.
    init(host: String) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lull-\(UUID().uuidString)")
        directory = url.path
        self.host = Mutex(host)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, zone) in ["London": "Europe/London", "Berlin": "Europe/Berlin", "York": "America/New_York"] {
            try set(name, toRulesOf: zone)
        }
        try set(version: "2026a")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A book that follows the host.
    func book() -> ZoneBook {
        ZoneBook(database: ZoneDatabase(directory: directory)) {
            let interruption = self.interruption.withLock { interruption in
                defer { interruption = nil }
                return interruption
            }
            interruption?()
            return self.host.withLock { $0 }
        }
    }

    /// Lets something happen in the moment in which the host's zone is looked up next.
    func interrupt(_ body: @escaping @Sendable () -> Void) {
        interruption.withLock { $0 = body }
    }

    func moveHost(to zone: String) {
        host.withLock { $0 = zone }
    }

    func set(_ name: String, toRulesOf zone: String) throws {
        let tests = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
        let target = "\(directory)/\(name)"
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: "\(tests)/FoundationsTests/Zoneinfo/\(zone)", toPath: target)
    }

    func set(version: String) throws {
        try Data("\(version)\n".utf8).write(to: URL(fileURLWithPath: "\(directory)/+VERSION"))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
}
