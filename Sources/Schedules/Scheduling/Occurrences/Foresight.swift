// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import SleepModel
import Storage

/// What a feature will want from a moment on, if nobody interferes.
public struct Foresight<Intent: Sendable>: Sendable {
    /// The moment.
    public var at: ClockSample
    /// What it wants then.
    public var wanted: [Intent]
    /// Whether the device is switched off if nobody else wants it on.
    public var switchesOff: Bool
}

extension FeatureMachine {
    /// Lives through the time until `end` on the boot clock in advance, with a store that takes everything.
    func foresight(from now: ClockSample, until end: Duration) -> [Foresight<Intent>] {
        var (machine, sample) = (self, now)
        var moments: [Foresight<Intent>] = []
        // A schedule may do something every minute, and nobody asks further ahead than that.
        while moments.count < 500, let delay = machine.nextWake(at: sample).delay(from: sample) {
            sample = sample.after(max(delay, .milliseconds(1)))
            guard sample.boot <= end else { break }
            let before = machine
            for change in machine.advance(to: sample) {
                if case .claim(let record, let settled, _) = change {
                    machine.occurrences.claimed(record, .accepted, settled: settled, at: sample)
                }
            }
            moments.append(
                Foresight(
                    at: sample, wanted: machine.intents(at: sample),
                    switchesOff: machine.switchesOff(after: before, isFirst: false, at: sample)))
        }
        return moments
    }
}

extension StateProvider {
    /// What the feature will want until `end` on the boot clock, at each moment at which that may change.
    public func foresight(from now: ClockSample, until end: Duration) -> [Foresight<Machine.Intent>] {
        machine.foresight(from: now, until: end)
    }
}

extension WakeRequest {
    /// How long until the request is due; nil for one without a deadline.
    fileprivate func delay(from sample: ClockSample) -> Duration? {
        [wall.map { $0 - sample.wall }, boot.map { $0 - sample.boot }].compactMap { $0 }.min()
    }
}
