// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SetupDocuments
import SleepModel
import Storage
import StorageConformance

/// Setups for tests, a written one and as many random ones as wanted.
enum SetupSamples {
    static let now = Samples.morning

    static let sounds = SoundNames(
        sound: { name, product in
            product == .hatchRest ? ["rain": SoundID(rawValue: 3), "dryer": SoundID(rawValue: 4)][name] : nil
        },
        name: { sound, product in product == .hatchRest ? [3: "rain", 4: "dryer"][sound.rawValue] : nil })

    /// Reads a document in which schedules without identities get `fresh-1` and so on.
    static func read(_ yaml: String) throws(SetupError) -> SetupDocument {
        var count = 0
        return try SetupDocument(yaml: yaml, at: now, sounds: sounds) {
            count += 1
            return ScheduleID(rawValue: "fresh-\(count)")
        }
    }

    /// A setup with everything that a document can say.
    static let everything: SetupDocument = {
        var schedules = Samples.plans.enumerated().map { number, plan in
            Samples.schedule("plan-\(number)", name: "plan \(number)", plan: plan)
        }
        schedules[0].recurrence = nil
        schedules[0].zone = nil
        schedules[1].isEnabled = false
        schedules += Samples.rules.enumerated().map { number, rule in
            var schedule = Samples.schedule("rule-\(number)", device: Samples.bedroom, name: "rule \(number)")
            schedule.recurrence = rule
            schedule.validFrom = .min
            schedule.settledThrough = .max
            return schedule
        }
        var moved = Samples.skip("plan-1", day: 15)
        moved.change = .time(Samples.time(6, 30))
        var bedroom = Samples.device(Samples.bedroom, name: "Schlafzimmer \u{1F319} \"links\"")
        bedroom.product = HardwareProduct(rawValue: "from: the future")
        var nursery = Samples.device()
        nursery.limit = DeviceLimit(
            volume: Level(percent: 40), brightness: Level(rawValue: 50), hours: DailyHours(parsing: "20:00-07:00"))
        nursery.isMirrored = true
        nursery.addressKind = .random
        return SetupDocument(
            devices: [nursery, bedroom], schedules: schedules,
            overrides: [Samples.skip("plan-1"), moved, Samples.skip("rule-0")], settings: Samples.settings,
            holidays: HolidayBook([try? Samples.holidays()].compactMap(\.self)))
    }()

    /// A store that holds a setup.
    static func fill(_ store: any NightStore, with setup: SetupDocument) async throws {
        let changes = setup.changes(replacing: SetupDocument(), at: now)
        let answers = try await store.commit(changes)
        guard !answers.contains(false) else { throw StorageError(.failed, "refused: \(answers)") }
    }

    static func store(with setup: SetupDocument) async throws -> InMemoryNightStore {
        let store = InMemoryNightStore()
        try await fill(store, with: setup)
        return store
    }
}
