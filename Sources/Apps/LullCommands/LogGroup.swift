// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

/// Entries of the log that are one line for people: what one schedule missed in one absence, however long that was, and
/// what all schedules missed in an absence of more than a day.
struct LogGroup {
    /// The one that was entered first.
    let first: LogDocument
    private(set) var entries: [LogDocument]

    /// How many there are.
    var count: Int { entries.count }

    private init(_ entry: LogDocument) {
        (first, entries) = (entry, [entry])
    }

    /// What makes entries one line: they were entered in one look, and say the same.
    private struct Key: Hashable {
        let entry: LogDocument

        /// Nil for an entry that always has its own line.
        init?(_ entry: LogDocument) {
            guard [.missed, .skipped].contains(entry.outcome), entry.schedule != nil, entry.planned != nil else {
                return nil
            }
            var entry = entry
            (entry.planned, entry.occurrence, entry.lateSeconds) = (nil, nil, nil)
            self.entry = entry
        }
    }

    /// All entries in groups, in the order of their first ones.
    static func all(in entries: [LogDocument]) -> [LogGroup] {
        var groups: [LogGroup] = []
        var places: [Key: Int] = [:]
        for entry in entries {
            guard let key = Key(entry) else {
                groups.append(LogGroup(entry))
                continue
            }
            if let place = places[key] {
                groups[place].entries.append(entry)
            } else {
                places[key] = groups.count
                groups.append(LogGroup(entry))
            }
        }
        return joined(groups)
    }

    // MARK: - Long absences

    /// An absence that is longer than this is one line, whatever was missed in it.
    private static let night = Duration.seconds(86_400)
    /// Within what time all devices have entered what they missed.
    private static let look = Duration.seconds(300)
    /// How many schedules are named in one line.
    private static let mostNames = 3

    /// The same groups, those of one long absence as one, in the place of its first.
    private static func joined(_ groups: [LogGroup]) -> [LogGroup] {
        // The absences, each as the places of its groups.
        var absences: [[Int]] = []
        for (place, group) in groups.enumerated() where group.isOfAnAbsence {
            let known = absences.lastIndex { places in
                let first = groups[places[0]].first
                return first.reason == group.first.reason && group.first.at - first.at <= look
            }
            if let known { absences[known].append(place) } else { absences.append([place]) }
        }
        var joined: [LogGroup?] = groups
        for places in absences {
            let start = places.compactMap { groups[$0].start }.min()
            guard let start, groups[places[0]].first.at - start > night else { continue }
            for place in places.dropFirst() {
                joined[places[0]]?.entries += groups[place].entries
                joined[place] = nil
            }
        }
        return joined.compactMap(\.self)
    }

    /// Whether nobody was there to do it.
    private var isOfAnAbsence: Bool {
        first.outcome == .missed && first.planned != nil
            && [OccurrenceReason.down, .suspend].map(\.rawValue).contains(first.reason)
    }

    private var start: Instant? { entries.compactMap(\.planned).min() }

    private var end: Instant? { entries.compactMap(\.planned).max() }

    // MARK: - Words

    /// What happened, for example `alarm “up” was missed 31 times, from … to … (Lull was not running)`.
    func sentence(_ times: LocalTimes) -> String {
        guard count > 1, let start = times.text(start), let end = times.text(end) else {
            return Describe.sentence(first, times)
        }
        let verb = first.outcome == .missed ? "missed" : "left out"
        let names = names
        let what =
            names.count == 1
            ? "\(names[0]) was \(verb) \(count) times" : "\(Self.list(names)) were \(verb) \(count) times in all"
        return "\(what), from \(start) to \(end)" + Describe.outcome("", first.reason)
    }

    /// What people call its schedules, alarms first.
    private var names: [String] {
        let subjects = (entries.filter { $0.kind == .alarm } + entries).map(Describe.subject)
        return subjects.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }

    private static func list(_ names: [String]) -> String {
        guard names.count > mostNames else { return names.listed }
        return (names.prefix(mostNames - 1) + ["\(names.count - mostNames + 1) others"]).listed
    }
}
