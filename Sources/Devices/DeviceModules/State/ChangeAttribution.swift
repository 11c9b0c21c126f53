// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// Finds out who changed what a device reports: Lull, somebody at the device or with another program, or a loss of
/// power.
///
/// A report follows a write by up to a second and may show an earlier step of a fade, so every value written lately
/// counts as Lull's own, and every one written since the last report. (Others ignore reports for two seconds after a
/// write: DavidSchinazi/hatch_rest_homeassistant.)
struct ChangeAttribution: Sendable {
    /// What a report means beside the state in it.
    enum Finding: Hashable, Sendable {
        /// Only what Lull wrote has changed, or nothing is known from before.
        case own
        /// These channels were changed by somebody else.
        case foreign(Set<DeviceChannel>)
        /// These channels differ from what was seen before the link was lost, and the report alone does not say why.
        case unexplained(Set<DeviceChannel>)
        /// The device's own sleep timer switched it off.
        case timerEnd
        /// The device is off and has forgotten what it showed or what time it is.
        case restart
        /// The report is older than one that came before it, or may be, and says nothing.
        case outdated
    }

    /// When something happened, on two clocks since the host's start: radios follow real time, and the device's own
    /// clock follows the time of the night.
    struct Moment: Hashable, Sendable {
        var radio: Duration
        var night: Duration
        /// The date and time of the night.
        var wall: Instant
    }

    private struct Write {
        var action: DeviceAction
        var at: Duration
        /// What was shown before it: pushed reports and read ones may come out of order.
        var before: DeviceAction?
        /// Whether a report has shown it since.
        var isShown = false
    }

    /// How long a written value counts as Lull's own when it is reported.
    private static let echo = Duration.seconds(10)
    /// How long after a write an advertisement may be older than the write.
    private static let staleAdvertisement = Duration.seconds(2)
    /// How far a device's clock may be off without counting as started anew.
    private static let clockTolerance = Duration.seconds(120)
    /// How long after the first report a change may still be the echo of a write by a process that was killed.
    private static let settling = Duration.seconds(2)
    /// How long after a write a report may still be older than it, though the new value has been seen already.
    private static let disorder = Duration.seconds(1)
    /// How many seconds of the device's clock a report may be older than one that came before it.
    private static let longestDisorder: Int64 = 60
    private static let writeLimit = 64

    private var settlesUntil = Duration.zero
    private var known: (state: DeviceState, at: Moment)?
    /// Whether the link was lost since the last report.
    private var isLost = false
    /// What was shown before somebody else made what is shown now.
    private var previous: DeviceState?
    private var writes: [Write] = []

    /// Notes that a value is about to be written.
    mutating func wrote(_ action: DeviceAction, at moment: Moment) {
        writes = writes.filter { isRecent($0, at: moment.radio) }
        if writes.count == Self.writeLimit { writes.removeFirst() }
        writes.append(Write(action: action, at: moment.radio, before: known?.state.action(of: action.channel)))
    }

    /// Whether a report has shown the value since it was last written to its channel.
    func hasShown(_ action: DeviceAction) -> Bool {
        writes.last { $0.action.channel == action.channel }.map { $0.action == action && $0.isShown } ?? false
    }

    /// Notes that the link was lost: what the device shows now says nothing about who changed it.
    mutating func forget() {
        isLost = known != nil
        previous = nil
    }

    /// Whether to ignore an advertisement because it may be older than the last write.
    func isStale(advertisedAt moment: Moment) -> Bool {
        writes.last.map { moment.radio - $0.at < Self.staleAdvertisement } ?? false
    }

    /// Whether a state that was only advertised differs from what is known: by more than what Lull wrote, because the
    /// device has lost its clock, or because a sleep timer runs there or does not any more.
    func isNews(_ state: DeviceState, to latest: DeviceState, at moment: Moment) -> Bool {
        DeviceChannel.allCases.contains { isForeign($0, in: state, before: latest, at: moment.radio) }
            || known.map { hasLostClock(state, since: $0, at: moment) } ?? isClockAbsurd(state, at: moment)
            || state.isTimerRunning != nil && state.isTimerRunning != latest.isTimerRunning
    }

    /// Takes a report that was read or notified over a connection.
    ///
    /// Pushed reports and read ones may come out of order.
    mutating func observe(_ state: DeviceState, at moment: Moment) -> Finding {
        let finding = finding(in: state, at: moment)
        guard finding != .outdated else { return finding }
        if let before = known?.state, !before.shows(sameAs: state) { previous = finding == .own ? nil : before }
        known = (state, moment)
        return finding
    }

