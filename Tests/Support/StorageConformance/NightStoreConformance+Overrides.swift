// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let overrideCases = [
        Case("overrides_areNone_atFirst") { store async throws in
            #expect(try await store.overrides() == [])
        },
        Case("override_keepsTheWholeValue_forEveryChange") { store async throws in
            var moved = Samples.skip(day: 15)
            moved.change = .time(Samples.time(23, 59, 59))
            moved.since = .max
            var early = Samples.skip(day: 16)
            early.change = .time(Samples.time(0, 0))
            early.since = .min
            var skipped = Samples.skip(day: 17)
            skipped.change = .skip(at: Samples.time(6, 30))
            var begun = skipped
            (begun.date, begun.change) = (Samples.date(28), .skip(at: Samples.time(7, 15), isBegun: true))
            for override in [Samples.skip(), moved, early, skipped, begun] { try await store.override(override) }
            #expect(try await store.overrides() == [Samples.skip(), moved, early, skipped, begun])
        },
        Case("overrides_areByScheduleAndDate_notInTheOrderOfAsking") { store async throws in
            let ordered = [
                Samples.skip("A", day: 20), Samples.skip("a", day: 1), Samples.skip("a", day: 2), Samples.skip("b"),
            ]
            for override in ordered.reversed() { try await store.override(override) }
            #expect(try await store.overrides() == ordered)
        },
        Case("override_takesThePlace_ofTheOneOfItsDate") { store async throws in
            try await store.override(Samples.skip(), log: [Samples.entry(1)])
            try await store.override(Samples.skip(day: 15))
            var moved = Samples.skip()
            moved.change = .time(Samples.time(6, 30))
            moved.since = Samples.morning + .nanoseconds(1)
            try await store.override(moved, log: [Samples.entry(2)])
            #expect(try await store.overrides() == [moved, Samples.skip(day: 15)])
            #expect(try await store.log() == [Samples.entry(1), Samples.entry(2)])
        },
        Case("override_isKept_whetherOrNotThereIsSuchASchedule") { store async throws in
            try await store.override(Samples.skip("nothing"))
            #expect(try await store.overrides() == [Samples.skip("nothing")])
        },
        Case("removeOverride_removesOne_andNotesTheLog") { store async throws in
            let others = [Samples.skip(day: 15), Samples.skip("b")]
            for override in [Samples.skip()] + others { try await store.override(override) }
            let schedule = Samples.skip().schedule
            #expect(
                try await store.commit(.removeOverride(schedule, on: Samples.date(), log: [Samples.entry()])))
            #expect(try await store.overrides() == others)
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("removeOverride_isRefusedAndNotesNothing_whenNothingWasDifferent") { store async throws in
            try await store.override(Samples.skip())
            for change in [
                StoreChange.removeOverride(Samples.skip().schedule, on: Samples.date(15), log: [Samples.entry()]),
                .removeOverride(ScheduleID(rawValue: "b"), on: Samples.date(), log: [Samples.entry()]),
            ] {
                #expect(try await !store.commit(change))
            }
            #expect(try await store.overrides() == [Samples.skip()])
            #expect(try await store.log() == [])
        },
        Case("overrides_stay_whenTheirScheduleIsReplaced") { store async throws in
            try await store.save(Samples.schedule())
            try await store.override(Samples.skip())
            try await store.save(Samples.schedule(name: "other"))
            #expect(try await store.overrides() == [Samples.skip()])
        },
    ]

    static let settingsCases = [
        Case("settings_areThoseOfANewInstallation_atFirst") { store async throws in
            #expect(try await store.settings() == NightSettings())
        },
        Case("settings_keepTheWholeValue_andTheLog") { store async throws in
            #expect(try await store.commit(.settings(Samples.settings, log: [Samples.entry()])))
            #expect(try await store.settings() == Samples.settings)
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("settings_areReplacedWhole_everyTime") { store async throws in
            let values = [
                Samples.settings, NightSettings(devicePauses: Samples.settings.devicePauses),
                NightSettings(pause: Samples.settings.pause),
                NightSettings(pause: Pause(since: Samples.morning, until: nil, zone: nil)), NightSettings(),
                Samples.settings,
            ]
            for settings in values {
                #expect(try await store.commit(.settings(settings, log: [])))
                #expect(try await store.settings() == settings)
            }
        },
    ]
}
