// SPDX-License-Identifier: Apache-2.0

import Glibc

extension ZoneDatabase {
    /// The zone that this machine is set to, or nil if nothing names one.
    ///
    /// Asked in turn: the `TZ` variable if it names a zone of this database, where the symbolic link
    /// `/etc/localtime` leads, the first line of `/etc/timezone`. The last two are believed even if this database
    /// lacks the zone, so that `rules(for:)` says so instead of another zone being used in silence.
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
