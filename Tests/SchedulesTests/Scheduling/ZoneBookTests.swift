// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import Synchronization
import Testing

@testable import Scheduling

@Suite
struct ZoneBookTests {
    /// Zone data of a test's own, to be changed while a book is open.
    private final class Data: Sendable {
        let directory: String
        let hostZone = Mutex<String?>(nil)
        private static let source =
            #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
            + "/FoundationsTests/Zoneinfo/"

        init(_ zones: [String: String], version: String? = "2026a") throws {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("lull-\(UUID().uuidString)")
            directory = url.path
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (name, rules) in zones { try set(name, toRulesOf: rules) }
            if let version { try set(version: version) }
        }

        deinit {
            try? FileManager.default.removeItem(atPath: directory)
        }

        var database: ZoneDatabase { ZoneDatabase(directory: directory) }

        func book() -> ZoneBook {
            ZoneBook(database: database) { self.hostZone.withLock { $0 } }
        }

        func set(_ name: String, toRulesOf zone: String) throws {
            try? remove(name)
            try FileManager.default.copyItem(atPath: Self.source + zone, toPath: "\(directory)/\(name)")
        }

        func set(version: String) throws {
            try Foundation.Data("\(version)\n".utf8).write(to: URL(fileURLWithPath: "\(directory)/+VERSION"))
        }

        func damage(_ name: String) throws {
            try Foundation.Data("no zone".utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
        }

        func remove(_ name: String) throws {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }

    private static let summer = Instant(secondsSince1970: 1_782_000_000)

    private func offset(_ rules: ZoneRules) -> Int {
        rules.offset(at: Self.summer).seconds
    }

    @Test
    func book_followsItsHost() throws {
        let data = try Data(["Berlin": "Europe/Berlin", "York": "America/New_York"])
        data.hostZone.withLock { $0 = "Berlin" }
        let book = data.book()
        #expect(try book.rules(for: nil).identifier == "Berlin")
        #expect(book.followHost() == nil)
        data.hostZone.withLock { $0 = "York" }
        let count = book.changeCount
        #expect(book.followHost() == "York")
        #expect(book.changeCount == count + 1)
        #expect(offset(book.rules(of: nil)) == -4 * 3600)
    }

    @Test(arguments: ["Atlantis", "../Berlin", "Damaged", nil])
    func book_staysInItsZone_whenTheHostsCannotBeRead(zone: String?) throws {
        let data = try Data(["Berlin": "Europe/Berlin"])
        try data.damage("Damaged")
        data.hostZone.withLock { $0 = "Berlin" }
        let book = data.book()
        let count = book.changeCount
        data.hostZone.withLock { $0 = zone }
        #expect(book.followHost() == nil)
        #expect(book.changeCount == count)
        #expect(book.rules(of: nil).identifier == "Berlin")
    }

    @Test
    func book_isInUTC_untilTheHostsZoneCanBeRead() throws {
        let data = try Data([:])
        data.hostZone.withLock { $0 = "Berlin" }
        let book = data.book()
        #expect(book.rules(of: nil) == .utc)
        try data.set("Berlin", toRulesOf: "Europe/Berlin")
        // The rules of UTC are not missed in data that lacks them.
        #expect(book.reload().unreadable == [:])
        #expect(book.followHost() == "Berlin")
    }

    @Test
    func zones_areReadOnce_untilReloaded() throws {
        let data = try Data(["Home": "Europe/Berlin"])
        let book = ZoneBook(database: data.database, host: .utc)
        #expect(offset(try book.rules(for: "Home")) == 2 * 3600)
        try data.set("Home", toRulesOf: "America/New_York")
        #expect(offset(try book.rules(for: "Home")) == 2 * 3600)
        let count = book.changeCount
        let before = try book.rules(for: "Home")
        #expect(
            book.reload()
                == ZoneReload(version: "2026a", isOtherVersion: false, changed: ["Home": before], unreadable: [:]))
        #expect(book.changeCount == count + 1)
        #expect(offset(try book.rules(for: "Home")) == -4 * 3600)
    }

    @Test
    func reload_saysWhatChanged_andWhatDidNot() throws {
        let data = try Data(["Here": "Europe/Berlin", "There": "America/New_York", "Unused": "UTC"])
        data.hostZone.withLock { $0 = "Here" }
        let book = data.book()
        _ = try book.rules(for: "There")
        try data.set(version: "2026f")
        try data.set("Here", toRulesOf: "Africa/Cairo")
        try data.set("Unused", toRulesOf: "Africa/Cairo")
        let before = book.rules(of: nil)
        #expect(
            book.reload()
                == ZoneReload(version: "2026f", isOtherVersion: true, changed: ["Here": before], unreadable: [:]))
        #expect(book.version == "2026f")
        #expect(offset(book.rules(of: nil)) == 3 * 3600)
        #expect(book.reload() == ZoneReload(version: "2026f", isOtherVersion: false, changed: [:], unreadable: [:]))
    }

    @Test
    func zone_keepsItsLastRules_whenItCannotBeReadAnyMore() throws {
        let data = try Data(["Gone": "Europe/Berlin", "Damaged": "America/New_York"])
        data.hostZone.withLock { $0 = "Gone" }
        let book = data.book()
        _ = try book.rules(for: "Damaged")
        try data.remove("Gone")
        try data.damage("Damaged")
        let reload = book.reload()
        #expect(reload.changed == [:])
        #expect(reload.unreadable.mapValues(\.code) == ["Gone": .unknownZone, "Damaged": .malformedZoneFile])
        #expect(offset(book.rules(of: nil)) == 2 * 3600)
        #expect(offset(try book.rules(for: "Damaged")) == -4 * 3600)
        try data.set("Damaged", toRulesOf: "Africa/Cairo")
        #expect(Set(book.reload().changed.keys) == ["Damaged"])
    }

    @Test
    func zone_thatWasMissing_isFoundLater() throws {
        let data = try Data([:])
        let book = ZoneBook(database: data.database, host: .utc)
        #expect(throws: ZoneError.self) { try book.rules(for: "Berlin") }
        #expect(book.rules(of: "Berlin") == .utc)
        try data.set("Berlin", toRulesOf: "Europe/Berlin")
        _ = book.reload()
        #expect(offset(book.rules(of: "Berlin")) == 2 * 3600)
    }

    @Test
    func version_isGone_withTheDataThatNamedIt() throws {
        let data = try Data([:])
        let book = ZoneBook(database: data.database, host: .utc)
        try data.remove("+VERSION")
        #expect(book.reload() == ZoneReload(version: nil, isOtherVersion: true, changed: [:], unreadable: [:]))
        #expect(book.version == nil)
    }
}
