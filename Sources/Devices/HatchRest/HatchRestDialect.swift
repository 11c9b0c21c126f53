// SPDX-License-Identifier: Apache-2.0

/// How to read what public sources read in different ways; by default, as most of them do.
///
/// Nobody knows whether the sources had different firmware or made mistakes, so each disagreement is a choice of its
/// own. What is written does not depend on it.
public struct HatchRestDialect: Hashable, Sendable {
    /// What power byte 00 means.
    public enum ZeroPowerByte: String, Hashable, Sendable, CaseIterable {
        /// On without a favourite, like any byte with bits 7 and 6 clear: kjoconnor/pyhatchbabyrest,
        /// DavidSchinazi/hatch_rest_homeassistant, wmbest2/hatch_rest_homeassistant.
        case on
        /// Off: dgreif/homebridge-hatch-baby-rest, dancavallaro/hatch_rest_ble.
        case off
    }

    /// What the answer to `GD` counts.
    public enum TimerUnit: Int, Hashable, Sendable, CaseIterable {
        /// Seconds: DavidSchinazi/hatch_rest_homeassistant, with a timer of three hours that said so.
        case seconds = 1
        /// Minutes: wmbest2/hatch_rest_homeassistant, jmnatzaganian/hatch_rest_homeassistant.
        case minutes = 60
    }

    /// What the sounds are called.
    public enum SoundNames: String, Hashable, Sendable, CaseIterable {
        /// As in kjoconnor/pyhatchbabyrest and most of what was written since.
        case usual
        /// As in dgreif/homebridge-hatch-baby-rest and Marcus-L/m4rcus.HatchBaby.Rest.
        case homebridge
        /// As in eskibars/hatchbabyble, the only one that knows sound 1.
        case hatchbabyble
        /// As in j2deen/hatch_ha_rest_ble, after the maker's app.
        case app
    }

    /// What power byte 00 means.
    public var zeroPowerByte: ZeroPowerByte = .on
    /// What the answer to `GD` counts.
    public var timerUnit: TimerUnit = .seconds
    /// What the sounds are called.
    public var soundNames: SoundNames = .usual

    /// What most sources agree on.
    public static let usual = HatchRestDialect()
}
