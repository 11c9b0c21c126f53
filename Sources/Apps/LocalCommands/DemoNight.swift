// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Composition
import ControlAPI
import LullCommands
import SleepModel

/// The story of the demonstration: what a person does in an evening and a morning, and what reaches the device.
@MainActor
struct DemoNight {
    private let household: SimulatedHousehold
    private let timeline: DemoTimeline
    private let control: any ControlService
    private let device = "nursery"

    init(household: SimulatedHousehold, isQuiet: Bool) {
        self.household = household
        timeline = DemoTimeline(isQuiet: isQuiet)
        control = household.control
    }

    /// Lives through the night and returns its timeline.
    ///
    /// Throws what a command throws, or `internal_error` when the alarm does not ring.
    func live() async throws -> [DemoTimeline.Line] {
        try await evening()
        try await night()
        try await morning()
        timeline.flush(household.events())
        timeline.finish()
        return timeline.lines
    }

    /// The light and the volume of the night so far.
    var chart: DemoChart { DemoChart(states: timeline.states, end: household.clock.now().wall) }

    /// The same as a picture, with what happens.
    var picture: NightPicture {
        NightPicture(
            states: timeline.states, marks: Self.marks, morning: Self.morning,
            end: household.clock.now().wall)
    }

    private func evening() async throws {
        try await act("lull pair \(SimulatedHousehold.address) --as \(device)") {
            _ = try await control.perform(
                Endpoints.pair, PairRequest(address: SimulatedHousehold.address, name: device))
        }
        try await act("lull light \(device) amber 20%") {
            _ = try await control.perform(Endpoints.light, LightRequest(device: device, color: "amber", brightness: 20))
        }
        try await act("lull sound \(device) ocean 30%") {
            _ = try await control.perform(Endpoints.sound, SoundRequest(device: device, sound: "ocean", volume: 30))
        }
        try await act("lull favourite \(device) save 1") {
            _ = try await control.perform(Endpoints.saveFavourite, SlotRequest(device: device, number: 1))
        }
        try await act("lull limit \(device) --volume 50%") {
            _ = try await control.perform(Endpoints.setLimit, LimitRequest(device: device, volume: 50))
        }
        let night = "--sound rain --night-light 'red 5%' --return 10m --wake 06:45"
        try await act("lull bedtime set --device \(device) --at 20:30 --reminder 5m --wind-down 20m \(night)") {
            var request = BedtimeRequest(
                device: device, at: "20:30", windDown: "20m", sound: "rain", wake: "06:45")
            (request.reminder, request.nightLight, request.returnAfter) = ("5m", "red 5%", "10m")
            _ = try await control.perform(Endpoints.setBedtime, request)
        }
        try await act("lull alarm add school --device \(device) --at 07:00 --sunrise 10m --volume 60%") {
            _ = try await control.perform(
                Endpoints.addAlarm,
                AlarmRequest(
                    name: "school", device: device, at: "07:00", sunrise: "10m", sound: "bird", volume: 60))
        }
        try await act("lull nap \(device) 15m --sound wind") {
            _ = try await control.perform(
                Endpoints.startNap, NapRequest(device: device, length: "15m", sound: "wind"))
        }
    }

    private func night() async throws {
        try await wait(until: "2027-01-04T23:00:00Z")
        try await act("lull light \(device) amber 40%") {
            _ = try await control.perform(Endpoints.light, LightRequest(device: device, color: "amber", brightness: 40))
        }
        try await wait(until: "2027-01-05T02:00:00Z")
        try await act("somebody unplugs \(device) for five minutes") {
            await household.unplug(for: .seconds(300))
        }
    }

    private func morning() async throws {
        try await untilRinging(by: "2027-01-05T07:05:00Z")
        try await act("somebody touches \(device)") { await household.touchRing() }
        try await untilRinging(by: "2027-01-05T07:25:00Z")
        try await act("lull alarm dismiss") {
            _ = try await control.perform(Endpoints.dismissAlarm, ScheduleSelection(name: nil, device: nil))
        }
        // The wake light of the bedtime goes out by itself.
        while try await control.perform(Endpoints.bedtimes, DeviceChoice(device: device)).contains(where: {
            $0.phase != nil
        }) {
            try await pass(.seconds(60))
        }
        try await pass(.seconds(60))
    }

    private func wait(until text: String) async throws {
        guard let end = Instant(iso8601: text) else { return }
        while household.clock.now().wall < end {
            try await pass(min(end - household.clock.now().wall, .seconds(600)))
        }
    }

    private func act(_ command: String, _ body: () async throws -> Void) async throws {
        timeline.flush(household.events())
        timeline.note(command, at: household.clock.now().wall)
        try await body()
        // A person takes a moment between two commands.
        try await pass(.seconds(30))
    }

    private func pass(_ duration: Duration) async throws {
        try await household.clock.sleep(for: duration)
        timeline.flush(household.events())
    }

    private func untilRinging(by latest: String) async throws {
        let limit = Instant(iso8601: latest) ?? household.clock.now().wall
        while household.clock.now().wall < limit {
            if try await control.perform(Endpoints.alarms).contains(where: { $0.phase == .ringing }) {
                // Somebody needs a minute to reach for it.
                return try await pass(.seconds(60))
            }
            try await pass(.seconds(30))
        }
        throw ControlError(
            .internalError, "The alarm of the demonstration did not ring in time.", advice: "Please report this.")
    }
}
