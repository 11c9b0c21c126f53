// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Decides when to set a device's clock: its own programs run by it.
///
/// What the device reported last tells what its clock shows now. So a zone change, a loss of power and a clock that was
/// never set look the same: it does not show the local time. A clock that is only a little fast or slow is set once a day.
struct DeviceClockCheck: Hashable, Sendable {
    /// Why the clock is set.
    enum Reason: Hashable, Sendable {
        /// The device was paired, and its clock shows another time, if any.
        case paired
        /// It shows a time that nobody sets.
        case lostPower
        /// It is that far ahead, or behind if below zero, as after a change of the household's zone.
        case off(by: Duration)
        /// It is a little fast or slow, and has not been set for a day.
        case daily

        /// How a log line about it begins.
        static let logPrefix = "device clock "

        /// What the log says about it.
        var logName: String { Self.logPrefix + words }

        /// How it ends a log line.
        var words: String {
            switch self {
            case .paired: "after pairing"
            case .lostPower: "after a loss of power"
            case .daily: "as every day"
            case .off(let error):
                "because it was \(DurationText.format(error < .zero ? .zero - error : error)) "
                    + (error < .zero ? "behind" : "ahead")
            }
        }
    }

    /// What the clock of a device showed.
    private struct Reading: Hashable, Sendable {
        /// In seconds since 1970 as if it were UTC; nil where it showed no time.
        var shown: Int?
        /// On the boot clock.
        var at: Duration
    }

    /// How far off the clock of a device may be that is paired, in seconds: a report is a moment old.
    private static let pairingTolerance = 10
    /// How far off it may be later; zones are at least a quarter of an hour apart.
    private static let tolerance = 10 * 60
    /// How far off it may be while programs act by it beside the host.
    ///
    /// A notice says that one was further off, whether programs act by it or not.
    private static let exactTolerance = 30
    /// How far off it may be when it is set once a day, in seconds.
    private static let dailyTolerance = 2
    /// How long it goes on as it is after that.
    private static let day = Duration.seconds(86_400)
    /// The hours in which clocks are set to summer or winter time, when it is not set without need.
    private static let nightHours = 0..<4
    /// How far off a clock is at most that somebody has set: less than two days by zones and by a drift of years.
    private static let longestError = 2 * 86_400
    /// How long before something begins on the device the clock is left alone, as setting it takes the link for seconds.
    private static let quietTime = Duration.seconds(60)
    /// How long to leave a device alone that does not take the time.
    private static let patience = Duration.seconds(3600)
    /// When to look again while something rings or is about to begin.
    private static let pause = Duration.seconds(30)

    private var reading: Reading?
    /// Whether programs are relied on, which run by the clock.
    var isReliedOn = false
    /// When it was set last, on the boot clock.
    private var setAt: Duration?
    /// When it was first seen, on the boot clock.
    private var seenAt: Duration?
    private var isNew = false
    /// Whether it is being set.
    private(set) var isUnderWay = false
    private var refusedUntil: Duration?

    /// Notes what a device that was just paired shows.
    mutating func paired(_ clock: CivilDateTime?, at boot: Duration) {
        isNew = true
        saw(clock, at: boot)
    }

    /// Notes what the clock of the device showed in a report over a connection.
    mutating func saw(_ clock: CivilDateTime?, at boot: Duration) {
        reading = Reading(shown: clock.map { Int($0.secondsAsUTC) }, at: boot)
        seenAt = seenAt ?? boot
    }

    /// Whether to set the clock now, and why; `local` is the time it is to show, and `next` is when something begins on
    /// the device.
    ///
    /// Counts as an attempt, which ends with `wasSet` or `failed`.
    mutating func decide(
        at moment: (boot: Duration, wall: Instant), local: CivilDateTime, next: Instant?, rings: Bool
    ) -> Reason? {
        guard let reason = reason(at: moment.boot, local: local) else {
            // It was right when it was paired.
            if reading != nil { isNew = false }
            return nil
        }
        guard !isUnderWay, !isBusy(at: moment.wall, next: next, rings: rings) else { return nil }
        isUnderWay = true
        return reason
    }

    /// When to look again, though nothing is reported, because the clock is to be set and something is in the way.
    func nextLook(
        at moment: (boot: Duration, wall: Instant), local: CivilDateTime, next: Instant?, rings: Bool
    ) -> Instant? {
        guard reason(at: moment.boot, local: local) != nil, !isUnderWay,
            isBusy(at: moment.wall, next: next, rings: rings)
        else { return nil }
        return moment.wall + Self.pause
    }

    /// The device shows the time it was given.
    mutating func wasSet(to clock: CivilDateTime, at boot: Duration) {
        isUnderWay = false
        isNew = false
        refusedUntil = nil
        setAt = boot
        saw(clock, at: boot)
    }

    /// The device did not take the time.
    ///
    /// One that was not reached gets it when it reports again.
    mutating func failed(isReached: Bool, at boot: Duration) {
        isUnderWay = false
        reading = nil
        if isReached { refusedUntil = boot + Self.patience }
    }

    /// Whether it shows the time as exactly as programs need it; nil while nobody knows.
    func isExact(at boot: Duration, local: CivilDateTime) -> Bool? {
        reading.map { reading in
            error(of: reading, at: boot, local: local).map { abs($0) <= Self.exactTolerance } ?? false
        }
    }

    /// How many seconds it is ahead; nil where it shows no time.
    private func error(of reading: Reading, at boot: Duration, local: CivilDateTime) -> Int? {
        reading.shown.map { $0 + Int((boot - reading.at).components.seconds) - Int(local.secondsAsUTC) }
    }

    private func isBusy(at now: Instant, next: Instant?, rings: Bool) -> Bool {
        rings || next.map { $0 <= now + Self.quietTime } ?? false
    }

    private func reason(at boot: Duration, local: CivilDateTime) -> Reason? {
        guard let reading, refusedUntil.map({ boot >= $0 }) ?? true else { return nil }
        guard let error = error(of: reading, at: boot, local: local) else { return isNew ? .paired : .lostPower }
        if isNew { return abs(error) > Self.pairingTolerance ? .paired : nil }
        if abs(error) > Self.longestError { return .lostPower }
        if abs(error) > (isReliedOn ? Self.exactTolerance : Self.tolerance) { return .off(by: .seconds(error)) }
        let since = setAt ?? (isReliedOn ? nil : seenAt)
        let isDue = abs(error) > Self.dailyTolerance && (since.map { boot - $0 >= Self.day } ?? isReliedOn)
        guard isDue, !Self.nightHours.contains(local.time.hour) else { return nil }
        return abs(error) > Self.exactTolerance ? .off(by: .seconds(error)) : .daily
    }
}
