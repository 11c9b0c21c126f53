// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
import Scheduling
public import SleepModel

/// A nap, over what is scheduled and under a ringing alarm.
extension CoordinationMachine {
    /// Begins a nap, in place of one that lasts; what was set by hand before it ends.
    public mutating func start(_ nap: Nap, at sample: ClockSample) {
        manual.endAll()
        self.nap = nap
        advanceNap(to: sample)
    }

    /// Ends the nap and what was set by hand on its channels, and turns the device off unless somebody wants it on.
    public mutating func endNap(at sample: ClockSample) {
        guard nap != nil else { return }
        let wanted = intents.keys.filter(\.source.isNap).map(\.channel)
        // Nobody has seen one that ended before this process began; its light ends what was set by hand.
        endHoldsAndRest(on: wanted.isEmpty ? [.power, .light, .sound] : wanted)
        dropNap()
        turnOffUnlessWanted(at: sample)
        // What the process before left of it would show beside what wants the device on now.
        if wanted.isEmpty { noteLeftovers() } else { runs.noteLeftovers() }
    }

    /// Ends the nap, and leaves the device as it is.
    mutating func dropNap() {
        nap = nil
        set([], inPlaceOf: \.isNap)
    }

    /// Lets the nap go on; each part of it ends what was set by hand on its channel before.
    mutating func advanceNap(to sample: ClockSample) {
        guard var nap else { return }
        let elapsed = sample.elapsed(since: nap.start)
        if nap.start.bootID != sample.bootID {
            // From now on a wall clock that is set makes it neither longer nor shorter.
            nap.start = RunAnchor(wall: nap.start.wall, boot: sample.boot - elapsed, bootID: sample.bootID)
            self.nap = nap
        }
        guard let phase = nap.phase(after: elapsed) else { return endNap(at: sample) }
        // What the process before left may not be what the device shows.
        if isAssumed { assumeNothing() }
        let wanted = nap.intents(in: phase, at: sample)
        set(wanted, inPlaceOf: \.isNap)
        for channel in wanted.map(\.channel) {
            let begun = sample.wall - elapsed + nap.partStart(of: channel, after: elapsed)
            if let hold = manual[channel], hold.intent.since < begun { manual.end(channel) }
        }
    }

    /// When the nap does something else, on the boot clock; nil when there is none.
    func nextNapLook(at sample: ClockSample) -> Duration? {
        guard let nap else { return nil }
        let elapsed = sample.elapsed(since: nap.start)
        return [nap.wakes, nap.length, nap.over].first { $0 > elapsed }.map { sample.boot(after: $0, since: nap.start) }
    }

    /// When the nap ends what is set by hand on a channel now; nil when there is no nap.
    public func napTakes(_ channel: DeviceChannel, at sample: ClockSample) -> Instant? {
        guard let nap else { return nil }
        let elapsed = sample.elapsed(since: nap.start)
        return [nap.partTwo(of: channel), nap.over].first { $0 > elapsed }
            .map { sample.wall(after: $0, since: nap.start) }
    }
}

extension Nap {
    /// What it wants of the device.
    fileprivate func intents(in phase: Phase, at sample: ClockSample) -> [ChannelIntent] {
        let music: [ChannelTarget] =
            sound == .none ? [.value(.sound(.none))] : [.value(.volume(volume)), .value(.sound(sound))]
        let targets: [ChannelTarget]
        switch phase {
        case .sleep where sound == .none: targets = [.value(.power(false))]
        case .sleep: targets = [.value(.power(true)), .value(.light(.off))] + music
        case .waking:
            let growth = Ramp(
                from: Light(wakeLight.appearance, brightness: .zero), to: wakeLight,
                startsAt: sample.boot(after: wakes, since: start), duration: length - wakes)
            targets = [.value(.power(true)), .light(growth)] + music
        case .light: targets = [.value(.power(true)), .value(.light(wakeLight)), .value(.sound(.none))]
        }
        let elapsed = sample.elapsed(since: start)
        return targets.map { target in
            let next = partTwo(of: target.channel)
            return ChannelIntent(
                layer: .nap, target: target, since: sample.wall - elapsed,
                until: sample.wall(after: elapsed < next ? next : over, since: start), by: Self.name,
                source: .nap(since: start.wall, part: elapsed < next ? 1 : 2))
        }
    }

    /// How long after its beginning the second part of a channel begins.
    fileprivate func partTwo(of channel: DeviceChannel) -> Duration {
        switch channel {
        case .power, .light: wakes
        case .sound, .volume: length
        }
    }

    /// How long after its beginning the part of a channel began that lasts now.
    fileprivate func partStart(of channel: DeviceChannel, after elapsed: Duration) -> Duration {
        elapsed < partTwo(of: channel) ? .zero : partTwo(of: channel)
    }

    /// What people read as its name.
    static let name = "nap"
}
