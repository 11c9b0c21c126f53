// SPDX-License-Identifier: Apache-2.0

public import Clocks
import DeviceModules
import SleepModel

/// What has ended, and whether the device knows.
extension CoordinationMachine {
    /// Whether something ended or was silenced that the device showed, and it is still to take that.
    public var isEndPending: Bool { runs.isEndPending && undelivered != nil }

    /// Ends the nap and what was set by hand, and turns the device off; decided when time moves on.
    public mutating func stop(at sample: ClockSample) {
        manual.endAll()
        dropNap()
        turnOffUnlessWanted(at: sample)
        // It may go on with what somebody set, or with what nobody knows of.
        runs.noteLeftovers()
    }

    /// Turns the device off unless somebody wants something of it; decided when time moves on.
    public mutating func turnOffUnlessWanted(at sample: ClockSample) {
        offSince = sample.boot
        unsettled = sequence
        isTurnOffOpen = true
        runs.end(leaving: running)
    }

    /// Ends what somebody set before the device was to be turned off, unless something wants its power by now.
    ///
    /// A light or a sound that somebody set goes on; a volume alone keeps nothing on.
    mutating func settleTurnOff(at sample: ClockSample) {
        guard isTurnOffOpen else { return }
        isTurnOffOpen = false
        guard owners[.power] == nil else { return }
        let kept = manual.current.filter { hold in
            switch hold.intent.target.action(at: sample) {
            case .light(let light): light.brightness > .zero
            case .sound(let sound): sound != .none
            case .power, .volume: false
            }
        }
        guard var power = kept.max(by: { $0.number < $1.number }) else { return manual.endAll() }
        power.intent.target = .value(.power(true))
        manual.replace(power)
    }

    /// Whether what the device has not taken waits until it is heard: it is to be off for a while already, or all that is
    /// wanted of it is to be turned down.
    func waitsToBeHeard(at sample: ClockSample) -> Bool {
        guard turnsOff, let offSince else { return shown.isEmpty }
        return offSince + Self.turnOffLimit <= sample.boot
    }

    /// Whether the device is to be turned off, and nobody wants its power meanwhile.
    var turnsOff: Bool { offSince != nil && shown[.power] == nil }

    /// Notes that the device has taken the desired state, and with it the end of what it showed before.
    ///
    /// Until then, an end waits beside whatever takes its channels: that may be withdrawn before the device has taken it.
    /// Whether it shows that is not known after a restart or a loss of power: then what it may still have stays noted.
    mutating func settleEnds(isKnown: Bool = true) {
        let actions = desired?.actions ?? []
        // Turning off may have been asked for while something else was on its way.
        if actions.contains(.power(false)) || owners[.power] != nil { offSince = nil }
        guard isKnown else { return }
        if shown[.sound].map({ $0.layer != .alarm }) ?? actions.contains(.power(true)) { hasRung = false }
        settleRemainder()
    }

    /// The runs that want something of the device.
    var running: Set<OccurrenceKey> { Set(intents.keys.compactMap(\.source.occurrence)) }

    /// The runs of which the desired state shows something.
    var shownRuns: Set<OccurrenceKey> { Set(shown.values.compactMap(\.source.occurrence)) }

    /// Notes what a process before may have shown, when the first is heard of a kind of schedule.
    mutating func inheritRuns(
        _ wanted: [ChannelIntent], leftovers: RunLeftovers, switchesOff: Bool, isFirst: Bool, at sample: ClockSample
    ) {
        if !leftovers.isEmpty { runs.noteLeftovers() }
        guard isFirst else { return }
        runs.inherit(Set(wanted.filter { $0.since < sample.wall }.compactMap(\.source.occurrence)))
        if switchesOff { runs.noteLeftovers() }
    }

    /// Notes what became of a desired state.
    mutating func noteRuns(isLast: Bool, isDelivered: Bool, hasTaken: Bool, at sample: ClockSample) {
        if isLast, isDelivered { settlePending(at: sample) }
        if isLast, isDelivered { return runs.showAll(of: shownRuns) }
        runs.showPart(hasTaken: hasTaken, next: isLast ? [] : shownRuns)
    }
}
