// SPDX-License-Identifier: Apache-2.0

import Bedtimes
import CivilTime
import Clocks
import Coordination
import Scheduling
import SleepModel
import Testing

/// What a night shows and plays, part by part, in New York.
@Suite struct BedtimeNightTests {
    private let before = "2027-01-06T00:00:00Z"  // 19:00 on a Tuesday; lights-out is at 20:00, the wake time at 07:00.
    private let red = Light(.color(RGBColor(red: 255, green: 0, blue: 0)), brightness: Level(rawValue: 13))
    private let green = Light(.color(RGBColor(red: 0, green: 255, blue: 0)), brightness: Level(rawValue: 51))
    private let loud = Level(rawValue: 50)

    private func bench(
        sound: SoundID = Night.rain, _ change: (inout BedtimePlan) -> Void
    ) throws -> BedtimeBench {
        var schedule = Night.bedtime(since: before, sound: sound)
        guard case .bedtime(var plan) = schedule.plan else { return try BedtimeBench.bedtimes([], at: before) }
        change(&plan)
        schedule.plan = .bedtime(plan)
        return try BedtimeBench.bedtimes([schedule], at: before)
    }

    @Test func windDown_fadesToTheNightLight_whichStaysUntilTheWakeLight() throws {
        var bench = try bench { $0.nightLight = red }
        bench.pass(.minutes(60))
        let night: Set<DeviceAction> = [.power(true), .light(red), .volume(loud), .sound(Night.rain)]
        #expect((bench.phases, bench.actions) == ([.night], night))
        bench.pass(.hours(11) - .seconds(1))
        #expect((bench.phases, bench.actions) == ([.night], night))
        bench.pass(.seconds(1))
        #expect((bench.phases, bench.actions) == ([.wake], [.power(true), .light(green), .sound(.none)]))
    }

    @Test func nightLight_shines_withoutASound() throws {
        var bench = try bench(sound: .none) { $0.nightLight = red }
        bench.pass(.minutes(61))
        #expect(bench.actions.isSuperset(of: [.power(true), .light(red), .sound(.none)]))
    }

    @Test func volume_fadesToThatOfTheNight_duringTheWindDown() throws {
        var bench = try bench { $0.nightVolume = Level(rawValue: 20) }
        bench.pass(.minutes(30))
        #expect(bench.actions.contains(.volume(loud)))
        bench.pass(.minutes(15))
        let volumes = bench.actions.compactMap { if case .volume(let level) = $0 { level.rawValue } else { nil } }
        #expect(volumes.allSatisfy { (21...49).contains($0) } && volumes.count == 1)
        bench.pass(.minutes(15))
        #expect(bench.actions == [.power(true), .light(.off), .volume(Level(rawValue: 20)), .sound(Night.rain)])
    }

    /// It fades for the last five minutes.
    @Test func sound_fadesOutAndTheDeviceIsOff_afterItsTime() throws {
        var bench = try bench { $0.soundFor = .minutes(45) }
        bench.pass(.minutes(100))
        #expect(bench.actions.contains(.volume(loud)))
        bench.pass(.minutes(4))
        let volumes = bench.actions.compactMap { if case .volume(let level) = $0 { level.rawValue } else { nil } }
        #expect(volumes.allSatisfy { (1...20).contains($0) } && volumes.count == 1)
        bench.pass(.minutes(1))
        #expect((bench.phases, bench.actions) == ([.night], [.power(false)]))
    }

    @Test func night_isOverOnTime_whereItsSoundIsLonger() throws {
        var bench = try bench { $0.soundFor = .hours(12) }
        bench.pass(.hours(14))
        let done = bench.ledger.log.filter { $0.outcome == .done }.map(\.at)
        #expect(done == [Instant(iso8601: "2027-01-06T12:30:00Z")])
    }

