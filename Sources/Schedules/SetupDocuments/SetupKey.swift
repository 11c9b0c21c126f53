// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The keys of the document; their texts are its format.
enum SetupKey: String {
    case address = "address"
    case at = "at"
    case between = "between"
    case brightness = "brightness"
    case change = "change"
    case crescendo = "crescendo"
    case date = "date"
    case dates = "dates"
    case days = "days"
    case devices = "devices"
    case earliest = "earliest"
    case enabled = "enabled"
    case event = "event"
    case every = "every"
    case except = "except"
    case fallback = "fallback"
    case first = "first"
    case `for` = "for"
    case from = "from"
    case gap = "gap"
    case holidays = "holidays"
    case id = "id"
    case ifRunning = "if-running"
    case kind = "kind"
    case last = "last"
    case lasts = "lasts"
    case latest = "latest"
    case latitude = "latitude"
    case leapDay = "leap-day"
    case light = "light"
    case lightFade = "light-fade"
    case limit = "limit"
    case longitude = "longitude"
    case monthDays = "month-days"
    case months = "months"
    case name = "name"
    case nightLight = "night-light"
    case nightVolume = "night-volume"
    case notOn = "not-on"
    case offset = "offset"
    case onlyOn = "only-on"
    case overlap = "overlap"
    case overrides = "overrides"
    case paired = "paired"
    case pause = "pause"
    case product = "product"
    case `return` = "return"
    case ringFor = "ring-for"
    case schedules = "schedules"
    case settledThrough = "settled-through"
    case since = "since"
    case snooze = "snooze"
    case snoozeLimit = "snooze-limit"
    case sound = "sound"
    case soundFor = "sound-for"
    case stayInBed = "stay-in-bed"
    case stayInBedLight = "stay-in-bed-light"
    case steps = "steps"
    case sun = "sun"
    case sunrise = "sunrise"
    case until = "until"
    case validFrom = "valid-from"
    case version = "version"
    case volume = "volume"
    case volumeFade = "volume-fade"
    case wake = "wake"
    case wakeFor = "wake-for"
    case wakeLight = "wake-light"
    case windDown = "wind-down"
    case yearly = "yearly"
    case zone = "zone"

    /// The key that was probably meant; nil when none is close.
    static func nearest(to text: String, among known: [SetupKey]) -> SetupKey? {
        guard text.utf8.count <= 32 else { return nil }
        let meant = text.lowercased()
        let ranked = known.map { (key: $0, distance: meant.edits(to: $0.rawValue)) }
        return ranked.min { $0.distance < $1.distance }.flatMap { best in
            best.distance <= max(2, best.key.rawValue.count / 3) ? best.key : nil
        }
    }
}
