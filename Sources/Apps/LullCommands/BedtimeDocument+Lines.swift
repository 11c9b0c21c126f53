// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

extension BedtimeDocument {
    /// All of it, a line each.
    func details(_ times: LocalTimes) -> [String] {
        Describe.details(
            [
                ("device", device), ("group", group), ("name", name),
            ] + Describe.details(of: rule) + [
                ("reminder", reminderSeconds.map { "\(Describe.length($0)) before the night begins" }),
                ("wind-down", Describe.length(windDownSeconds)), ("light", "\(Describe.color(color)) \(brightness)%"),
                ("sound", sound ?? "off"),
                ("volume", "\(volume)%"), ("night volume", nightVolume.map { "\($0)%" }),
                ("sound for", soundForSeconds.map(Describe.length)), ("night light", nightLight.map(Describe.light)),
                ("stay in bed", stayInBedSeconds.map { "\(Describe.length($0)) before the wake light" }),
                ("stay-in-bed light", stayInBedLight.map(Describe.light)), ("wake", wakeText),
                ("sleep", sleepSeconds.map { "\(Describe.length($0)) before the wake time" }),
                (
                    "single mornings",
                    mornings.isEmpty ? nil : mornings.map(Describe.moment).joined(separator: ", ")
                ),
                ("wake light", wakeTexts.map { _ in Describe.light(wakeLight) }),
                ("wake for", wakeTexts.flatMap { _ in wakeForSeconds.map(Describe.length) }),
                ("wake until", wakeTexts.flatMap { _ in wakeUntil?.description }),
                ("return after", returnSeconds.map(Describe.length)), ("zone", zone),
                ("state", phase?.rawValue ?? (enabled ? "waiting" : "disabled")),
                ("wind-down starts", times.text(next, zone: zone)),
                ("next lights out", times.text(lightsOut, zone: zone)), ("route", route.description),
            ])
    }

    /// What people call it at the beginning of a sentence.
    var title: String {
        name == "bedtime" ? "The bedtime of \(device)" : "The bedtime “\(name)” of \(device)"
    }

    /// When the wake light comes on; nil for none.
    var wakeText: String? { wake?.description ?? wakeTimes.map(Describe.times) }

    /// The same with the mornings that have times of their own.
    var wakeTexts: String? {
        let words = [wakeText].compactMap(\.self) + mornings.map(Describe.moment)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// What it is: its time in a sentence, and a line each for the evening, the night and the morning.
    var summary: [StyledLine] {
        let evening = [reminderSeconds.map { "reminder \(Describe.length($0)) before" }, windDownText, soundText]
        let night = [
            nightLight.map { "night light \(Describe.light($0))" } ?? "no night light",
            sleepSeconds.map { "\(Describe.length($0)) of sleep" },
            returnSeconds.map { "a light switched on in the night stays \(Describe.length($0))" },
        ]
        let morning = [
            stayInBedText, wakeText.map { "\(Describe.light(wakeLight)) at \($0) \(wakeEnd)" } ?? "no wake light",
        ]
        var table = TextTable()
        for (part, words) in [("evening", evening), ("night", night), ("morning", morning)] {
            table.add(["  \(part)", words.compactMap(\.self).joined(separator: ", ")])
        }
        let time = [Describe.when(rule), zone.map { "in \($0)" }].compactMap(\.self).joined(separator: ", ")
        return [StyledLine("\(title) is \(time).")] + table.styledLines
    }

    private var windDownText: String {
        guard windDownSeconds > 0 else { return "no wind-down" }
        return "wind-down \(Describe.length(windDownSeconds)) from \(Describe.color(color)) \(brightness)%"
    }

    /// The light that asks to stay in bed, for example `red 10% from 30m before the wake time`.
    private var stayInBedText: String? {
        guard let stayInBedSeconds, let stayInBedLight else { return nil }
        return "\(Describe.light(stayInBedLight)) from \(Describe.length(stayInBedSeconds)) before the wake time"
    }

    /// How long the wake light stays, for example `for 30m` or `until 08:30`.
    private var wakeEnd: String {
        wakeUntil.map { "until \($0)" } ?? "for \(Describe.length(wakeForSeconds ?? 0))"
    }

    /// What plays, and for how long, for example `rain at 30% for 45m`.
    private var soundText: String {
        guard let sound else { return "no sound" }
        return "\(sound) at \(volume)%" + (nightVolume.map { " falling to \($0)%" } ?? "")
            + (soundForSeconds.map { " for \(Describe.length($0)) after lights out" } ?? "")
    }

    /// When it begins next, as a sentence.
    var beginning: String {
        guard enabled else { return "It is disabled." }
        let what = windDownSeconds > 0 ? "The wind-down" : "It"
        return "\(what) starts \(LocalTimes().text(next, zone: zone) ?? "never")."
    }

    /// When lights-out is after it was moved, of the night whose wind-down runs if no date was named.
    func lightsOutMoved(_ times: LocalTimes, on date: String?) -> String {
        guard date == nil, phase == .windDown, let lightsOut = times.text(lightsOut, zone: zone) else {
            return Describe.moved(nil, moved)
        }
        return "Lights-out is \(lightsOut)"
    }

    /// That the wind-down goes on that runs, and when the next one begins.
    var goingOn: String {
        phase == .windDown ? "Tonight's wind-down goes on until lights-out." : beginning
    }

    /// When the night that runs wakes, and when the next one begins.
    var tonight: String {
        guard let wake = LocalTimes().text(wakesAt, zone: zone) else { return beginning }
        return "Tonight's wake light comes \(wake). \(beginning)"
    }
}
