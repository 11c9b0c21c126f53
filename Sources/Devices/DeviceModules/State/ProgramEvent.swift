// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import SleepModel

/// What one of the device's own programs did at its time.
public enum ProgramEvent: Hashable, Sendable {
    /// It began, and the device shows and plays what it holds.
    case started(DeviceProgram)
    /// It was over, and the device went off.
    case ended(DeviceProgram)

    /// How many seconds the time of a report may be off.
    private static let tolerance = 5

    /// The event that explains why a report differs in these channels from the one `age` before it; nil when no program
    /// does that in between.
    ///
    /// Programs go by the device's clock, and so does this. Whatever else happened in between, a program that has ended
    /// since has switched the device off.
    public init?(
        of programs: [DeviceProgram], behind channels: Set<DeviceChannel>, in state: DeviceState, within age: Duration
    ) {
        self.init(of: programs, replaced: [], behind: channels, in: state, within: age)
    }

    /// The same; a program that was replaced may have begun before that.
    init?(
        of programs: [DeviceProgram], replaced: [ReplacedProgram], behind channels: Set<DeviceChannel>,
        in state: DeviceState, within age: Duration
    ) {
        guard let now = state.clock.map({ Int($0.secondsAsUTC) }) else { return nil }
        let span = now - max(0, Int(age.components.seconds)) - Self.tolerance...now + Self.tolerance
        let candidates =
            programs.filter(\.isEnabled).map { ($0, $0.starts(around: now)) }
            + replaced.map { replaced in
                let latest = now - Int(replaced.age.components.seconds) + Self.tolerance
                return (replaced.program, replaced.program.starts(around: now).filter { $0 <= latest })
            }
        for (program, starts) in candidates {
            let isShown = channels.subtracting([.power]).allSatisfy { program.action(of: $0).isFulfilled(by: state) }
            // One that only ends has changed nothing else.
            let ended = starts.contains { start in
                span.contains(start + program.durationSeconds) && (channels == [.power] || span.contains(start))
            }
            // A device that was off before it began is off as before, and only remembers what it showed.
            if !state.isOn, isShown, ended {
                self = .ended(program)
                return
            }
            let started = starts.contains { start in
                span.contains(start) && start + program.durationSeconds > now - Self.tolerance
            }
            if isShown, state.isOn, started {
                self = .started(program)
                return
            }
        }
        return nil
    }

    /// The end of a program that ran when the device's clock was set: it lasts as long as it was to.
    ///
    /// `moves` are what was done to the clock, oldest first.
    init?(
        of programs: [DeviceProgram], after moves: [ClockMove], behind channels: Set<DeviceChannel>,
        in observed: ObservedState, within age: Duration
    ) {
        guard channels == [.power], !observed.state.isOn, var clock = observed.state.clock?.secondsAsUTC else {
            return nil
        }
        for move in moves.reversed() {
            clock -= move.seconds
            let moved = clock - (observed.boot - move.at).components.seconds
            let span = clock - max(0, age.components.seconds) - Int64(Self.tolerance)...clock + Int64(Self.tolerance)
            for program in programs where program.isEnabled {
                let ends = program.starts(around: Int(clock)).filter { $0 <= moved }.map {
                    $0 + program.durationSeconds
                }
                guard ends.contains(where: { span.contains(Int64($0)) }) else { continue }
                self = .ended(program)
                return
            }
        }
        return nil
    }

    /// The program.
    public var program: DeviceProgram {
        switch self {
        case .started(let program), .ended(let program): program
        }
    }

    /// Whether the program began.
    public var isStart: Bool {
        if case .started = self { true } else { false }
    }

    /// What happened, as part of a log line; a program of the mirror goes by its name, as it may be in any slot.
    public var words: String {
        let name = program.mirrorRole == nil ? "program \(program.number)" : "program “\(program.name)”"
        return isStart ? "\(name) started" : "\(name) ended"
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

    /// Its starts in the week before and until tomorrow, in seconds of the device's clock, and so the last one that has
    /// ended: a program lasts less than a day.
    fileprivate func starts(around now: Int) -> [Int] {
        let today = CivilDate(daysSince1970: now / 86_400)
        return (-8...1).map { today.adding(days: $0) }.filter { days.contains($0.weekday) }
            .map { Int(CivilDateTime(date: $0, time: start).secondsAsUTC) }
    }
}
