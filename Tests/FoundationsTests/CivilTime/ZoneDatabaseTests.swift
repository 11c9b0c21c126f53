// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct ZoneDatabaseTests {
    /// Runs a test in an empty directory that is removed afterwards.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try body(directory)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test(arguments: PinnedZones.identifiers)
    func rules_carryTheNameTheyWereAskedFor(identifier: String) throws {
        #expect(try PinnedZones.database.rules(for: identifier).identifier == identifier)
    }

    @Test(arguments: [
        "", "/", "/etc/passwd", "..", "../Zoneinfo/UTC", "America/../UTC", "America/./New_York", "America//New_York",
        "America/", "/UTC", "America/New York", "Europe/Zürich", "UTC\0", "UTC\n", "README.md", "C:\\UTC",
        String(repeating: "a", count: 129),
    ])
    func name_isRefused_whenItCouldLeaveTheDirectory(identifier: String) {
        let error = #expect(throws: ZoneError.self) { try PinnedZones.database.rules(for: identifier) }
        #expect(error?.code == .invalidZoneName)
    }

    @Test(arguments: ["Europe/Atlantis", "America", "UTC/Etc", "GMT+12", "a-b_c/d"])
    func zone_isUnknown_whenThereIsNoFile(identifier: String) {
        let error = #expect(throws: ZoneError.self) { try PinnedZones.database.rules(for: identifier) }
        #expect(error?.code == .unknownZone)
    }

    @Test
    func zone_isUnknown_whenThereIsNoDirectory() {
        let error = #expect(throws: ZoneError.self) { try ZoneDatabase(directory: "/nonexistent").rules(for: "UTC") }
        #expect(
            error
                == ZoneError(
                    code: .unknownZone,
                    message: "There is no time zone UTC in /nonexistent; check its spelling, "
                        + "or install the time zone data."))
    }

    @Test
    func file_isRefused_whenItIsTooLargeOrDamaged() throws {
        try withDirectory { directory in
            try write(Array(repeating: 0, count: 1 << 20 + 1), to: "\(directory)/Large")
            try write(Array(repeating: 0, count: 1 << 20), to: "\(directory)/Zeros")
            let database = ZoneDatabase(directory: directory)
            let codes = ["Large", "Zeros"].map { name in
                #expect(throws: ZoneError.self) { try database.rules(for: name) }?.code
            }
            #expect(codes == [.unreadableZoneFile, .malformedZoneFile])
        }
    }

    @Test
    func rules_follow_whenTheFileIsReplaced() throws {
        try withDirectory { directory in
            let database = ZoneDatabase(directory: directory)
            let instant = Instant(secondsSince1970: 0)
            let offsets = try [3600, 7200].map { seconds in
                try write(MadeZoneFile(offsets: [(Int32(seconds), 0, 0)]).bytes, to: "\(directory)/Home")
                return try database.rules(for: "Home").offset(at: instant).seconds
            }
            #expect(offsets == [3600, 7200])
        }
    }

    @Test(
        arguments: [
            ("tzdata.zi", "# version 2025b\n# This zic input file is in the public domain.\n", "2025b"),
            ("tzdata.zi", "# something else\n", nil), ("+VERSION", "2026f\n", "2026f"),
            ("+VERSION", " 2026f \r\n", "2026f"),
            ("+VERSION", "\n", nil), ("+VERSION", "two words\n", nil), ("tzdata.zi", "# version \u{1B}[2J\n", nil),
            ("other", "2026f\n", nil),
        ] as [(String, String, String?)])
    func version_isRead_fromTheFileThatSaysIt(file: String, text: String, version: String?) throws {
        try withDirectory { directory in
            try write(Array(text.utf8), to: "\(directory)/\(file)")
            #expect(ZoneDatabase(directory: directory).version == version)
        }
    }

    @Test
    func version_ofThePinnedFiles_isTheirRelease() {
        #expect(PinnedZones.database.version == "2026f")
    }

    @Test(
        arguments: [
            ("Europe/Berlin", nil, nil, "Europe/Berlin"),
            (":Europe/Berlin", nil, nil, "Europe/Berlin"),
            ("/usr/share/zoneinfo/Europe/Berlin", nil, nil, "Europe/Berlin"),
            ("Europe/Atlantis", "/usr/share/zoneinfo/Asia/Tehran", nil, "Asia/Tehran"),
            ("EST5EDT,M3.2.0,M11.1.0", "/usr/share/zoneinfo/Asia/Tehran", nil, "Asia/Tehran"),
            ("", "../usr/share/zoneinfo/Asia/Tehran", "UTC\n", "Asia/Tehran"),
            (nil, "/usr/share/zoneinfo/Asia/Tokyo", nil, "Asia/Tokyo"),
            (nil, "/srv/localtime", "Europe/London\n", "Europe/London"),
            (nil, "/usr/share/zoneinfo/../secret", "Europe/London\n", "Europe/London"),
            (nil, nil, "Europe/London\nmore\n", "Europe/London"),
            (nil, nil, "not a zone\n", nil),
            (nil, nil, "", nil),
            (nil, nil, nil, nil),
        ] as [(String?, String?, String?, String?)])
    func hostZone_isTheFirstThatIsNamed(variable: String?, link: String?, file: String?, expected: String?) throws {
        try withDirectory { directory in
            if let link {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(directory)/localtime", withDestinationPath: link)
            }
            if let file { try write(Array(file.utf8), to: "\(directory)/timezone") }
            let found = PinnedZones.database.hostZoneIdentifier(
                variable: variable, localTimePath: "\(directory)/localtime", timeZonePath: "\(directory)/timezone")
            #expect(found == expected)
        }
    }

    @Test
    func utc_isBuiltIn() {
        let instant = Instant(secondsSince1970: 1_805_009_400)
        #expect(ZoneRules.utc.localISO8601(instant) == "2027-03-14T07:30:00+00:00")
        #expect(ZoneRules.utc.identifier == "UTC")
    }
}
