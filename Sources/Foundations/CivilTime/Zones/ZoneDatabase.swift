// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A directory of TZif files; everything is read anew each time, so an updated directory takes effect.
public struct ZoneDatabase: Hashable, Sendable {
    /// The directory, for example `/usr/share/zoneinfo`.
    public let directory: String

    private static let maximumFileSize = 1 << 20
    private static let maximumNameLength = 128

    /// Creates a database over a directory, which need not exist yet.
    public init(directory: String = "/usr/share/zoneinfo") {
        self.directory = directory
    }

    /// Reads the rules of a zone from a file of at most 1 MiB.
    ///
    /// Names are relative paths of letters, digits, `_`, `+` and `-`. Throws `invalid_zone_name`, `unknown_zone`,
    /// `unreadable_zone_file` or `malformed_zone_file`.
    public func rules(for identifier: String) throws(ZoneError) -> ZoneRules {
        guard ZoneDatabase.isName(identifier) else {
            throw ZoneError(
                code: .invalidZoneName,
                message: "\"\(ZoneDatabase.printable(identifier))\" is not the name of a time zone; "
                    + "use a name like Europe/Berlin.")
        }
        let path = "\(directory)/\(identifier)"
        switch FileContents(path: path, maximumSize: ZoneDatabase.maximumFileSize) {
        case .bytes(let bytes):
            return try ZoneRules(identifier: identifier, tzif: bytes)
        case .absent:
            throw ZoneError(
                code: .unknownZone,
                message: "There is no time zone \(identifier) in \(directory); check its spelling, "
                    + "or install the time zone data.")
        case .tooLarge:
            throw ZoneError(
                code: .unreadableZoneFile,
                message: "The zone file \(path) is larger than 1 MiB; install the time zone data again.")
        case .unreadable(let reason):
            throw ZoneError(
                code: .unreadableZoneFile,
                message: "The zone file \(path) cannot be read (\(reason)); check its permissions.")
        }
    }

    /// The release of the data, for example `2026f`, or nil if the directory does not say.
    public var version: String? {
        let fromSource = firstLine(of: "tzdata.zi").flatMap { line in
            line.hasPrefix("# version ") ? String(line.dropFirst("# version ".count)) : nil
        }
        guard let version = fromSource ?? firstLine(of: "+VERSION"), (1...32).contains(version.utf8.count),
            version.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return version
    }

    private func firstLine(of name: String) -> String? {
        FileContents.firstLine(path: "\(directory)/\(name)")
    }

    static func isName(_ identifier: String) -> Bool {
        guard identifier.utf8.count <= maximumNameLength else { return false }
        return identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty
                && $0.allSatisfy { byte in
                    byte.isASCIILetter || byte.isASCIIDigit || "_+-".utf8.contains(byte)
                }
        }
    }

    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(40).map { $0.isASCII && $0.value >= 32 ? $0 : "?" }))
    }

    /// The zone that this machine is set to, or nil if nothing names one.
    ///
    /// The first of these: the `TZ` variable if it names a zone of this database, the target of the symbolic link
    /// `/etc/localtime`, the first line of `/etc/timezone`. The last two count even if this database lacks the zone:
    /// `rules(for:)` then reports it, instead of another zone being used silently.
    public func hostZoneIdentifier() -> String? {
        hostZoneIdentifier(
            variable: getenv("TZ").map { String(cString: $0) }, localTimePath: "/etc/localtime",
            timeZonePath: "/etc/timezone")
    }

    package func hostZoneIdentifier(variable: String?, localTimePath: String, timeZonePath: String) -> String? {
        if let variable {
            let value = String(variable.drop { $0 == ":" })
            if let name = ZoneDatabase.nameBelowZoneinfo(value) ?? ZoneDatabase.validName(value),
                (try? rules(for: name)) != nil
            {
                return name
            }
        }
        return FileContents.linkTarget(path: localTimePath).flatMap(ZoneDatabase.nameBelowZoneinfo)
            ?? FileContents.firstLine(path: timeZonePath).flatMap(ZoneDatabase.validName)
    }

    private static func nameBelowZoneinfo(_ path: String) -> String? {
        let components = path.split(separator: "/")
        guard let start = components.lastIndex(of: "zoneinfo") else { return nil }
        return validName(components[(start + 1)...].joined(separator: "/"))
    }

    private static func validName(_ text: String) -> String? {
        isName(text) ? text : nil
    }
}
