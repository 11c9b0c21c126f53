// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import SleepModel

/// The time in which no daemon ran, for a device that was on when a daemon saw it last.
struct Downtime: Hashable, Sendable {
    /// Why a device is off that was on.
    enum Finding: Hashable, Sendable {
        /// It lost its power.
        case lossOfPower
        /// Its own sleep timer switched it off.
        case timerEnd
        /// One of its own programs did.
        case program(ProgramEvent)
        /// Somebody switched it off.
        case off
    }

    /// What ran at its end.
    let runs: Set<OccurrenceKey>
    /// When the nap began that lasted at its end; nil when there was none.
    let nap: Instant?
    private let seenOn: SeenOn

    /// Begins after a process that saw the device on, and left these runs and a nap that began then.
    init(after seenOn: SeenOn, running runs: Set<OccurrenceKey>, nap: Instant?) {
        self.seenOn = seenOn
        self.runs = runs
        self.nap = nap
    }

    /// What happened, by the first report; nil when the device is still on, or on again.
    func finding(in state: DeviceState, programs: [DeviceProgram], at now: Instant) -> Finding? {
        guard !state.isOn else { return nil }
        guard state.knowsTheTime(at: now) else { return .lossOfPower }
        if seenOn.hasTimer, state.isTimerRunning != true { return .timerEnd }
        if let event = ProgramEvent(of: programs, behind: [.power], in: state, within: now - seenOn.since) {
            return .program(event)
        }
        return .off
    }
}
