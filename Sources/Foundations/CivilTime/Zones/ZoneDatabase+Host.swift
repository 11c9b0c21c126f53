// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ZoneDatabase {
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
