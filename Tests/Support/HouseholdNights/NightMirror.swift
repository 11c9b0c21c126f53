// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Holds what a device does by itself against the mirror: only a device with one does what Lull wrote, and that device
/// begins each alarm at its time, as it would if nobody were there.
struct NightMirror {
    let device: Int
    let plan: NightPlan
    let model: NightModel
    let facts: NightFacts
    let programs: [NightPrograms.Run]

    /// How far host and device may differ, how long an alarm has to be the next one, and how long nothing may have come in
    /// between, in seconds.
    private static let (late, ahead, calm) = (5.0, 600.0, 7200.0)

    /// How long before a ring a program has to be over, in seconds.
    private static let writing = 240.0

    private(set) var compared = 0
    private(set) var faults: [String] = []

    mutating func compare() {
        guard plan.mirrored.contains(device) else {
            faults = programs.filter(\.isMirror).map {
                "device \(device) does by itself what Lull wrote at \(wall($0.span.from)), and has no mirror"
            }
            return
        }
        for ring in model.rings where isSure(ring) {
            compared += 1
            let isThere = programs.contains { $0.isMirror && abs($0.span.from - ring.from) <= Self.late }
            guard !isThere else { continue }
            let name = plan.schedules[ring.occurrence.schedule].name
            faults.append("device \(device) would not ring by itself for \(name) at \(wall(ring.from))")
        }
    }

    /// Whether an alarm rings at its time, as the only one for a while, and nobody and nothing comes in between.
    private func isSure(_ ring: NightModel.Ring) -> Bool {
        let (due, zone) = (ring.occurrence.due, ring.occurrence.zone)
        let from = due - Self.calm
        guard abs(ring.from - due) < 0.5, due < plan.end - 60, from > NightCalendar.isFurnished else { return false }
        let isTroubled =
            facts.spans(NightFault.allCases, on: device).contains { $0.touches(from, due + 60) }
            || facts.clockChanges.contains { abs($0.at - due) < 2 * 86_400 }
            || model.parts.contains { $0.doubt != nil && $0.from <= due + 10 && from <= $0.to }
        // A device learns of other clocks a while later.
        let isMoved =
            zone.offset(at: ring.occurrence.planned) != zone.offset(at: ring.occurrence.planned - .seconds(86_400))
        let isDisturbed =
            facts.deeds.contains { $0.device == device && due - Self.ahead <= $0.at && $0.at <= due }
            || (facts.edits.map(\.at) + facts.imports.map(\.at)).contains { due - Self.ahead <= $0 && $0 <= due }
        let isFirst = !model.rings.contains { other in
            other.occurrence != ring.occurrence && due - Self.ahead <= other.to && other.from <= due + 60
        }
        // Nothing is written while a program runs, nor shortly before and after.
        let isRunning = programs.contains {
            $0.isMirror && $0.span.from < due - Self.late && due - Self.writing <= $0.span.to
        }
        return !isTroubled && !isMoved && !isDisturbed && isFirst && !isRunning
    }

    private func wall(_ time: Double) -> String { "\(model.clock.wall(at: time))" }
}
