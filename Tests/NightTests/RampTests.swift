// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import SleepModel
import Testing

@Suite struct RampTests {
    private let clock = Night.clock("2027-01-05T11:30:00Z")
    private let dark = Light(Night.amber.appearance, brightness: .zero)

    /// A sunrise of half an hour that starts now.
    private func sunrise() -> ChannelTarget {
        .light(Ramp(from: dark, to: Night.amber, startsAt: clock.now().boot, duration: .minutes(30)))
    }

    private func brightness(_ target: ChannelTarget, after seconds: Double) -> Int? {
        var sample = clock.now()
        sample.boot += .seconds(seconds)
        guard case .light(let light) = target.action(at: sample) else { return nil }
        return Int(light.brightness.rawValue)
    }

    @Test(arguments: [
        (0.0, 1), (90, 2), (450, 13), (900, 50), (1369, 129), (1799.9, 253), (1800, 255), (5000, 255), (-60, 1),
    ])
    func light_growsInEvenStepsOfLightness_duringASunrise(seconds: Double, level: Int) {
        // CIE L* runs evenly from that of level 1, which is 3.54, to 100.
        #expect(brightness(sunrise(), after: seconds) == level)
    }

    @Test func light_neverFalls_duringASunrise() {
        let ramp = sunrise()
        let levels = (0...18_000).compactMap { brightness(ramp, after: Double($0) / 10) }
        #expect(levels == levels.sorted())
        #expect(levels.first == 1)
        #expect(levels.last == 255)
        #expect(Set(levels).count > 150)
    }

    @Test func light_fadesToDarkness_inItsOwnColour() {
        let target = ChannelTarget.light(
            Ramp(from: Night.amber, to: .off, startsAt: clock.now().boot, duration: .minutes(10)))
        #expect(target.action(at: clock.now()) == .light(Night.amber))
        clock.advance(by: .minutes(5))
        #expect(
            target.action(at: clock.now()) == .light(Light(Night.amber.appearance, brightness: .init(rawValue: 47))))
        clock.advance(by: .minutes(5))
        #expect(target.action(at: clock.now()) == .light(.off))
    }

    @Test func light_mixesColours_betweenTwoLights() {
        let from = Light(.color(RGBColor(red: 0, green: 0, blue: 100)), brightness: .full)
        let to = Light(.color(RGBColor(red: 200, green: 10, blue: 0)), brightness: .full)
        let target = ChannelTarget.light(Ramp(from: from, to: to, startsAt: clock.now().boot, duration: .seconds(10)))
        clock.advance(by: .seconds(5))
        #expect(
            target.action(at: clock.now())
                == .light(Light(.color(RGBColor(red: 100, green: 5, blue: 50)), brightness: .full)))
    }

    @Test func light_takesTheNewAppearanceAtOnce_whenOneIsTheGradient() {
        let to = Light(.gradient, brightness: .full)
        let target = ChannelTarget.light(
            Ramp(from: Night.amber, to: to, startsAt: clock.now().boot, duration: .seconds(10)))
        #expect(target.action(at: clock.now()) == .light(to))
    }

    @Test(arguments: [(0, 10), (25, 35), (50, 60), (99, 109), (100, 110)])
    func volume_changesEvenly_onTheDevicesScale(percent: Int64, level: UInt8) {
        let ramp = Ramp(
            from: Level(rawValue: 10), to: Level(rawValue: 110), startsAt: clock.now().boot, duration: .seconds(100))
        clock.advance(by: .seconds(percent))
        #expect(ChannelTarget.volume(ramp).action(at: clock.now()) == .volume(Level(rawValue: level)))
    }

    @Test func light_isThereAtOnce_withoutADuration() {
        let target = ChannelTarget.light(
            Ramp(from: dark, to: Night.amber, startsAt: clock.now().boot, duration: .zero))
        #expect(target.action(at: clock.now()) == .light(Night.amber))
    }
}