    @Test func soundThatIsLongerThanTheNight_countsUntilTheWakeLight() throws {
        var bench = try bench { $0.soundFor = .hours(12) }
        bench.pass(.minutes(61))
        let sounds = bench.machine.intents(at: bench.now).filter { [.sound, .volume].contains($0.target.channel) }
        let wake = Instant(iso8601: "2027-01-06T12:00:00Z")
        #expect(sounds.map(\.until) == [wake, wake])
    }

    @Test func nightLight_goesOn_afterTheSound() throws {
        var bench = try bench { ($0.soundFor, $0.nightLight) = (.minutes(45), red) }
        bench.pass(.minutes(106))
        #expect(bench.actions == [.power(true), .light(red), .sound(.none)])
    }

    @Test func stayInBed_showsItsLight_untilTheWakeLight() throws {
        var bench = try bench { $0.stayInBed = BedtimePlan.StayInBed(lead: .minutes(30), light: red) }
        bench.pass(.minutes(60 + 11 * 60 - 30) - .seconds(1))
        #expect(bench.phases == [.night])
        bench.pass(.seconds(1))
        #expect(
            (bench.phases, bench.actions)
                == ([.stayInBed], [.power(true), .light(red), .volume(loud), .sound(Night.rain)]))
        bench.pass(.minutes(30))
        #expect((bench.phases, bench.actions) == ([.wake], [.power(true), .light(green), .sound(.none)]))
    }

    @Test func stayInBed_isNotShown_withoutAWakeTime() throws {
        var bench = try bench {
            ($0.stayInBed, $0.wake) = (BedtimePlan.StayInBed(lead: .minutes(30), light: red), nil)
        }
        bench.pass(.minutes(60 + 12 * 60) - .seconds(1))
        #expect(bench.phases == [.night])
    }

    @Test func wakeLight_staysAsLongAsItsPlanSays() throws {
        var bench = try bench { $0.wakeFor = .minutes(90) }
        bench.pass(.minutes(60 + 11 * 60 + 90) - .seconds(1))
        #expect(bench.phases == [.wake])
        bench.pass(.seconds(1))
        #expect(bench.phases == [])
    }

    @Test func wakeLight_staysUntilATime_whateverTheWakeTimeOfTheDay() throws {
        var bench = try bench { $0.wakeUntil = Night.time("08:30") }
        bench.pass(.minutes(60 + 12 * 60 + 30) - .seconds(1))
        #expect(bench.phases == [.wake])
        bench.pass(.seconds(1))
        #expect(bench.phases == [])
    }

    /// The clocks go from 02:00 to 03:00 in between, so that half an hour is left of an hour and a half.
    @Test func wakeLight_staysUntilATime_whenTheClocksChangeBeforeIt() throws {
        let zone = try Night.zones().rules(of: nil)
        let plan = BedtimePlan(
            windDown: .zero, light: .off, sound: .none, volume: .zero,
            wake: WeekdayTimes(everyDay: Night.time("01:45")),
            wakeLight: green, wakeUntil: Night.time("03:15"))
        let night = plan.night(after: Night.instant("2027-03-14T01:00:00Z"), zone: zone)
        #expect(night.wake == Night.instant("2027-03-14T06:45:00Z"))
        #expect(night.plan.wakeFor == .minutes(30))
        #expect(plan.nightEnd(after: Night.instant("2027-03-14T01:00:00Z"), zone: zone) == night.wake + .minutes(30))
    }

    @Test func bench_looksWhenAPartOfTheNightBegins() throws {
        var bench = try bench {
            ($0.soundFor, $0.stayInBed) = (.minutes(45), BedtimePlan.StayInBed(lead: .minutes(30), light: red))
        }
        bench.pass(.minutes(60))
        var edges: [Duration] = []
        let lightsOut = bench.now.wall
        for _ in 0..<5 {
            guard let wall = bench.machine.nextWake(at: bench.now).wall else { break }
            edges.append(wall - lightsOut)
            bench.pass(wall - bench.now.wall)
        }
        #expect(edges == [.minutes(40), .minutes(45), .minutes(630), .minutes(660), .minutes(690)])
    }
}
