// SPDX-License-Identifier: Apache-2.0

import Clocks
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
    /// What is about one schedule alone is left to its device.
    func make(_ changes: [ScheduleChange], with others: [StoreChange] = []) async throws {
        if changes.count == 1, others.isEmpty {
            let controller = controllers.all.first { $0.address == changes[0].schedule.device }
            try await controller?.make(changes[0])
            return
        }
        let sample = clock.now()
        let writes = others + controllers.all.flatMap { $0.writes(of: changes, at: sample) }
        guard !writes.isEmpty else { return }
        _ = try await store.commit(writes)
        await household.follow(late: writes)
    }
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
