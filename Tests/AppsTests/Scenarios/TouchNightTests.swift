// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition

/// What a touch of the device does to an alarm, by what reaches the device.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct TouchNightTests {
    private let bird = SoundID(rawValue: 9)

    /// A night in which `up` rings at 07:00, on a device that plays something loud when somebody touches it.
    private func live(
        _ change: @escaping (inout AlarmRequest) -> Void = { _ in },
        _ body: @escaping @MainActor @Sendable (SimulatedNight) async throws -> Void
    ) async throws -> SimulatedNight {
        let night = try await SimulatedNight("2027-01-05 06:00")
        try await night.live {
            try await night.saveLoudFavourite()
            try await night.addAlarm("up", change)
            try await body(night)
        }
        return night
    }

    private func touched(_ night: SimulatedNight) async throws -> [String] {
        try await night.store.entries(since: nil, device: nil, limit: 1000).filter { $0.actor == .device }
            .map { [$0.name, $0.outcome.rawValue].compactMap(\.self).joined(separator: " ") }
    }

    @Test func touch_silencesTheAlarm_whichRingsAgain() async throws {
        let night = try await live { night in
            try await night.wait(until: "2027-01-05 07:01")
            #expect(await night.state.sound == self.bird)
            await night.peripheral.touchRing()
            #expect(await night.state.favourite != nil)
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(try await night.phases == ["up": .snoozed])
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 07:09:55")
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 07:10:05")
            #expect(try await night.phases == ["up": .ringing])
            #expect(await night.state.isOn)
            #expect(await night.state.sound == self.bird)
            #expect(await night.state.volume == Level(percent: 50))
        }
        #expect(try await touched(night) == ["up snoozed"])
    }

    /// The touch is seen though the volume grows every second.
    @Test func touch_silencesTheAlarm_duringItsCrescendo() async throws {
        let night = try await live {
            $0.crescendo = "2m"
        } _: { night in
            try await night.wait(until: "2027-01-05 07:00:30")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:00:40")
            #expect(try await night.phases == ["up": .snoozed])
            #expect(await !night.state.isOn)
        }
        #expect(try await touched(night) == ["up snoozed"])
    }

    /// Nobody hears of a second touch by then, as its favourite shows what the first one does.
    @Test func routine_goesOn_whenAProgramEnds_afterATouchThatChangesNothing() async throws {
        let night = try await live { night in
            var program = ProgramRequest(device: "nursery", number: 1)
            (program.at, program.duration, program.days) = ("06:10", "20m", "daily")
            (program.sound, program.volume, program.enabled) = ("ocean", 20, true)
            _ = try await night.perform(Endpoints.setProgram, program)
            try await night.addRoutine(at: "06:05", "light blue 40%; sound rain 30%; for 50m")
            try await night.wait(until: "2027-01-05 06:15")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 06:20")
            await night.peripheral.touchRing()
            #expect(await night.state.favourite == 2)
            try await night.wait(until: "2027-01-05 06:35")
            #expect(await night.state.isOn)
            #expect(try await night.step == 1)
        }
        let touched = try await touched(night)
        #expect(touched.suffix(1) == ["program 1 ended changed"], "\(touched)")
    }

    @Test func touch_endsTheAlarm_whenItIsToDismissIt() async throws {
        let night = try await live {
            $0.touch = "dismiss"
        } _: { night in
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(try await night.phases == [:])
            #expect(await !night.state.isOn)
            try await night.wait(until: "2027-01-05 08:00")
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed"])
        #expect(try await touched(night) == ["up dismissed"])
    }

    @Test(arguments: ["snooze", "dismiss"])
    func off_endsTheAlarm_whateverATouchDoes(touch: String) async throws {
        let night = try await live {
            $0.touch = touch
        } _: { night in
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.holdRing()
            try await night.wait(until: "2027-01-05 07:01:10")
            #expect(try await night.phases == [:])
            #expect(await !night.state.isOn)
        }
        #expect(try await night.outcomes() == ["5 started", "5 dismissed"])
    }

    /// Somebody half asleep is not to lose the alarm.
    @Test func ring_goesOn_whenNoSnoozeIsLeftForATouch() async throws {
        let night = try await live {
            ($0.snoozeLimit, $0.color) = (0, "blue")
        } _: { night in
            try await night.wait(until: "2027-01-05 07:01")
            let ring = await night.state
            await night.peripheral.touchRing()
            #expect(await night.state.sound != ring.sound)
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(try await night.phases == ["up": .ringing])
            let after = await night.state
            #expect(after.isOn)
            #expect((after.light, after.sound, after.volume) == (ring.light, ring.sound, ring.volume))
        }
        #expect(try await night.outcomes() == ["5 started"])
        #expect(try await touched(night) == ["light, sound, volume touched"])
    }

    @Test func touch_setsTheLight_duringASunrise() async throws {
        let night = try await live {
            $0.sunrise = "30m"
        } _: { night in
            try await night.wait(until: "2027-01-05 06:45:12")
            #expect(await night.peripheral.isConnected)
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 06:46")
            #expect(try await night.phases == ["up": .sunrise])
            try await night.wait(until: "2027-01-05 07:00:05")
            #expect(try await night.phases == ["up": .ringing])
        }
        #expect(night.story == ["06:30–06:45 warm-white 1%→20%", "06:45 red 100% rain 95%", "07:00 red 100% bird 50%"])
        #expect(try await touched(night) == ["light, sound, volume touched"])
    }

    /// The favourite is over with the touch: what was to be seen below the ring is.
    @Test func touch_leavesWhatASnoozeLeaves_inARoutine() async throws {
        _ = try await live { night in
            try await night.addRoutine(at: "06:30", "light #0000ff 50%; for 2h")
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(try await night.phases == ["up": .snoozed])
            let state = await night.state
            #expect(state.isOn)
            #expect(state.light.appearance == .color(RGBColor(red: 0, green: 0, blue: 255)))
            #expect(state.sound == .none)
        }
    }

    /// Nobody wants a light, neither the alarm nor the routine.
    @Test func touch_leavesNoLight_whereOnlyASoundGoesOn() async throws {
        _ = try await live { night in
            try await night.addRoutine(at: "06:30", "sound rain 30%; for 2h")
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:01:05")
            #expect(try await night.phases == ["up": .snoozed])
            let state = await night.state
            #expect(state.sound == SoundID(rawValue: 7))
            #expect(state.light.brightness == .zero)
        }
    }

    /// Lull reads the device for the command, and finds the touch only then.
    @Test(arguments: [true, false])
    func command_isNewer_thanTheTouchThatItFinds(isOff: Bool) async throws {
        _ = try await live { night in
            try await night.addRoutine("story", at: "06:05", "light #ff0000 40%; sound bird 30%; for 1h")
            try await night.wait(until: "2027-01-05 06:20")
            #expect(await night.state.volume == Level(percent: 30))
            if isOff {
                await night.peripheral.holdRing()
                try await night.light("#00ff00", 20)
            } else {
                await night.peripheral.touchRing()
                try await night.volume(12)
            }
            try await night.wait(until: "2027-01-05 06:25")
            let state = await night.state
            #expect(state.isOn)
            #expect(state.light.brightness == (isOff ? Level(percent: 20) : .full))
            #expect(isOff ? state.sound == .none : ![.none, self.bird].contains(state.sound))
            if !isOff { #expect(state.volume == Level(percent: 12)) }
        }
    }

    /// The second touch plays the favourite as it is, though its volume is there from the first.
    @Test func favourite_isAsLoudAsItIs_afterATouchThatEndedTheAlarm() async throws {
        _ = try await live {
            ($0.touch, $0.color, $0.lightAfter) = ("dismiss", "blue", "1h")
        } _: { night in
            try await night.volume(20)
            try await night.wait(until: "2027-01-05 07:01")
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:02")
            #expect(try await night.phases == ["up": .lightAfter])
            await night.peripheral.touchRing()
            try await night.wait(until: "2027-01-05 07:03")
            #expect(await night.state.sound == SoundID(rawValue: 7))
            #expect(await night.state.volume == Level(percent: 95))
        }
    }
}