    private mutating func finding(in state: DeviceState, at moment: Moment) -> Finding {
        for index in writes.indices where writes[index].action.isFulfilled(by: state) { writes[index].isShown = true }
        guard let known else {
            settlesUntil = moment.radio + Self.settling
            return .own
        }
        guard moment.radio >= settlesUntil else {
            isLost = false
            return .own
        }
        let channels = DeviceChannel.allCases
        guard !channels.contains(where: { isBehind($0, in: state, before: known.state, at: moment.radio) }) else {
            return .outdated
        }
        let foreign = Set(channels.filter { isForeign($0, in: state, before: known.state, at: moment.radio) })
        defer { isLost = false }
        guard !foreign.isEmpty else { return .own }
        // A clock that began anew says what happened, also where the link was lost. What the device would show if it were
        // on is as new, too, so it may have been off before.
        let hasRestarted = !state.isOn && hasLostClock(state, since: known, at: moment)
        // A device plays one of its favourites only when somebody touches it, so that says who it was.
        let hasPlayed = state.favourite != nil && state.favourite != known.state.favourite
        guard !isLost || hasRestarted || state.isOn && hasPlayed else { return .unexplained(foreign) }
        guard !isOlder(state, than: known.state, at: moment) else { return .outdated }
        let hasRunOut = known.state.isTimerRunning == true && state.isTimerRunning == false
        if foreign == [.power], !state.isOn, hasRunOut { return .timerEnd }
        if hasRestarted { return .restart }
        // A device whose clock goes on may have been changed in several ways since it was last heard: somebody may have
        // touched it until it was off.
        let isClockKnown = known.state.clock != nil && state.clock != nil
        let hasForgotten =
            isClockKnown ? foreign.count == DeviceChannel.allCases.count && !hasPlayed : foreign.count > 1
        return known.state.isOn && !state.isOn && foreign.contains(.power) && hasForgotten
            ? .restart : .foreign(foreign)
    }

    private func isForeign(
        _ channel: DeviceChannel, in state: DeviceState, before: DeviceState, at boot: Duration
    ) -> Bool {
        guard state.action(of: channel) != before.action(of: channel) else { return false }
        return !writes.contains { write in
            guard write.action.channel == channel else { return false }
            let isEcho =
                isRecent(write, at: boot) && write.action.isFulfilled(by: state) && !isReplaced(write, at: boot)
            return isEcho || boot - write.at <= Self.disorder && write.before?.isFulfilled(by: state) == true
        }
    }

    /// Whether a channel shows again what was there before the last write, though another report has shown what was written.
    ///
    /// So soon after the write that may be an older report. Otherwise somebody changed it back, and the next report tells.
    private func isBehind(
        _ channel: DeviceChannel, in state: DeviceState, before: DeviceState, at boot: Duration
    ) -> Bool {
        guard state.action(of: channel) != before.action(of: channel),
            let write = writes.last(where: { $0.action.channel == channel })
        else { return false }
        return write.isShown && boot - write.at <= Self.disorder
            && write.before?.isFulfilled(by: state) == true && !write.action.isFulfilled(by: state)
    }

    /// Whether a report is older than the one before it.
    ///
    /// An earlier time of the device says so. With the same time, it counts as older if it shows what was shown before the
    /// last change; if somebody changed that back within the second, the next report shows it.
    private func isOlder(_ state: DeviceState, than known: DeviceState, at moment: Moment) -> Bool {
        guard let clock = state.clock, let latest = known.clock, !isClockAbsurd(state, at: moment) else { return false }
        if clock == latest { return previous?.shows(sameAs: state) ?? false }
        return (1...Self.longestDisorder).contains(latest.secondsAsUTC - clock.secondsAsUTC)
    }

    /// Whether the device has shown a later write to the same channel, long enough ago for no older report to come in.
    private func isReplaced(_ write: Write, at boot: Duration) -> Bool {
        writes.contains { later in
            later.action.channel == write.action.channel && later.at > write.at && later.isShown
                && boot - later.at > Self.disorder
        }
    }

    /// Whether the next report may show what was written, however late it comes: a device may be silent for long.
    private func isRecent(_ write: Write, at boot: Duration) -> Bool {
        boot - write.at <= Self.echo || known.map { write.at >= $0.at.radio } ?? true
    }

    /// Whether the device shows a time that nobody sets.
    private func isClockAbsurd(_ state: DeviceState, at moment: Moment) -> Bool {
        state.clock != nil && !state.knowsTheTime(at: moment.wall)
    }

    /// Whether the device's clock began anew: it shows a time that nobody sets, and not the one that was to follow.
    ///
    /// A clock that somebody sets says nothing about a loss of power.
    private func hasLostClock(
        _ state: DeviceState, since known: (state: DeviceState, at: Moment), at moment: Moment
    ) -> Bool {
        guard let before = known.state.clock else { return false }
        guard let now = state.clock else { return true }
        guard isClockAbsurd(state, at: moment) else { return false }
        let gone = Duration.seconds(now.secondsAsUTC - before.secondsAsUTC) - (moment.night - known.at.night)
        return gone > Self.clockTolerance || gone < .zero - Self.clockTolerance
    }
}

extension DeviceState {
    /// How far the clock of a device that somebody has set is from the host's at most, in seconds.
    ///
    /// Zones are less than that, and so is a drift of years; a device that lost its power shows a time decades away.
    private static let longestClockError: Int64 = 2 * 86_400

    /// Whether the device's clock shows a time that somebody may have set.
    public func knowsTheTime(at now: Instant) -> Bool {
        clock.map { abs($0.secondsAsUTC - now.secondsSince1970) <= Self.longestClockError } ?? false
    }

    /// Whether all channels show the same.
    func shows(sameAs other: DeviceState) -> Bool {
        DeviceChannel.allCases.allSatisfy { action(of: $0) == other.action(of: $0) }
    }
}
