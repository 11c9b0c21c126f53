// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SetupDocuments
import SleepModel

/// Routines from files.
extension RoutineService {
    /// Reads a routine from YAML; `name` stands in for the one that it has, and `usual` for one that it lacks.
    func routine(
        from text: String, named name: String?, otherwise usual: String? = nil, _ reader: RequestReader,
        _ target: DeviceFinder.Target
    ) throws -> Schedule {
        let codec = target.controller.codec
        let sounds = SoundNames(sound: { name, _ in codec.sound(name) }, name: { sound, _ in codec.name(of: sound) })
        do {
            var schedule = try SetupDocument.routine(
                yaml: text, named: name, otherwise: usual, on: target.device, at: clock.now().wall, sounds: sounds,
                freshID: ScheduleID.fresh)
            schedule.name = try reader.name(schedule.name, what: "a routine")
            _ = try reader.zone(schedule.zone)
            if let choice = schedule.recurrence?.holidays { schedule.recurrence?.holidays = try reader.known(choice) }
            try reader.check(schedule)
            return schedule
        } catch let error as SetupError {
            throw ControlError(.badData, error.message(about: "The routine"), advice: Self.advice)
        } catch let error as RoutineStepError {
            throw ControlError(.badData, "The routine: \(error.clause)", advice: Self.advice)
        }
    }

    /// Throws unless everything stands in the file.
    func requireAlone(
        _ hasRule: Bool, _ hasSteps: Bool, _ zone: String?, _ ifRunning: String?
    ) throws(ControlError) {
        guard hasRule || hasSteps || zone != nil || ifRunning != nil else { return }
        throw RequestReader.invalid(
            "A routine from a file has its times, its steps and its zone there.", "Change the file, or leave it out.")
    }

    private static let advice = "Correct the file; nothing was changed."
}

extension RequestReader {
    /// Throws unless a routine that was read can happen.
    fileprivate func check(_ schedule: Schedule) throws {
        if case .weekly(let days)? = schedule.recurrence?.days, days.isEmpty {
            throw Self.invalid("The routine has no days.", "Give days as [mon, tue] or daily.")
        }
        if case .routine(let plan) = schedule.plan { try check(plan) }
    }
}
