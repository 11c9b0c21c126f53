// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The programs of one device as they were read or written last, and what may still run though somebody changed a
/// program or set the device's clock.
struct ProgramMemory: Sendable {
    /// How long a program may still run after somebody changed, disabled or deleted it, or set the clock: it lasts less
    /// than a day.
    private static let longest = Duration.seconds(86_400)
    /// How many replaced programs, and how many moves of the clock, it keeps.
    private static let limit = 16

    private var slots: [Int: DeviceProgram?] = [:]
    private var replaced: [(program: DeviceProgram, at: Duration)] = []
    private var moves: [ClockMove] = []

    /// Takes what a slot holds, nil if it is empty, at a time since the host's start.
    mutating func note(_ program: DeviceProgram?, in number: Int, at boot: Duration) {
        if let before = slots[number] ?? nil, before != program, before.isEnabled {
            replaced.append((before, boot))
            replaced = replaced.filter { boot - $0.at < Self.longest }.suffix(Self.limit)
        }
        slots.updateValue(program, forKey: number)
    }

    /// Takes that somebody set the device's clock between two reports; one that showed no time before says nothing about
    /// programs.
    mutating func noteClockSet(from before: ObservedState, to after: ObservedState) {
        guard before.state.knowsTheTime(at: before.at), let old = before.state.clock?.secondsAsUTC,
            let new = after.state.clock?.secondsAsUTC
        else { return }
        let seconds = new - old - (after.boot - before.boot).components.seconds
        moves.append(ClockMove(at: after.boot, seconds: seconds))
        moves = moves.filter { after.boot - $0.at < Self.longest }.suffix(Self.limit)
    }

    /// The programs of a device with so many slots; nil until all are known.
    func programs(ofSlots count: Int) -> [DeviceProgram]? {
        guard slots.count == count else { return nil }
        return slots.sorted { $0.key < $1.key }.compactMap(\.value)
    }

    /// What one of `programs`, or one that was replaced, did, if that is why a report differs in these channels from the
    /// one `age` before it.
    func event(
        of programs: [DeviceProgram], behind channels: Set<DeviceChannel>, in observed: ObservedState,
        within age: Duration
    ) -> ProgramEvent? {
        let replaced = replaced.map { ReplacedProgram(program: $0.program, age: observed.boot - $0.at) }
            .filter { $0.age < Self.longest }
        return ProgramEvent(of: programs, replaced: replaced, behind: channels, in: observed.state, within: age)
            ?? ProgramEvent(
                of: programs + replaced.map(\.program), after: moves, behind: channels, in: observed, within: age)
    }
}
