// SPDX-License-Identifier: Apache-2.0

public import Clocks

extension SimulatedRest {
    /// A short touch of the ring: the next favourite that is on it, or the first when none plays.
    ///
    /// While off it switches on, with the favourite that played last if there was one. Nothing happens while a program
    /// with a toddler lock runs.
    public mutating func touchRing(at sample: ClockSample) -> [Effect] {
        advance(to: sample) + change { $0.touch() }
    }

    /// A touch of four seconds: off, unless a program with a toddler lock runs.
    public mutating func holdRing(at sample: ClockSample) -> [Effect] {
        advance(to: sample)
            + change { rest in
                if !rest.isRingLocked { rest.switchOff() }
            }
    }

    private var isRingLocked: Bool { running?.locksRing ?? false }

    private mutating func touch() {
        guard !isRingLocked else { return }
        let ring = RestCommand.favourites.filter { favourites[$0 - 1].isOnRing }
        let current = registers.favourite
        if registers.isOn {
            if let next = ring.first(where: { $0 > current ?? 0 }) ?? ring.first { play(next) }
        } else {
            registers.isOn = true
            if let next = current ?? ring.first { play(next) }
        }
    }
}
