// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Coordination
import Scheduling
public import SleepModel

/// A nap that lasts.
public struct RunningNap: Hashable, Sendable {
    /// What it is.
    public var nap: Nap
    /// What it does now.
    public var phase: Nap.Phase
    /// When it began.
    public var since: Instant
    /// When the sound ends, if nobody sets the clock meanwhile.
    public var end: Instant
    /// When its light goes out, if nobody sets the clock meanwhile.
    public var over: Instant
}

/// Naps on the device.
extension DeviceController {
    /// The nap that lasts; nil when there is none.
    public var runningNap: RunningNap? {
        guard let nap = coordinator.nap(of: address) else { return nil }
        let sample = clock.now()
        let elapsed = sample.elapsed(since: nap.start)
        guard let phase = nap.phase(after: elapsed) else { return nil }
        return RunningNap(
            nap: nap, phase: phase, since: (sample.wall - elapsed).nearestSecond,
            end: sample.wall(after: nap.length, since: nap.start), over: sample.wall(after: nap.over, since: nap.start))
    }

    /// Begins a nap, in place of one that lasts, over whatever runs; what was set by hand before ends.
    public func startNap(length: Duration, sound: SoundID, volume: Level, wakeLight: Light) async {
        await noteNap()
        if let knownNap { await noteNap(knownNap, .cancelled, by: .person) }
        let nap = Nap(length: length, sound: sound, volume: volume, wakeLight: wakeLight, start: clock.now().anchor)
        knownNap = nap
        await noteNap(nap, .started, by: .person)
        coordinator.start(nap, on: address)
        await holdRecord.save()
    }

    /// Ends the nap; does nothing when there is none.
    public func endNap() async {
        guard let nap = knownNap else { return }
        knownNap = nil
        await noteNap(nap, .cancelled, by: .person)
        coordinator.endNap(on: address)
        await holdRecord.save()
    }

    /// Logs that a nap is over, which the coordinator has ended by itself.
    func noteNap() async {
        guard let nap = knownNap, coordinator.nap(of: address) == nil else { return }
        knownNap = nil
        await noteNap(nap, .done, by: .schedule)
    }

    /// When the light of a nap begins to grow; nil when it does already, or there is no nap.
    var napWake: Instant? {
        guard let nap = coordinator.nap(of: address) else { return nil }
        let sample = clock.now()
        return sample.elapsed(since: nap.start) < nap.wakes ? sample.wall(after: nap.wakes, since: nap.start) : nil
    }

    func noteNap(_ nap: Nap, _ outcome: LogOutcome, by actor: LogActor) async {
        await log.write(
            LogEntry(
                at: clock.now().wall, device: address, kind: .control,
                name: "nap of \(DurationText.format(nap.length))",
                outcome: outcome, actor: actor))
    }
}
