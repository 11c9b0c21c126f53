// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import Scheduling
import SleepModel

extension RunningHousehold {
    /// How long a loop may take to look at the clock before it counts as stuck: longer than it waits for the store.
    static let loopPatience = Duration.seconds(5)

    /// Finds out what keeps alarms from ringing; comes back after five seconds of real time, at the latest.
    ///
    /// `unsaved` is what the store says of itself.
    public func health(unsaved: String?) async -> HouseholdHealth {
        var health = HouseholdHealth()
        health.schedulesRun = schedulesRun.isSet
        if health.schedulesRun { (health.isStuck, health.stuckDevices) = await stuckLoops() }
        health.clock =
            !timekeeper.trust.isTrusted
            ? .awaited : timekeeper.trust.isPlausible(configuration.nightClock.now().wall) ? .right : .doubted
        health.unsaved = unsaved
        health.radio = radioProblem.map { problem in
            let isConnected = events.links.values.contains { [.connected, .held].contains($0) }
            let isLong = radioWatch.isLong(at: configuration.radioClock.now().boot)
            return HouseholdHealth.RadioProblem(message: problem, isLasting: isLong && !isConnected)
        }
        let lost = devices.all.filter(\.isOutOfReach)
        health.hasReach = lost.isEmpty || lost.count < devices.all.count
        health.lostDevices = lost.map { events.name($0.address) }.sorted()
        return health
    }

    /// Asks all loops at the same time; returns whether the one that follows the clock is stuck, and the names of the
    /// devices whose loops are.
    private func stuckLoops() async -> (isStuck: Bool, devices: [String]) {
        let own = questions.ask()
        let asked = devices.all.map { (device: $0, question: $0.questions.ask()) }
        defer {
            questions.withdraw(own)
            for (device, question) in asked { device.questions.withdraw(question) }
        }
        signal.raise()
        lookAgain()
        let all = [own] + asked.map(\.question)
        _ = try? await withDeadline(Self.loopPatience, on: configuration.radioClock) {
            for question in all { await question.valueUnlessCancelled() }
        }
        let stuck = asked.filter { !$0.question.isSet && devices.controller(of: $0.device.key) === $0.device }
        return (!own.isSet, stuck.map { events.name($0.device.address) }.sorted())
    }
}
