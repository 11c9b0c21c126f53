// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import SleepModel

/// The firmware of a Hatch Rest: its commands and reports, favourites and programs, sleep timer, clock and touch ring.
///
/// It reads commands and writes reports by itself rather than with the product's codec, so that each checks the other.
/// Time comes in with each call; what has become due since the last one happens then, see `advance(to:)`.
public struct SimulatedRest: Hashable, Sendable {
    /// What a call leads to, in order.
    public enum Effect: Hashable, Sendable {
        /// Notify this on the reply characteristic.
        case reply([UInt8])
        /// The unit does something else than before: this, with the clock as it was then.
        case changed(DeviceState)
        /// The reports tell something else than before.
        case reported
    }

    struct Pending: Hashable, Sendable {
        var due: Duration
        var registers: RestRegisters
    }

    struct RunningProgram: Hashable, Sendable {
        var end: Duration
        var locksRing: Bool
    }

    let profile: RestProfile
    let lag: Duration
    let driftPPM: Int
    var oscillator: RestOscillator
    /// Everything due until then has happened.
    var reached = Duration.zero
    var clock: RestClock
    var registers: RestRegisters
    /// What the reports tell: what `registers` were before the lag.
    var shown: RestRegisters
    var pending: [Pending] = []
    var timer: RestTimer?
    var running: RunningProgram?
    var favourites: [RestFavourite]
    var programs: [RestProgram]
    var favouriteDraft = RestFavouriteDraft()
    var programDraft = RestProgramDraft()

    /// What a unit shows that nobody has used yet: off, with a warm light and the sound of the ocean to come.
    public static let initialState = DeviceState(
        isOn: false,
        light: Light(
            .color(RGBColor(red: 0xFD, green: 0xD1, blue: 0x2D)), brightness: Level(rawValue: 0x7F)),
        sound: SoundID(rawValue: 5), volume: Level(rawValue: 0x54))

    /// What a unit shows that has just got its power back: off, and it does not know the time.
    public static let stateAtPowerOn: DeviceState = {
        var state = initialState
        state.clock = ZoneRules.utc.civil(at: RestClock.unset(at: .zero).reading(at: .zero))
        return state
    }()

    /// Starts in `state`; a favourite outside 1 to 6 is none, and no sleep timer runs.
    ///
    /// Without a clock in `state` the unit's clock reads the sample's wall time plus `localOffset`. From then on it
    /// follows elapsed time, fast by `driftPPM` parts per million, not the host's wall clock. Reports tell what a command
    /// did `lag` after it.
    public init(
        state: DeviceState = initialState, presets: RestPresets = .factory, localOffset: Duration = .zero,
        profile: RestProfile = RestProfile(), lag: Duration = .zero, driftPPM: Int = 0, at sample: ClockSample
    ) {
        favourites = presets.favourites
        programs = presets.programs
        self.profile = profile
        self.lag = max(.zero, lag)
        self.driftPPM = driftPPM
        oscillator = RestOscillator(started: sample, driftPPM: driftPPM)
        registers = RestRegisters(
            isOn: state.isOn, favourite: state.favourite.flatMap { RestCommand.favourites.contains($0) ? $0 : nil },
            scene: RestScene(state))
        shown = registers
        let reading = state.clock.map {
            Instant(secondsSince1970: Int64($0.date.daysSince1970 * 86_400 + $0.time.secondsSinceMidnight))
        }
        clock = RestClock(reading ?? sample.wall + localOffset, at: .zero)
    }

    /// Loses power and gets it back.
    ///
    /// No source says what a unit does then. This one comes back off, as it was new, with its clock unset, which is how
    /// the one capture of a unit with an unset clock shows it; favourites and programs are kept, everything else is
    /// forgotten.
    public mutating func cyclePower(at sample: ClockSample) -> [Effect] {
        let effects = advance(to: sample)
        return effects + getPower(at: sample)
    }

    /// Gets power back; nothing has happened since it was lost.
    mutating func getPower(at sample: ClockSample) -> [Effect] {
        var effects: [Effect] = []
        let before = shown
        oscillator = RestOscillator(started: sample, driftPPM: driftPPM)
        reached = .zero
        clock = .unset(at: .zero)
        let changes = registers
        registers = RestRegisters(isOn: false, favourite: nil, scene: RestScene(Self.initialState))
        shown = registers
        pending = []
        timer = nil
        running = nil
        favouriteDraft = RestFavouriteDraft()
        programDraft = RestProgramDraft()
        if registers != changes { effects.append(.changed(state(of: registers))) }
        if shown != before { effects.append(.reported) }
        return effects
    }

    /// Forgets the time, as units do that lose power; programs go by whatever the clock reads then.
    public mutating func resetClock(at sample: ClockSample) -> [Effect] {
        let effects = advance(to: sample)
        clock = .unset(at: reached)
        return effects
    }
}

/// The sleep timer of a unit, in the time since it was switched on at the mains.
///
/// It counts whole seconds down and acts at the one after zero: a unit told to wait 60 s was seen to take 61.
struct RestTimer: Hashable, Sendable {
    var seconds: UInt16
    var startedAt: Duration

    var end: Duration { startedAt + .seconds(Int(seconds) + 1) }

    /// Whole seconds left.
    func left(at uptime: Duration) -> UInt16 {
        let passed = (uptime - startedAt).components.seconds
        return UInt16(clamping: Int64(seconds) - passed)
    }
}
