// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Has the programs of a mirrored device follow what people change, and says what they may still do.
@MainActor
struct MirrorCheck {
    /// How long before a program begins it is not changed any more.
    private static let lead = Duration.seconds(60)
    /// How long an answer waits for a device whose programs are to follow.
    private static let patience = Duration.seconds(3)

    let zones: ZoneBook
    let clock: any NightClock
    let radioClock: any NightClock

    /// Adds to an answer about a device what a program there may still do.
    func following<Document>(
        _ target: DeviceFinder.Target, _ warning: WritableKeyPath<Document, String?>, of document: Document
    ) async -> Document {
        guard let more = await self.warning(about: target) else { return document }
        var document = document
        document[keyPath: warning] = Sentences.joined(document[keyPath: warning], more)
        return document
    }

    /// What a program of the device may still do that is not planned any more, as a sentence or two; nil for nothing.
    func warning(about target: DeviceFinder.Target) async -> String? {
        let controller = target.controller
        guard controller.mirrorStanding.isOn || controller.nextStaleProgram != nil,
            await !controller.bringMirrorInStep(within: Self.patience, on: radioClock)
        else { return nil }
        let name = target.device.name
        if controller.areMirrorProgramsUnknown {
            return "“\(name)” has not taken that yet: its own programs may still do what was planned before. "
                + "Lull changes them as soon as it reaches it."
        }
        guard let (program, at) = controller.nextStaleProgram, let role = program.mirrorRole else { return nil }
        guard at - clock.now().wall > Self.lead else {
            return "“\(name)” cannot take that any more: its own program \(program.number) may \(role.act) on "
                + "\(text(at)). Lull ends that when it sees it; otherwise switch the device off then."
        }
        return "“\(name)” has not taken that yet: its own program \(program.number) may still \(role.act) on "
            + "\(text(at)). Lull changes it as soon as it reaches it; otherwise switch the device off then."
    }

    /// Describes the mirror of a device.
    func document(of target: DeviceFinder.Target) -> MirrorDocument {
        let standing = target.controller.mirrorStanding
        let zone = zones.rules(of: nil)
        let moments = standing.moments.map { entry in
            MirrorDocument.Moment(
                at: entry.moment.at, local: zone.localISO8601(entry.moment.at), does: entry.moment.role,
                subject: .schedule(entry.moment.kind, entry.moment.schedule), name: entry.moment.name,
                program: entry.number)
        }
        return MirrorDocument(
            address: target.device.address, name: target.device.name, on: standing.isOn, moments: moments,
            leftovers: standing.stale,
            problem: standing.problem.map { words(for: $0, on: target) }
                ?? (standing.isKnown || standing.isOn ? nil : unread(target)))
    }

    private func unread(_ target: DeviceFinder.Target) -> String? {
        guard target.controller.codec.capabilities.programCount > 0 else { return nil }
        return "Lull has not read the programs of “\(target.device.name)” yet, so some of its own may be left there. "
            + "See them with `lull program \(target.device.name.shellWord) list`."
    }

    private func words(for problem: MirrorProblem, on target: DeviceFinder.Target) -> String {
        let (name, word) = (target.device.name, target.device.name.shellWord)
        return switch problem {
        case .noFreeProgram:
            "All programs of “\(name)” are taken. Delete one: `lull program \(word) delete N`."
        case .unreachable:
            "“\(name)” does not answer. Plug it in, move it closer, or close the Hatch app; Lull keeps trying."
        case .refused(let reason): "“\(name)” does not take the programs: \(reason) Lull keeps trying."
        case .clock: "The clock of “\(name)” is not right. Set it: `lull clock \(word) set`."
        }
    }

    private func text(_ instant: Instant) -> String {
        let civil = zones.rules(of: nil).civil(at: instant)
        return "\(civil.date) \("\(civil.time)".prefix(5))"
    }
}

extension MirrorRole {
    /// What a program does, as part of a sentence.
    fileprivate var act: String {
        switch self {
        case .alarm: "ring"
        case .wakeLight: "show its wake light"
        case .nightEnd: "switch it off"
        }
    }
}
