// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import FoundationEssentials
import Glibc
import SQLiteStorage
import ScheduleBench
import Scheduling
import SleepModel
import Storage

/// What a claim takes until it is on the disk, and what the disk takes for it, in turns.
///
/// A claim is what the scheduler commits: the record, what it settles of its schedule, and a line of the log.
enum ClaimFigures {
    private static let rounds = 1000

    static func print(in directory: String) async throws {
        let state = directory + "/state"
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let store = try await SQLiteNightStore.open(directory: state, at: SampleSchedules.now)
        let schedules = SampleSchedules.make(100)
        _ = try await store.commit(schedules.map { .save($0, log: []) })
        var claims = SampleClaims(schedules)

        let log = state + "/lull.sqlite-wal"
        let before = try size(of: log)
        for _ in 0..<20 { try await store.commit(claims.next()) }
        let perClaim = (try size(of: log) - before) / 20
        Swift.print("SQLite writes \(perClaim) bytes for a claim, \(Double(perClaim) / 4120) pages")

        // As long as SQLite lets its log become before it begins anew.
        let length = 1000 * 4120
        var files: [(name: String, file: BareFile)] = []
        for (count, sync, length) in [
            (4096, BareFile.Sync.data, length), (4096, .everything, length), (perClaim, .data, length),
            (perClaim, .everything, length), (4096, .data, nil), (perClaim, .data, nil),
        ] as [(Int, BareFile.Sync, Int?)] {
            let call = sync == .data ? "fdatasync" : "fsync"
            let name = "\(count) bytes and \(call)\(length == nil ? ", a file that grows" : "")"
            let path = "\(directory)/\(files.count)"
            files.append((name, try BareFile(path: path, writing: count, sync: sync, length: length)))
        }
        let clock = ContinuousClock()
        var times = [[Duration]](repeating: [], count: files.count + 1)
        for round in 0..<rounds + 200 {
            let change = claims.next()
            var taken = [try await clock.measure { try await store.commit(change) }]
            for index in files.indices { taken.append(try clock.measure { try files[index].file.write() }) }
            // The files are at their full length first.
            guard round >= 200 else { continue }
            for (index, time) in taken.enumerated() { times[index].append(time) }
        }
        let claim = Spread(times[0])
        Swift.print("a claim on disk: \(claim)")
        for (index, entry) in files.enumerated() {
            let bare = Spread(times[index + 1])
            Swift.print("\(entry.name): \(bare); a claim takes \(claim.ratio(to: bare))")
        }
        var together: [Duration] = []
        for _ in 0..<50 {
            let changes = (0..<100).map { _ in claims.next() }
            together.append(try await clock.measure { _ = try await store.commit(changes) })
        }
        Swift.print("100 claims together: \(Spread(together))")
        await store.close()
        try FileManager.default.removeItem(atPath: directory)
    }

    private static func size(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        return Int(status.st_size)
    }
}

/// One claim after the other, as a machine makes them: of each schedule in turn, each on a date of its own.
private struct SampleClaims {
    private let schedules: [Schedule]
    private var count = 0

    init(_ schedules: [Schedule]) {
        self.schedules = schedules
    }

    mutating func next() -> StoreChange {
        defer { count += 1 }
        var schedule = schedules[count % schedules.count]
        let planned = SampleSchedules.now + .seconds(86_400) * (count / schedules.count) + .seconds(count)
        let date = CivilDate(daysSince1970: Int(planned.secondsSince1970 / 86_400))
        schedule.settledThrough = planned
        let start = RunAnchor(wall: planned, boot: .seconds(1000), bootID: SampleSchedules.sample.bootID)
        let run: OccurrenceRun =
            switch schedule.plan {
            case .routine(let plan): .routine(RoutineRun(plan: plan, start: start))
            case .alarm(let plan): .alarm(AlarmRun(plan: plan, phase: .ringing(round: 1, since: start)))
            case .bedtime(let plan):
                .bedtime(BedtimeRun(plan: plan, start: start, bedtime: planned, wake: planned + .seconds(36_000)))
            }
        let record = OccurrenceRecord(
            key: OccurrenceKey(schedule: schedule.id, date: date), kind: schedule.kind, device: schedule.device,
            name: schedule.name, planned: planned, zone: schedule.zone ?? "America/New_York", zoneData: "2026f",
            rule: .unique, lateness: .milliseconds(3), actor: .schedule, run: run)
        let entry = LogEntry(
            at: planned, planned: planned, device: record.device, kind: LogKind(record.kind), occurrence: record.key,
            name: record.name, outcome: .started, lateSeconds: 0, actor: LogActor(record.actor))
        return .claim(record, settling: schedule, log: [entry])
    }
}
