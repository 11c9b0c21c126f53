// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Tells apart who changed what a device reports: Lull's own writes, somebody at the device or with another program, or
/// a device that lost its power.
///
/// A report follows a write by up to a second and may show a step of a fade that is over already, so every value written
/// lately counts as Lull's own. (Others ignore reports for two seconds after a write: DavidSchinazi/hatch_rest_homeassistant.)
struct ChangeAttribution: Sendable {
    /// What a report means beside the state in it.
    enum Finding: Hashable, Sendable {
        /// Nothing changed but what Lull wrote, or nothing is known from before.
        case own
        /// These channels were changed by somebody else.
        case foreign(Set<DeviceChannel>)
        /// The device came back off and has forgotten what it showed or what time it is.
        case restart
    }

    /// When something happened, on two clocks since the host's start: radios live in real time, and the device's own
    /// clock in that of the night.
    struct Moment: Hashable, Sendable {
        var radio: Duration
        var night: Duration
    }

    private struct Write {
        var action: DeviceAction
        var at: Duration
    }

    /// For how long a value that was written counts as Lull's own when it is reported.
    private static let echo = Duration.seconds(10)
    /// For how long after a write an advertisement may be one from before it.
    private static let staleAdvertisement = Duration.seconds(2)
    /// How far a device's clock may be from where it should be without having been lost.
    private static let clockTolerance = Duration.seconds(120)
    /// For how long after the first report, or the first after a loss, what changes may still be an echo of what was
    /// written before it, by a process that was killed for example.
    private static let settling = Duration.seconds(2)
    private static let writeLimit = 64

    private var settlesUntil = Duration.zero
    private var known: (state: DeviceState, at: Moment)?
    private var writes: [Write] = []
    private var clockWrittenAt: Duration?

    /// Notes that a value is about to be written.
    mutating func wrote(_ action: DeviceAction, at moment: Moment) {
        writes.removeAll { moment.radio - $0.at > Self.echo }
        if writes.count == Self.writeLimit { writes.removeFirst() }
        writes.append(Write(action: action, at: moment.radio))
    }

    /// Notes that the device's clock is about to be set.
    mutating func wroteClock(at moment: Moment) {
        clockWrittenAt = moment.radio
    }

    /// The link was lost: what the device shows now says nothing about who changed it.
    mutating func forget() {
        known = nil
        writes = []
    }

    /// Whether an advertisement is to be ignored, as it may be older than the last write.
    func isStale(advertisedAt moment: Moment) -> Bool {
        writes.last.map { moment.radio - $0.at < Self.staleAdvertisement } ?? false
    }

    /// Takes a report in the order of their arrival.
    mutating func observe(_ state: DeviceState, at moment: Moment) -> Finding {
        defer { known = (state, moment) }
        guard let known else {
            settlesUntil = moment.radio + Self.settling
            return .own
        }
        guard moment.radio >= settlesUntil else { return .own }
        let foreign = Set(
            DeviceChannel.allCases.filter { isForeign($0, in: state, before: known.state, at: moment.radio) })
        guard !foreign.isEmpty else { return .own }
        let hasForgotten = foreign.count > 1 || hasLostClock(state, since: known, at: moment)
        return known.state.isOn && !state.isOn && foreign.contains(.power) && hasForgotten
            ? .restart : .foreign(foreign)
    }

    private func isForeign(
        _ channel: DeviceChannel, in state: DeviceState, before: DeviceState, at boot: Duration
    ) -> Bool {
        guard state.action(of: channel) != before.action(of: channel) else { return false }
        return !writes.contains { write in
            write.action.channel == channel && boot - write.at <= Self.echo && write.action.isFulfilled(by: state)
        }
    }

    private func hasLostClock(
        _ state: DeviceState, since known: (state: DeviceState, at: Moment), at moment: Moment
    ) -> Bool {
        guard clockWrittenAt.map({ moment.radio - $0 > Self.echo }) ?? true, let before = known.state.clock else {
            return false
        }
        guard let now = state.clock else { return true }
        let gone = Duration.seconds(now.seconds - before.seconds) - (moment.night - known.at.night)
        return gone > Self.clockTolerance || gone < .zero - Self.clockTolerance
    }
}

extension CivilDateTime {
    fileprivate var seconds: Int { date.daysSince1970 * 86_400 + time.secondsSinceMidnight }
}
