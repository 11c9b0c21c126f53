// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import Testing

extension NightStoreConformance {
    static let holidayCases = [
        Case("holidays_areNone_atFirst") { store async throws in
            #expect(try await store.holidays() == [])
        },
        Case("holidays_keepTheWholeCalendar_andTheLog") { store async throws in
            let calendar = try Samples.holidays()
            #expect(try await store.commit(.holidays(calendar, log: [Samples.entry()])))
            #expect(try await store.holidays() == [calendar])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("holidays_takeThePlace_ofThoseWithTheirName_whateverTheCase") { store async throws in
            let other = try Samples.holidays("bank")
            for calendar in [try Samples.holidays("Ünion"), other] {
                try await store.commit(.holidays(calendar, log: []))
            }
            let renewed = try #require(HolidayCalendar(name: "ÜNION", holidays: []))
            #expect(try await store.commit(.holidays(renewed, log: [])))
            #expect(try await store.holidays() == [other, renewed])
        },
        Case("removeHolidays_removesOne_whateverTheCase") { store async throws in
            for name in ["school", "bank"] { try await store.commit(.holidays(try Samples.holidays(name), log: [])) }
            #expect(try await store.commit(.removeHolidays("SCHOOL", log: [Samples.entry()])))
            #expect(try await store.holidays().map(\.name) == ["bank"])
            #expect(try await store.log() == [Samples.entry()])
        },
        Case("removeHolidays_isRefusedAndNotesNothing_withoutOne") { store async throws in
            #expect(try await !store.commit(.removeHolidays("school", log: [Samples.entry()])))
            #expect(try await store.log() == [])
        },
        Case("holidays_areRefused_withANulInAText") { store async throws in
            let calendar = try #require(
                HolidayCalendar(name: "x", holidays: [Holiday(summary: "a\0b", first: Samples.date())]))
            await expectError(.invalidText) { () async throws(StorageError) in
                _ = try await store.commit(.holidays(calendar, log: []))
            }
            #expect(try await store.holidays() == [])
        },
        Case("schedule_keepsTheNamesOfItsCalendars") { store async throws in
            var schedule = Samples.schedule()
            schedule.recurrence?.holidays = HolidayChoice(notOn: ["school", "bank"], onlyOn: ["away"])
            try await store.save(schedule)
            #expect(try await store.schedules() == [schedule])
        },
    ]
}
