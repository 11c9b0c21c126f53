// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import Scheduling
import Synchronization

/// Zone data for one test, and a host that is in one of its zones.
final class ZoneFiles: Sendable {
    /// What the book looks up; a book keeps this and not the files, so that they are removed with the test.
    private final class Host: Sendable {
        let zone: Mutex<String>
        let interruption = Mutex<(@Sendable () -> Void)?>(nil)

        init(_ zone: String) {
            self.zone = Mutex(zone)
        }
    }

    let directory: String
    private let host: Host

    /// Takes the zones from those kept with the tests.
    init(host: String) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lull-\(UUID().uuidString)")
        directory = url.path
        self.host = Host(host)
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
        ZoneBook(database: ZoneDatabase(directory: directory)) { [host] in
            let interruption = host.interruption.withLock { interruption in
                defer { interruption = nil }
                return interruption
            }
            interruption?()
            return host.zone.withLock { $0 }
        }
    }

    /// Runs `body` when the host's zone is looked up next.
    func interrupt(_ body: @escaping @Sendable () -> Void) {
        host.interruption.withLock { $0 = body }
    }

    func moveHost(to zone: String) {
        host.zone.withLock { $0 = zone }
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
