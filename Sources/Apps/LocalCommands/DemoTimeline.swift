// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Composition
import DeviceDocuments
import LullCommands

/// The timeline of the demonstration: what was asked for, and what reached the device, fades in one line each.
@MainActor
final class DemoTimeline {
    /// One line.
    struct Line: Hashable, Encodable {
        /// When it happened, or when a fade ended.
        let at: Instant
        /// `person` or `device`.
        let who: String
        /// What happened.
        let what: String
    }

    private(set) var lines: [Line] = []
    /// Every state of the device, for the chart.
    private(set) var states = ShownStates()
    private let isQuiet: Bool
    private var seen = 0
    private var last: DeviceStateDocument?
    private var fade: (start: Instant, end: Instant, from: DeviceStateDocument, to: DeviceStateDocument, steps: Int)?
    private var pending: Line?

    /// One wish can take several commands; what they lead to within this time is one line.
    private static let burst = Duration.seconds(30)

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    /// Notes what a person asked for, or did at the device.
    func note(_ command: String, at instant: Instant) {
        finish()
        add(Line(at: instant, who: "person", what: command))
    }

    /// Notes what reached the device since the last call; `events` is everything so far.
    func flush(_ events: [(at: Instant, event: SimulatedHousehold.DeviceEvent)]) {
        for (at, event) in events.dropFirst(seen) {
            guard case .state(let state) = event else { continue }
            states.steps.append(ShownStates.Step(at: at, state: state))
            show(state, at: at)
        }
        seen = events.count
    }

    /// Writes what is still held back.
    func finish() {
        endFade()
        endBurst()
    }

    private func show(_ state: DeviceStateDocument, at instant: Instant) {
        defer { last = state }
        if let before = last, Self.isFadeStep(before, state) {
            endBurst()
            fade = (fade?.start ?? instant, instant, fade?.from ?? before, state, (fade?.steps ?? 0) + 1)
            return
        }
        endFade()
        if let pending, instant - pending.at > Self.burst { endBurst() }
        pending = Line(at: pending?.at ?? instant, who: "device", what: Describe.state(state))
    }

    private func endBurst() {
        guard let ended = pending else { return }
        pending = nil
        if ended.what != lines.last(where: { $0.who == "device" })?.what { add(ended) }
    }

    /// Whether only the light differs, and its colour hardly: then it is one of many steps.
    private static func isFadeStep(_ before: DeviceStateDocument, _ after: DeviceStateDocument) -> Bool {
        guard before.power == "on", before.light != after.light else { return false }
        var faded = after
        (faded.light, faded.clock) = (before.light, before.clock)
        return faded == before && before.light.gradient == after.light.gradient
            && [\DeviceStateDocument.LightDocument.red, \.green, \.blue].allSatisfy { part in
                abs(Int(before.light[keyPath: part]) - Int(after.light[keyPath: part])) <= largestStep
            }
    }

    /// How much a part of a colour changes in one step of a fade at most.
    private static let largestStep = 16

    private func endFade() {
        guard let ended = fade else { return }
        fade = nil
        let (from, to) = (Describe.light(ended.from.light), Describe.light(ended.to.light))
        let change = from == to ? "\(from) swells and fades back" : "\(from) fades to \(to)"
        let what = ended.steps == 1 ? Describe.state(ended.to) : "\(change) in \(ended.steps) steps"
        add(Line(at: ended.end, who: "device", what: what))
    }

    private func add(_ line: Line) {
        lines.append(line)
        guard !isQuiet else { return }
        let civil = ZoneRules.utc.civil(at: line.at)
        let clock = "\(civil.time)".prefix(5)
        let mark = line.who != "person" ? "    " : line.what.hasPrefix("lull ") ? "$ " : "* "
        try? Output.write("\(clock)  \(mark)\(line.what)")
    }
}
