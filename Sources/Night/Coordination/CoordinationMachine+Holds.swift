// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import SleepModel

/// What somebody sets by hand.
extension CoordinationMachine {
    /// Ends what was set by hand on the channels of runs that have ended, also where another one begins in that moment;
    /// nothing of it shows on.
    ///
    /// What was set in a ring stays, and what was set in another run that goes on. Runs that want nothing any more, and
    /// switch nothing off, have not ended: somebody took the device over.
    mutating func endHoldsOfEndedRuns(
        of kind: ScheduleKind, before: [ChannelSource: ChannelIntent], after wanted: [ChannelIntent],
        leftovers: RunLeftovers, switchesOff: Bool
    ) {
        guard kind != .alarm, switchesOff || !wanted.isEmpty else { return }
        let left = leftovers.isEmpty || !switchesOff ? [] : leftovers.last.union([.power])
        let goOn = Set(wanted.map(\.source.occurrence))
        let ended = before.values.filter { !goOn.contains($0.source.occurrence) }.map(\.channel)
        let others = before.values.filter { goOn.contains($0.source.occurrence) }.map(\.channel)
        endHoldsAndRest(on: left.union(ended).subtracting(others))
    }

    /// Ends what was set by hand on channels; nothing of it shows on.
    mutating func endHoldsAndRest(on channels: some Sequence<DeviceChannel>) {
        for channel in channels where manual[channel] != nil {
            manual.end(channel)
            if channel.neutral != nil { remainder.insert(channel) }
        }
    }

    /// Names the holds of one manual change, to withdraw or to keep them.
    public struct HoldID: Sendable {
        let number: Int
        /// The device's own volume before the change.
        fileprivate let ownVolume: Level?
        /// The silence of a sleep timer that the change ended.
        fileprivate let silence: ManualHolds.Hold?
    }

    /// Takes a manual change; always makes a desired state, so that the caller gets an outcome.
    ///
    /// If a higher layer wants something else of a channel, that part is held back, and does not take place later. A
    /// volume while an alarm rings is the volume of the ring, and ends with it.
    public mutating func hold(
        _ actions: [DeviceAction], favourite: Int? = nil, at sample: ClockSample
    ) -> (desired: DesiredState?, heldBack: [DeviceAction], limited: [DeviceAction], id: HoldID) {
        settleTurnOff(at: sample)
        let isRinging = owners[.volume]?.layer == .alarm
        let volumeBefore = ownVolume
        let actions = audible(actions)
        let holds = actions.filter { !isRinging || $0.channel != .volume }.map { action in
            let length = length(of: action, in: actions)
            var hold = ManualHolds.Hold(action, by: .person, for: length, until: sample.wall + length, at: sample)
            // What fades a sound away asks for its silence later.
            let channels: Set<DeviceChannel> = action.channel == .sound ? [.sound, .volume] : [action.channel]
            hold.over = Set(intents.keys.filter { channels.contains($0.channel) }.compactMap(\.part))
            return hold
        }
        // Whoever switches the device on alone wants it as it was before its sleep timer ended.
        let silence = actions == [.power(true)] ? manual[.sound].flatMap { $0.intent.layer == .timer ? $0 : nil } : nil
        if silence != nil { manual.end(.sound) }
        let number = manual.add(holds)
        if isAssumed { assumeNothing() }
        desired = nil
        askAnew(for: Set(actions.map(\.channel)))
        var decided = decide(at: sample)
        let heldBack = actions.filter { owners[$0.channel]?.target.action(at: sample) != $0 }
        let turnedDown = actions.filter { !heldBack.contains($0) && limited($0) != $0 }.map(limited)
        if heldBack.isEmpty {
            // A favourite that the device plays by itself would exceed the limit.
            if turnedDown.isEmpty { decided?.favourite = favourite }
        } else {
            let heldBackChannels = Set(heldBack.map(\.channel))
            let left = Set(holds.map(\.intent.channel)).subtracting(heldBackChannels)
            // Nothing is left to switch the device on for.
            manual.withdraw(number, on: heldBackChannels.union(left == [.power] ? left : []))
        }
        return (decided, heldBack, turnedDown, HoldID(number: number, ownVolume: volumeBefore, silence: silence))
    }

    /// How long a manual change of a channel counts: a light that is switched on may be for a moment, and the power is on for
    /// as long as what it was switched on for.
    private func length(of action: DeviceAction, in actions: [DeviceAction]) -> Duration {
        switch action {
        case .light(let light) where light.brightness > .zero:
            return (scheduled[.light] ?? scheduled[.power])?.returnsAfter ?? Self.manualHold
        case .power(true):
            let others = actions.filter { $0.channel != .power }.map { length(of: $0, in: actions) }
            return others.max() ?? Self.manualHold
        case .light, .power, .sound, .volume: return Self.manualHold
        }
    }

    /// Keeps the device off after its own sleep timer has ended, until something scheduled begins.
    ///
    /// What runs goes on, and wants the device on again later. A light that somebody switches on meanwhile, and an alarm,
    /// do not bring back the sound that the timer ended.
    public mutating func stayOff(at sample: ClockSample) -> DesiredState? {
        let ended: [DeviceAction] = [.power(false), .sound(.none)]
        let holds = ended.map { action in
            var hold = ManualHolds.Hold(action, by: .device, for: Self.timerHold, until: nil, at: sample)
            hold.outlasts = running
            hold.isKept = true
            return hold
        }
        manual.endAll()
        _ = manual.add(holds)
        return decide(at: sample)
    }

    /// Withdraws a manual change that did not reach the device; the holds before it count again.
    public mutating func withdraw(_ id: HoldID, at sample: ClockSample) -> DesiredState? {
        manual.withdraw(id.number)
        ownVolume = id.ownVolume ?? ownVolume
        if let silence = id.silence, manual[.sound] == nil { manual.replace(silence) }
        return decide(at: sample)
    }

    /// Keeps a manual change: the holds that it replaced end, and after an off all earlier ones do.
    public mutating func keep(_ id: HoldID) {
        manual.keep(id.number)
    }
}
