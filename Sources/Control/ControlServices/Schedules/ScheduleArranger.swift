// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// Makes what people arrange about schedules of several devices, all of it or nothing.
@MainActor
struct ScheduleArranger {
    let store: any NightStore
    let controllers: any DeviceControllers
    let household: RunningHousehold
    let clock: any NightClock

    /// Makes changes with others of the store; they are on disk together when the call returns.
    ///
    /// What is about one schedule alone is left to its device. Throws `too_many_schedules` if there is no room for what is
    /// new, and `confusable_name` for a new name that looks like another one of its kind.
    func make(_ changes: [ScheduleChange], with others: [StoreChange] = []) async throws {
        try await check(changes)
        if changes.count == 1, others.isEmpty {
            let controller = controllers.all.first { $0.address == changes[0].schedule.device }
            try await controller?.make(changes[0])
            return
        }
        _ = try await commit(controllers.all.flatMap { $0.parts(of: changes) }[...], others)
        household.lookAgain()
    }

    private func check(_ changes: [ScheduleChange]) async throws {
        let all = controllers.all.flatMap { controller in ScheduleKind.allCases.flatMap(controller.schedules(of:)) }
        let known = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
        let (added, removed) = changes.reduce(into: (0, 0)) { count, change in
            if case .save(let schedule) = change, known[schedule.id] == nil { count.0 += 1 }
            if case .remove(let schedule) = change, known[schedule.id] != nil { count.1 += 1 }
        }
        guard added == 0 || all.count + added - removed <= Schedule.most else {
            throw ControlError(
                .tooManySchedules, "There can be \(Schedule.most) schedules, and \(all.count) are there already.",
                advice: "Remove some that you do not need.")
        }
        let named = changes.compactMap { change in
            switch change {
            case .save(let schedule), .edit(let schedule, _): known[schedule.id] == schedule.name ? nil : schedule
            case .remove, .date: nil
            }
        }
        guard !named.isEmpty else { return }
        let devices = try await store.devices()
        for kind in Set(named.map(\.kind)) {
            let names = KnownNames(kind, among: all, on: devices)
            for schedule in named where schedule.kind == kind { try names.require(schedule.name) }
        }
    }

    /// Has each feature decide its part, and nothing else until all parts are on disk; says of each write whether it was made.
    private func commit(_ parts: ArraySlice<Part>, _ gathered: [StoreChange]) async throws -> [Bool] {
        guard let part = parts.first else { return gathered.isEmpty ? [] : try await store.commit(gathered) }
        var answers: [Bool] = []
        try await part.feature.make(part.changes) { writes in
            answers = try await commit(parts.dropFirst(), gathered + writes)
            return Array(answers[gathered.count..<gathered.count + writes.count])
        }
        return answers
    }

    private typealias Part = (feature: any ScheduleFeature, changes: [ScheduleChange])
}

extension DeviceController {
    fileprivate func make(_ change: ScheduleChange) async throws {
        switch change {
        case .save(let schedule): try await save(schedule)
        case .edit(let schedule, let changesRuns): try await edit(schedule, changesRuns: changesRuns)
        case .remove(let schedule): try await remove(schedule)
        case .date(let schedule, let date, let change): try await self.change(schedule, on: date, to: change)
        }
    }
}
