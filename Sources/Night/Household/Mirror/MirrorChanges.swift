// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Finds how the programs of a device become those of the mirror, without a change of anybody else's.
///
/// Nothing is written shortly before or after a program acts, nor while it runs. What is not to act any more is deleted
/// until shortly before its time, and when the mirror is off, also while it runs.
struct MirrorChanges: Hashable, Sendable {
    /// One change.
    enum Step: Hashable, Sendable {
        /// Delete the program with a number, which is Lull's.
        case delete(Int)
        /// Write a program into its slot, which is free or Lull's.
        case write(DeviceProgram)

        /// The number of the slot.
        var number: Int {
            switch self {
            case .delete(let number): number
            case .write(let program): program.number
            }
        }
    }

    /// How long before a program acts nothing is written.
    private static let quiet = Duration.seconds(120)
    /// How long after it is over nothing is written, as the device's clock may be slow.
    private static let after = Duration.seconds(60)
    /// How long before a program acts it is not deleted any more, as that takes a second.
    private static let lastMoment = Duration.seconds(15)
    /// How long after it has begun it is deleted again.
    private static let firstMoment = Duration.seconds(5)

    /// What to do now, deletions first.
    private(set) var steps: [Step] = []
    /// When to do what has to wait.
    private(set) var later: Instant?
    /// What the device holds already.
    private(set) var held: [MirrorRole: Int] = [:]
    /// What no program is free for.
    private(set) var homeless: [MirrorRole] = []
    /// Lull's programs that do what is not to happen any more.
    private(set) var stale: [DeviceProgram] = []

    private let now: Instant
    private let zone: ZoneRules
    private let isOn: Bool

    /// Compares what a device with `slotCount` slots is to hold with the `programs` it holds; `stored` is a program as it
    /// is read back.
    init(
        toHold moments: [MirroredMoment], in programs: [DeviceProgram], slotCount: Int, at now: Instant,
        zone: ZoneRules, isOn: Bool, stored: (DeviceProgram) -> DeviceProgram
    ) {
        (self.now, self.zone, self.isOn) = (now, zone, isOn)
        let own = programs.filter { $0.mirrorRole != nil }
        var free = Set(1...max(slotCount, 1)).subtracting(programs.map(\.number)).sorted()
        var unused = own
        var open: [MirroredMoment] = []
        for moment in moments {
            let place = unused.firstIndex { stored(moment.program(in: $0.number)) == stored($0) }
            guard let place else {
                open.append(moment)
                continue
            }
            held[moment.role] = unused.remove(at: place).number
        }
        stale = unused
        for moment in open {
            var place = unused.firstIndex { $0.mirrorRole == moment.role }
            if let end = place.flatMap({ busyEnd(of: unused[$0], before: Self.quiet, after: nil) }) {
                wait(until: end)
                // It takes the place of the one that runs, unless it is to act before that is over.
                guard moment.at - end <= Self.quiet else { continue }
                place = nil
            }
            let old = place.map { unused[$0] }
            guard let number = old?.number ?? free.first ?? unused.first(where: isDeletable)?.number else {
                if unused.isEmpty { homeless.append(moment.role) }
                continue
            }
            guard isFar(moment) else { continue }
            if let place { unused.remove(at: place) }
            // A program that only gives up its slot is deleted first.
            guard old != nil || free.first == number else {
                wait(until: now + .seconds(1))
                continue
            }
            free.removeAll { $0 == number }
            steps.append(.write(moment.program(in: number)))
        }
        for program in unused where !isDeletable(program) { deletionEnd(of: program).map { wait(until: $0) } }
        steps = unused.filter(isDeletable).map { Step.delete($0.number) } + steps
    }

    /// Whether a moment is not so near that its program would be written while it is to act; after it another one is
    /// wanted.
    private func isFar(_ moment: MirroredMoment) -> Bool { moment.at - now > Self.quiet }

    private func isDeletable(_ program: DeviceProgram) -> Bool { deletionEnd(of: program) == nil }

    /// When a program can be deleted; nil for now.
    private func deletionEnd(of program: DeviceProgram) -> Instant? {
        busyEnd(of: program, before: Self.lastMoment, after: isOn ? nil : Self.firstMoment)
    }

    /// When a program is over that acts so soon, or has begun so lately, or runs at all without `after`; nil if none of
    /// this is so.
    private func busyEnd(of program: DeviceProgram, before: Duration, after: Duration?) -> Instant? {
        let length = after ?? .seconds(program.durationSeconds) + Self.after
        return starts(of: program, from: now - length, to: now + before).last.map { $0 + length }
    }

    private func starts(of program: DeviceProgram, from start: Instant, to end: Instant) -> [Instant] {
        guard program.isEnabled else { return [] }
        return program.starts(after: start, until: end, in: zone).map(\.at)
    }

    private mutating func wait(until instant: Instant) {
        later = later.map { min($0, instant) } ?? instant
    }
}
