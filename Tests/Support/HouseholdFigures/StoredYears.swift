// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Foundation
import SQLiteStorage
import SleepModel
import Storage

/// Ten years of what a large household writes into its state file, and how large that gets.
struct StoredYears {
    /// As many as in a simulated year of ten devices with twenty schedules each.
    private static let occurrencesADay = 57
    private static let linesOfAnOccurrence = 4
    /// How often a link comes or goes, all devices together.
    private static let linksADay = 200

    private let directory: URL
    private let store: SQLiteNightStore
    private let device: MacAddress
    private let beginning = Instant(secondsSince1970: 1_800_000_000)

    /// Opens a store in a directory of its own, in memory where there is one.
    init(of device: MacAddress) async throws {
        self.device = device
        let shared = URL(filePath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: shared.path) ? shared : FileManager.default.temporaryDirectory
        directory = parent.appending(path: "lull-years-\(UUID().uuidString)")
        store = try await SQLiteNightStore.open(directory: directory.path, at: beginning)
    }

    /// Lives some years, tidies once a day, and shows the size of the file after each.
    func live(_ years: Int) async throws {
        print("year  state file  log beside it  a day's tidying, longest")
        for year in 1...years {
            var longest = Duration.zero
            for day in (year - 1) * 365..<year * 365 {
                let start = beginning + .seconds(day * 86_400)
                for index in 0..<Self.occurrencesADay { try await live(index, of: day, at: start) }
                let links = (0..<Self.linksADay).map { number in
                    entry(start + .seconds(number * 400), .daemon, number % 2 == 0 ? .unreachable : .reached)
                }
                _ = try await store.commit([.note(links)])
                let clock = ContinuousClock()
                let began = clock.now
                try await store.tidy(at: start + .seconds(86_399))
                longest = max(longest, clock.now - began)
            }
            print("\(year)  \(size("")) KiB  \(size("-wal")) KiB  \(longest)")
        }
        await store.close()
        print("closed: \(size("")) KiB")
        try FileManager.default.removeItem(at: directory)
    }

    private func live(_ index: Int, of day: Int, at start: Instant) async throws {
        let planned = start + .seconds(index * 1500)
        let key = OccurrenceKey(
            schedule: ScheduleID(rawValue: "schedule-of-the-household-\(index)"),
            date: CivilDate(daysSince1970: 20_000 + day))
        let record = OccurrenceRecord(
            key: key, kind: .alarm, device: device, name: "school \(index)", planned: planned, zone: "Europe/Berlin",
            zoneData: "2026f", rule: .unique, lateness: .milliseconds(20), actor: .schedule, run: nil)
        let lines = (0..<Self.linesOfAnOccurrence).map { number in
            entry(planned + .seconds(number), .alarm, number == 0 ? .started : .ringing, key, planned: planned)
        }
        var ended = record
        (ended.outcome, ended.endedAt) = (.done, planned + .seconds(90))
        // Together, as nothing is timed here but what tidies.
        _ = try await store.commit([.claim(record, settling: nil, log: []), .update(ended, log: lines)])
    }

    private func entry(
        _ instant: Instant, _ kind: LogKind, _ outcome: LogOutcome, _ key: OccurrenceKey? = nil, planned: Instant? = nil
    ) -> LogEntry {
        LogEntry(
            at: instant, planned: planned, device: device, kind: kind, occurrence: key,
            name: key == nil ? nil : "school", outcome: outcome, lateSeconds: key == nil ? nil : 0, actor: .schedule)
    }

    private func size(_ companion: String) -> Int {
        let path = SQLiteNightStore.file(in: directory.path) + companion
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? Int ?? 0) / 1024
    }
}
