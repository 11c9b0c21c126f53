// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// A backup of the state file, by what its name says.
struct Backup: Hashable {
    /// How many were made before it, and one; the order of backups, because a clock may be wrong.
    let number: Int
    /// When it was made.
    let at: Instant

    private static let mark = ".backup-"

    /// The name of the backup of the file that is called `file`, for example `lull.sqlite.backup-12-2027-03-14T073000Z`.
    func name(of file: String) -> String {
        "\(file)\(Self.mark)\(number)-\(at.iso8601.filter { $0 != ":" })"
    }

    /// A backup made now, after all others.
    init(after others: [Backup], at now: Instant) {
        number = (others.map(\.number).max() ?? 0) + 1
        at = Instant(secondsSince1970: now.secondsSince1970)
    }

    /// Reads a name; nil when it is not one of a backup of the file that is called `file`.
    init?(name: String, of file: String) {
        guard name.hasPrefix(file + Self.mark) else { return nil }
        let parts = name.dropFirst(file.count + Self.mark.count).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]), number > 0 else { return nil }
        let time = Array(parts[1])
        guard time.count == 18 else { return nil }
        let text = "\(String(time[..<13])):\(String(time[13..<15])):\(String(time[15...]))"
        guard let at = Instant(iso8601: text) else { return nil }
        self.number = number
        self.at = at
        guard self.name(of: file) == name else { return nil }
    }
}

/// Decides when the next backup is due, which ones are kept, and which one is restored.
enum BackupPlan {
    /// How many days have one that is kept.
    static let keptDays = 7
    /// How many of the newest are kept, even if all are of one day.
    static let keptNewest = 3
    /// How long after one the next is due.
    static let period = Duration.seconds(24 * 60 * 60)
    /// How long after one the next is due when somebody has arranged something since.
    static let shortPeriod = Duration.seconds(5 * 60)

    /// When the next one is due; not later than `now` if one is due.
    ///
    /// A backup from the future counts for nothing: the clock was wrong when it was made, or is wrong now.
    static func nextDue(after backups: [Backup], at now: Instant, lacksSomething: Bool) -> Instant {
        let last = backups.map(\.at).filter { $0 <= now }.max()
        return last.map { $0 + (lacksSomething ? shortPeriod : period) } ?? now
    }

    /// Those that make room for newer ones: all but the newest, and the last one of each of the newest days.
    static func surplus(of backups: [Backup]) -> [Backup] {
        var days: [Int64] = []
        return newestFirst(backups).enumerated().filter { place, backup in
            let day = backup.at.secondsSince1970 / 86_400
            let isLastOfItsDay = !days.contains(day)
            if isLastOfItsDay { days.append(day) }
            return place >= keptNewest && (!isLastOfItsDay || days.count > keptDays)
        }.map(\.element)
    }

    /// In the order in which a restore tries them.
    static func newestFirst(_ backups: [Backup]) -> [Backup] {
        backups.sorted { $0.number > $1.number }
    }
}
