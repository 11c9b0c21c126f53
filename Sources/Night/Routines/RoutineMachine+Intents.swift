// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Scheduling
import SleepModel

/// What a run wants of the device, by the steps up to the one it is in.
extension RoutineMachine {
    /// What a run wants now; a pause holds its fades where they are.
    func intents(of run: RoutineRun, _ key: OccurrenceKey, at sample: ClockSample) -> [ChannelIntent] {
        guard let (score, segment) = score(of: run, key, at: sample) else { return [] }
        let pause = run.course.pausedAt.map { sample.boot(after: $0, since: run.start) }
        let targets = score.targets.map { target in pause.map(target.held(at:)) ?? target }

        let until = pause != nil ? nil : segment.end.map { sample.wall(after: $0, since: run.start) }
        let name = occurrences.running[key]?.name ?? ""
        return targets.map {
            ChannelIntent(
                layer: .routine, target: $0, since: sample.wall - sample.elapsed(since: run.start), until: until,
                by: name,
                source: .run(Self.kind, key, part: run.part(of: score.parts[$0.channel] ?? segment.index)))
        }
    }

    /// When a sound falls silent in the step that a run is in, on the boot clock; nil when none does.
    func silence(of run: RoutineRun, _ key: OccurrenceKey, at sample: ClockSample) -> Duration? {
        score(of: run, key, at: sample)?.score.silence
    }

    /// What the steps of a run have asked for by now, and the step that it is in; nil when all have ended.
    private func score(
        of run: RoutineRun, _ key: OccurrenceKey, at sample: ClockSample
    ) -> (score: RoutineScore, segment: RoutineTimeline.Segment)? {
        let timeline = timeline(key, run)
        let position = run.position(at: sample)
        guard let segment = timeline.segment(at: position) else { return nil }
        var score = RoutineScore(run)
        for step in run.plan.steps.indices.prefix(run.course.step) { score.finish(step) }
        for segment in timeline.segments.prefix(through: segment) {
            score.begin(segment.index, at: sample.boot(after: segment.start, since: run.start))
        }
        score.pass(to: sample.boot(after: position, since: run.start))
        return (score, segment)
    }
}

extension [RoutineTimeline.Segment] {
    /// The segments up to one of them.
    fileprivate func prefix(through last: RoutineTimeline.Segment) -> ArraySlice<RoutineTimeline.Segment> {
        prefix { $0.index <= last.index }
    }
}

/// What the steps of a run ask for, one after the other.
struct RoutineScore {
    private let run: RoutineRun
    private var light: Ramp<Light>?
    private var volume: Ramp<Level>?
    private var sound: SoundID?
    /// When the sound falls silent, on the boot clock; nil when it does not, or has done so.
    private(set) var silence: Duration?
    /// The step that asked for silence, and whether that has come since.
    private var silencer = 0
    private var isSilent = false
    /// The step that asks for each channel: one wants it anew only if it changes it, so that what somebody set meanwhile
    /// stays.
    private(set) var parts: [DeviceChannel: Int] = [:]

    /// Starts with what was shown and heard before the run.
    init(_ run: RoutineRun) { self.run = run }

    /// What is wanted of the device.
    var targets: [ChannelTarget] {
        var targets: [ChannelTarget] = [.value(.power(true))]
        if let light { targets.append(.light(light)) }
        // The volume of a silent device does not matter.
        if let volume, !isSilent { targets.append(.volume(volume)) }
        if let sound { targets.append(.value(.sound(sound))) }
        return targets
    }

    /// Takes a step that is over because somebody went on: its fades have ended.
    mutating func finish(_ number: Int) {
        let step = run.plan.steps[number]
        if let to = step.light { light = Ramp(from: to, to: to, startsAt: .zero, duration: .zero) }
        if let to = step.fadesToSilence ? .zero : step.volume {
            volume = Ramp(from: to, to: to, startsAt: .zero, duration: .zero)
            isSilent = false
        }
        if let to = step.sound { sound = to }
        note(step, number)
        if step.fadesToSilence { fallSilent(by: number) }
    }

    /// Takes a step that began at a reading of the boot clock.
    ///
    /// A fade goes on beyond the end of its step, and the next one starts from the value it has reached. The first fades of
    /// a run, and those of a step that somebody went to, start from what was shown and heard.
    mutating func begin(_ number: Int, at boot: Duration) {
        pass(to: boot)
        let step = run.plan.steps[number]
        let before = number == run.course.step ? run.before : nil
        if let to = step.light {
            let from =
                before?.light ?? light?.value(atBoot: boot) ?? run.before?.light
                ?? Light(to.appearance, brightness: .zero)
            light = Ramp(from: from, to: to, startsAt: boot, duration: step.lightFade)
        }
        if let to = step.fadesToSilence ? .zero : step.volume {
            let from = before?.volume ?? volume?.value(atBoot: boot) ?? run.before?.volume ?? .zero
            volume = Ramp(from: from, to: to, startsAt: boot, duration: step.volumeFade)
            (silence, isSilent) = (step.fadesToSilence ? boot + step.volumeFade : nil, false)
            silencer = number
        }
        // A sound fades away as the one that it is.
        if let to = step.sound, to != .none || !step.fadesToSilence { sound = to }
        note(step, number)
    }

    /// Lets time pass until a reading of the boot clock.
    mutating func pass(to boot: Duration) {
        guard let silence, silence <= boot else { return }
        fallSilent(by: silencer)
    }

    private mutating func fallSilent(by number: Int) {
        (sound, silence, isSilent) = (SoundID.none, nil, true)
        parts[.sound] = number
    }

    private mutating func note(_ step: RoutineStep, _ number: Int) {
        if step.light != nil { parts[.light] = number }
        if step.volume != nil || step.fadesToSilence { parts[.volume] = number }
        if let sound = step.sound, sound != .none || !step.fadesToSilence { parts[.sound] = number }
        parts[.power] = number
    }
}
