// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SleepModel
import Testing

@testable import LocalCommands
@testable import LullCommands

/// The chart of a night.
@Suite struct DemoChartTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000 - 1_800_000_000 % 86_400 + 20 * 3600)

    private func step(
        _ minutes: Int64, light: UInt8, sound: UInt8 = 0, volume: UInt8 = 0, isOn: Bool = true
    ) -> ShownStates.Step {
        let white = RGBColor(red: 255, green: 255, blue: 255)
        let state = DeviceState(
            isOn: isOn, light: Light(.color(white), brightness: Level(rawValue: light)),
            sound: SoundID(rawValue: sound),
            volume: Level(rawValue: volume))
        return ShownStates.Step(
            at: Self.start + .seconds(minutes * 60),
            state: DeviceStateDocument(state, product: .hatchRest, soundName: nil))
    }

    @Test func lines_showThePeaksOfEachColumn_andTheHours() {
        let chart = DemoChart(
            states: ShownStates(steps: [
                step(0, light: 255), step(60, light: 1, sound: 7, volume: 128), step(90, light: 0, volume: 128),
                step(125, light: 200, sound: 7, volume: 255), step(126, light: 200, sound: 7, volume: 255, isOn: false),
            ]), end: Self.start + .seconds(4 * 3600))
        #expect(chart.lines(width: 16) == ["light   ██▁ ▇", "volume    ▅ █", "            22"])
    }

    @Test func picture_hasTheTextAsItIs_andNothingWithoutTime() {
        let states = ShownStates(steps: [step(0, light: 255, sound: 7, volume: 128)])
        let picture = NightPicture(
            states: states, marks: [NightPicture.Mark(at: Self.start + .seconds(60), text: "a < b & c")],
            morning: Self.start + .seconds(3600), end: Self.start + .seconds(7200))
        #expect(picture.svg.contains(">a &lt; b &amp; c</text>"))
        #expect(picture.svg.contains(##"height="110" fill="#FFFFFF"/>"##))
        let none = NightPicture(states: ShownStates(), marks: [], morning: Self.start, end: Self.start)
        #expect(none.svg == "")
    }

    @Test func lines_areNone_withoutRoomOrTime() {
        let chart = DemoChart(states: ShownStates(steps: [step(0, light: 255)]), end: Self.start + .seconds(3600))
        #expect(chart.lines(width: 8) == [])
        #expect(DemoChart(states: ShownStates(steps: [step(0, light: 255)]), end: Self.start).lines(width: 80) == [])
        #expect(DemoChart(states: ShownStates(), end: Self.start).lines(width: 80) == [])
    }
}
