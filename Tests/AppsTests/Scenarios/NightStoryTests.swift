// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SleepModel
import Testing

/// How a planted journal reads.
struct NightStoryTests {
    private static let red = RGBColor(red: 255, green: 0, blue: 0)
    private static let lime = RGBColor(red: 0, green: 255, blue: 0)
    private static let rain = SoundID(rawValue: 7)
    private static let bird = SoundID(rawValue: 9)

    private typealias Change = (at: Instant, state: DeviceStateDocument)

    /// A state some seconds after 06:00, on unless told otherwise, with levels in percent.
    private func change(
        _ seconds: Int, isOn: Bool = true, _ color: RGBColor = red, _ brightness: Int = 0, sound: SoundID = .none,
        volume: Int = 0
    ) throws -> Change {
        let six = try #require(Instant(iso8601: "2027-01-05T06:00:00Z"))
        let light = Light(.color(color), brightness: try #require(Level(percent: brightness)))
        let state = DeviceState(
            isOn: isOn, light: light, sound: sound, volume: try #require(Level(percent: volume)))
        let name = [Self.rain: "rain", Self.bird: "bird"][sound]
        return (six + .seconds(seconds), DeviceStateDocument(state, product: .hatchRest, soundName: name))
    }

    @MainActor
    private func lines(_ changes: Change...) -> [String] { NightStory(changes).lines }

    @Test @MainActor func line_tellsWhatIsSeenAndHeard() throws {
        let lines = lines(
            try change(0, Self.red, 5, sound: Self.rain, volume: 30),
            try change(60, Self.lime, 100), try change(125, sound: Self.bird, volume: 50),
            try change(180, sound: SoundID(rawValue: 200), volume: 50), try change(240), try change(300, isOn: false))
        #expect(
            lines == [
                "06:00 red 5% rain 30%", "06:01 #00FF00 100%", "06:02 bird 50%", "06:03 sound 200 50%",
                "06:04 dark, silent", "06:05 off",
            ])
    }

    @Test @MainActor func line_isLeftOut_whereNobodyNoticesTheChange() throws {
        let lines = lines(
            try change(0, isOn: false, Self.lime, 50), try change(60, Self.red, 5),
            try change(120, Self.red, 5, volume: 80), try change(180, isOn: false, Self.red, 5),
            try change(240, isOn: false, Self.lime, 5, sound: Self.rain, volume: 10))
        #expect(lines == ["06:00 off", "06:01 red 5%", "06:03 off"])
    }

    // MARK: - States of one second

    @Test @MainActor func statesOfOneSecond_areTheLastOne() throws {
        let lines = lines(
            try change(0), try change(0, volume: 50), try change(0, Self.red, 5, volume: 50),
            try change(0, Self.red, 5, sound: Self.rain, volume: 50),
            try change(60, Self.red, 5, sound: Self.bird, volume: 50),
            try change(60, Self.lime, 50, sound: Self.bird, volume: 50))
        #expect(lines == ["06:00 red 5% rain 50%", "06:01 #00FF00 50% bird 50%"])
    }

    @Test @MainActor func flashOfAnotherLight_isTold_withinASecond() throws {
        let lines = lines(
            try change(0, Self.red, 5), try change(60, Self.lime, 5), try change(60, Self.red, 5),
            try change(120, Self.red, 90), try change(120, Self.red, 30))
        #expect(lines == ["06:00 red 5%", "06:01 #00FF00 5%", "06:01 red 5%", "06:02 red 90%", "06:02 red 30%"])
    }

    @Test @MainActor func loudMoment_isTold_withinASecond() throws {
        let lines = lines(
            try change(0, sound: Self.rain, volume: 30), try change(60, sound: Self.rain, volume: 90),
            try change(60, sound: Self.bird, volume: 50), try change(120, sound: Self.rain, volume: 50),
            try change(120, sound: Self.bird, volume: 50))
        #expect(
            lines == ["06:00 rain 30%", "06:01 rain 90%", "06:01 bird 50%", "06:02 rain 50%", "06:02 bird 50%"])
    }

    @Test @MainActor func gap_isTold_withinASecond() throws {
        let lines = lines(
            try change(0, Self.red, 5), try change(60, isOn: false, Self.red, 5), try change(60, Self.red, 5))
        #expect(lines == ["06:00 red 5%", "06:01 off", "06:01 red 5%"])
    }

    // MARK: - Fades

    @Test @MainActor func fade_isItsFirstAndItsLast() throws {
        let brighter = try (0...30).map { try change($0 * 60, Self.lime, 1 + $0, sound: Self.rain, volume: 30) }
        let quieter = try (1...20).map { try change(2000 + $0, Self.lime, 31, sound: Self.rain, volume: 30 - $0) }
        let both = try (0...5).map { try change(3000 + $0 * 60, Self.red, 20 - $0, sound: Self.bird, volume: 60 - $0) }
        #expect(
            NightStory(brighter + quieter + both).lines == [
                "06:00–06:30 #00FF00 1%→31% rain 30%", "06:33 #00FF00 31% rain 29%→10%",
                "06:50–06:55 red 20%→15% bird 60%→55%",
            ])
    }

    @Test @MainActor func fade_isOneLine_whenItsColourChangesToo() throws {
        let changes = try (0...15).map { number in
            let part = UInt8(number * 17)
            return try change(number * 60, RGBColor(red: 255 - part, green: part, blue: 0), 5 + number)
        }
        #expect(NightStory(changes).lines == ["06:00–06:15 red 5%→#00FF00 20%"])
    }

    /// Up and down again, a jump, and what stays for long, are changes of their own.
    @Test @MainActor func fade_goesOneWay_inSmallStepsWithoutAPause() throws {
        let percents = [10, 11, 12, 11, 10, 40, 41, 42]
        let times = [0, 1, 2, 3, 4, 5, 6, 600]
        let changes = try zip(times, percents).map { try change($0 * 60, Self.red, $1) }
        #expect(
            NightStory(changes).lines == [
                "06:00–06:02 red 10%→12%", "06:03 red 11%", "06:04 red 10%", "06:05 red 40%", "06:06 red 41%",
                "16:00 red 42%",
            ])
    }
}
