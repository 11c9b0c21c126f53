// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import SleepModel

/// What one of the device's own programs did at its time.
public enum ProgramEvent: Hashable, Sendable {
    /// It began, and the device shows and plays what it holds.
    case started(DeviceProgram)
    /// It was over, and the device went off.
    case ended(DeviceProgram)

    /// How exactly the time of a report is known: it may be a few seconds behind what it tells.
    private static let tolerance = 5
    /// How far back an event may lie when the device was not listened to meanwhile.
    private static let longest = 10 * 60

    /// The event behind what a report shows otherwise than the one before it; nil when no program does that then.
    ///
    /// Programs go by the device's clock, and so does this. Of the one before only the time on that clock counts.
    public init?(
        of programs: [DeviceProgram], behind channels: Set<DeviceChannel>, in state: DeviceState,
        after before: DeviceState?
    ) {
        guard let now = state.clock?.seconds else { return nil }
        let since = max(before?.clock?.seconds ?? .min, now - Self.longest) - Self.tolerance
        let span = since...(max(since, now) + Self.tolerance)
        for program in programs where program.isEnabled {
            let starts = program.starts(around: now)
            let ends = starts.map { $0 + program.durationSeconds }
            if channels == [.power], !state.isOn, ends.contains(where: span.contains) {
                self = .ended(program)
                return
            }
            let isShown = channels.allSatisfy { program.action(of: $0).isFulfilled(by: state) }
            if isShown, starts.contains(where: span.contains) {
                self = .started(program)
                return
            }
        }
        return nil
    }

    /// What happened, as part of a log line.
    public var words: String {
        switch self {
        case .started(let program): "program \(program.number) started"
        case .ended(let program): "program \(program.number) ended"
        }
    }
}

extension DeviceProgram {
    /// What a channel shows while the program runs.
    fileprivate func action(of channel: DeviceChannel) -> DeviceAction {
        switch channel {
        case .power: .power(true)
        case .light: .light(light)
        case .sound: .sound(sound)
        case .volume: .volume(volume)
        }
    }

    /// Its starts from the day before yesterday until tomorrow, in seconds of the device's clock; a sleep timer and a
    /// program last less than a day.
    fileprivate func starts(around now: Int) -> [Int] {
        let today = CivilDate(daysSince1970: now / 86_400)
        return (-2...1).map { today.adding(days: $0) }.filter { days.contains($0.weekday) }
            .map { CivilDateTime(date: $0, time: start).seconds }
    }
}

extension CivilDateTime {
    /// Seconds since 1970 as if the time were UTC, to tell times of one device's clock apart.
    var seconds: Int { date.daysSince1970 * 86_400 + time.secondsSinceMidnight }
}
