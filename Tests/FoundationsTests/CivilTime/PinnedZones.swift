// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials

/// The zone files beside these tests, so that no result depends on the machine.
enum PinnedZones {
    static let directory: String = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appending(path: "Zoneinfo").path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            folder = folder.deletingLastPathComponent()
        }
        return "Zoneinfo"
    }()

    static let database = ZoneDatabase(directory: directory)

    /// Zones of every kind, for tests that go through all of them; the folder has more.
    static let identifiers = [
        "Africa/Cairo", "Africa/Casablanca", "Africa/Monrovia", "America/Havana", "America/Los_Angeles",
        "America/New_York", "America/Nuuk", "America/Santiago", "America/Sao_Paulo", "America/Scoresbysund",
        "America/Sitka", "America/Vancouver", "Antarctica/Troll", "Asia/Beirut", "Asia/Gaza", "Asia/Jerusalem",
        "Asia/Kathmandu", "Asia/Manila", "Asia/Tehran", "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin",
        "Europe/London", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Kwajalein", "UTC",
    ]

    static func rules(_ identifier: String) throws -> ZoneRules {
        try database.rules(for: identifier)
    }

    static func bytes(_ identifier: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(directory)/\(identifier)")))
    }
}

/// A zone file made for a test: both blocks hold the same offsets, only the second one the transitions.
struct MadeZoneFile {
    var version = UInt8(ascii: "3")
    var transitions: [(time: Int64, offset: UInt8)] = []
    var offsets: [(seconds: Int32, isDaylightSaving: UInt8, nameStart: UInt8)] = [(0, 0, 0)]
    var names: [UInt8] = Array("UTC\0".utf8)
    var leapSeconds: [(time: Int64, correction: Int32)] = []
    var footer: String? = ""

    var bytes: [UInt8] {
        let last = block(timeSize: version == 0 ? 4 : 8)
        guard version != 0 else { return last }
        let first = MadeZoneFile(version: version, offsets: offsets, names: names, footer: nil).block(timeSize: 4)
        return first + last + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
    }

    private func block(timeSize: Int) -> [UInt8] {
        var block = Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
        let counts = [0, 0, leapSeconds.count, transitions.count, offsets.count, names.count]
        for count in counts { block += bigEndian(Int64(count)).suffix(4) }
        for transition in transitions { block += bigEndian(transition.time).suffix(timeSize) }
        block += transitions.map(\.offset)
        for offset in offsets {
            block += bigEndian(Int64(offset.seconds)).suffix(4) + [offset.isDaylightSaving, offset.nameStart]
        }
        block += names
        for leapSecond in leapSeconds {
            block += bigEndian(leapSecond.time).suffix(timeSize) + bigEndian(Int64(leapSecond.correction)).suffix(4)
        }
        return block
    }

    private func bigEndian(_ value: Int64) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }
}
