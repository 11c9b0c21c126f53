// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceBench
import DeviceModules
import SimulatedDevice
import SleepModel

/// An action a second of every device for a while.
struct ScaleRound {
    private let isTransient: Bool
    private var asked = 0
    private var outcomes: [ActionOutcome: Int] = [:]
    private var delays: [WriteWatch.Delay] = []
    private var processor = Duration.zero
    private var took = Duration.zero
    /// Devices that show something else than their last action, or of which something else is believed.
    private var strayed: [Int] = []

    private init(isTransient: Bool) {
        self.isTransient = isTransient
    }

    /// Asks all in the same moment of each second, or evenly spread over it, whether or not the device is done with what
    /// it was asked before, and waits for all results.
    static func run(
        _ devices: [BenchDevice], seconds: Int, isTogether: Bool, isTransient: Bool, clock: any NightClock
    ) async -> ScaleRound {
        var round = ScaleRound(isTransient: isTransient)
        let tally = OutcomeTally()
        for device in devices { _ = device.watch.take() }
        let (figures, begin) = (ProcessFigures.now, clock.now().monotonic)
        // The first turn is one that no round before this one ended with.
        let first = isTransient ? 1 : seconds + 1
        await withDiscardingTaskGroup { group in
            for index in 0..<seconds * devices.count {
                let due =
                    begin + .seconds(1) * (isTogether ? index / devices.count * devices.count : index) / devices.count
                let wait = due - clock.now().monotonic
                if wait > .zero { try? await clock.sleep(for: wait) }
                group.addTask {
                    let device = devices[index % devices.count]
                    let outcome = await device.act(
                        first + index / devices.count, due: due, isTransient: isTransient)
                    tally.count(outcome)
                }
            }
        }
        round.asked = seconds * devices.count
        round.took = clock.now().monotonic - begin
        round.processor = ProcessFigures.now.processor - figures.processor
        round.outcomes = tally.counts
        round.delays = devices.flatMap { $0.watch.take() }
        for device in devices where await !device.shows(turn: first + seconds - 1) {
            round.strayed.append(device.number)
        }
        return round
    }

    /// Whether every action reached its device or gave way to a newer one, and every device shows its last.
    var hasLostNothing: Bool {
        let wanted = outcomes[isTransient ? .unconfirmed : .confirmed] ?? 0
        let superseded = outcomes[.superseded] ?? 0
        return strayed.isEmpty && wanted + superseded == asked && delays.count >= wanted && delays.count <= asked
    }

    /// The figures in words.
    var table: String {
        let asked = delays.map(\.sinceAsked).sorted()
        let due = delays.map(\.sinceDue).sorted()
        let results = outcomes.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", ")
        return """
            \(isTransient ? "steps of a fade: write" : "changes: read, write, read")
              actions                   \(self.asked) in \(took.inMilliseconds)
              results                   \(results)
              reached the device        \(delays.count)
              devices gone astray       \(strayed.count)
              lost                      \(hasLostNothing ? "nothing" : "SOMETHING")
              action to write           \(Self.spread(asked))
              due to write              \(Self.spread(due))
              processor time per action \((processor / max(self.asked, 1)).inMilliseconds)
            """
    }

    private static func spread(_ sorted: [UInt32]) -> String {
        guard let longest = sorted.last else { return "no figures" }
        func percentile(_ percent: Int) -> String { words(sorted[(sorted.count - 1) * percent / 100]) }
        func words(_ nanoseconds: UInt32) -> String { Duration.nanoseconds(Int64(nanoseconds)).inMilliseconds }
        return "p50 \(percentile(50))   p99 \(percentile(99))   max \(words(longest))"
    }
}

extension BenchDevice {
    /// Whether the device shows what `turn` asked for, and the modules say so as well.
    fileprivate func shows(turn: Int) async -> Bool {
        let wanted = DeviceAction.light(Self.light(turn))
        guard let read = try? await sender.readState(), let believed = emitter.latest?.state else { return false }
        let actual = await peripheral.settledState
        return [read, believed, actual].allSatisfy(wanted.isFulfilled)
    }
}
