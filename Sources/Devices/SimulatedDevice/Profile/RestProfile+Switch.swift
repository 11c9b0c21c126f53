// SPDX-License-Identifier: Apache-2.0

extension RestProfile {
    /// One thing that sources disagree about, with a stable name.
    ///
    /// The sources: DavidSchinazi/hatch_rest_homeassistant for the unit without any switch, and the repositories named
    /// with each case for the other account.
    public enum Switch: String, CaseIterable, Hashable, Sendable {
        /// Power byte 00 while on without a favourite (wmbest2/hatch_rest_homeassistant).
        case powerZeroOn = "power-00-on"
        /// Power byte 00 while off without a favourite (dgreif/homebridge-hatch-baby-rest).
        case powerZeroOff = "power-00-off"
        /// Commands are taken with a response only.
        case writeWithResponseOnly = "write-with-response-only"
        /// Commands are taken without a response only (wmbest2/hatch_rest_homeassistant).
        case writeWithoutResponseOnly = "write-without-response-only"
        /// The state is never notified, only read (j2deen/hatch_ha_rest_ble).
        case noPush = "no-push"
        /// Several centrals at once, and advertisements all the time (j2deen/hatch_ha_rest_ble).
        case manyCentrals = "many-centrals"
        /// `GD` answers minutes (wmbest2/hatch_rest_homeassistant).
        case timerMinutes = "gd-minutes"
        /// `GI` answers `00` in place of `FF`.
        case timerTotalZero = "gi-00"
        /// Program blocks with the time of the last save, hour, minute and an enabled flag (wmbest2 and jmnatzaganian,
        /// both `PROTOCOL.md`).
        case programHourMinute = "program-hour-minute"
        /// `EGL` answers without 40 for programs that are enabled.
        case flagsWithoutEnabled = "esl-hides-enabled"
        /// The low flags of a program say what it does to light and sound (SiloCityLabs/hatch-rest-gen1); without them it
        /// only switches the unit on.
        case flagsAreActions = "esl-actions"
        /// `SD` with lower-case digits is carried out.
        case lowerCaseTimer = "sd-lower-case"
        /// The reply characteristic can be read (Marcus-L/m4rcus.HatchBaby.Rest).
        case readableReplies = "rx-readable"
        /// Programs start only while the unit is on (dancavallaro/hatch_rest_ble).
        case programsNeedPower = "programs-need-power"
        /// `SP` names the favourite while off, to be played once it is on.
        case playWhileOff = "sp-while-off"
        /// The sounds are called as in dgreif/homebridge-hatch-baby-rest, in the journal.
        case soundNamesHomebridge = "sound-names-homebridge"
        /// The sounds are called as in eskibars/hatchbabyble, in the journal.
        case soundNamesHatchBabyBLE = "sound-names-hatchbabyble"
        /// The sounds are called as in j2deen/hatch_ha_rest_ble, in the journal.
        case soundNamesHatchHA = "sound-names-hatch-ha"

        /// What it is about, if others are about the same and cannot hold together with it; those are declared side by
        /// side.
        var subject: String? {
            switch self {
            case .powerZeroOn, .powerZeroOff: "power"
            case .writeWithResponseOnly, .writeWithoutResponseOnly: "write"
            case .soundNamesHomebridge, .soundNamesHatchBabyBLE, .soundNamesHatchHA: "sounds"
            default: nil
            }
        }
    }
}
