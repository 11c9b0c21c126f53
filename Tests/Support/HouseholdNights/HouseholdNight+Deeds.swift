// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SimulatedDevice
import SleepModel
import Storage
import StoreDoubles

/// What people do.
extension HouseholdNight {
    /// Does what somebody does, if it can be done, and notes it.
    func act(_ action: NightPlan.Action, on device: Int) async {
        guard let control, await canAct(action, on: device) else { return }
        if action.arranges { return await arrange(action, on: [device], by: control) }
        let peripheral = peripherals[device]
        let deed = NightFacts.Deed(at: now, device: device, action: action)
        do {
            if action == .touch || action == .tap {
                guard !facts.isUnderWay(.silence, on: device) else { return }
                if action == .tap { await peripheral.touchRing() } else { await peripheral.holdRing() }
            } else {
                try await action.perform(by: control, on: Self.name(device))
            }
            enliven(device)
            facts.deeds.append(deed)
        } catch {
            let code = (error as? ControlError)?.code
            guard code != .unknownSchedule else { return }
            guard code != .nothingActive, !(code == .busy && action.mayMeet) else {
                return facts.refusals.append(deed)
            }
            note(deed, failedBy: "\(error)")
        }
    }

    /// Has a device be heard often for a while.
    func enliven(_ device: Int) { air.enliven(addresses[device], for: .seconds(120)) }

    /// Notes what did not work, which is an error if nothing is wrong at the moment.
    func note(_ deed: NightFacts.Deed, failedBy error: String) {
        facts.failures.append(deed)
        let troubles: [NightFault] = [.lostReplies, .silence, .fullDisk, .hangingDisk, .program]
        if !troubles.contains(where: { facts.isUnderWay($0, on: $0.isOfHost ? nil : deed.device) }) {
            facts.faults.append("\(deed): \(error)")
        }
    }

    /// Whether it can be said what comes of it.
    func canAct(_ action: NightPlan.Action, on device: Int) async -> Bool {
        // What comes of a command to a device that is not there is no question here.
        let isAway = [NightFault.outOfReach, .powerLoss].contains { facts.isUnderWay($0, on: device) }
        guard !isAway else { return false }
        // Nobody can say what is first, a touch of which Lull has not heard yet or what ends what shows beside it.
        guard action.arranges || action.isByHand || !isSoon(after: .tap, on: device) else { return false }
        // Nor whether a routine goes on that somebody steers, after an off at the device.
        if case .steer = action, isSoon(after: .touch, on: device) { return false }
        let isOn = await peripherals[device].state.isOn
        return isOn || !action.needsPower
    }

    /// Whether Lull may not have heard yet of what somebody did at the device.
    private func isSoon(after action: NightPlan.Action, on device: Int) -> Bool {
        facts.deeds.last { $0.device == device && $0.action == action }.map { now - $0.at < Self.hearing } ?? false
    }

    /// How long after a touch Lull hears of it at the latest, in seconds.
    private static let hearing = NightAir.lively + 2

    // MARK: - What goes wrong

    /// Whether somebody who did that now would learn that it failed, and find later that it took place.
    private func waitsForDisk(_ cause: NightPlan.Cause) -> Bool {
        (cause.fault.isPause || cause.fault == .skip) && facts.isUnderWay(.hangingDisk)
    }

    /// Begins a fault, or a pause that ends by itself at `end`; false if it cannot be.
    func begin(_ cause: NightPlan.Cause, for length: Double, ahead: Double, until end: Double?) async -> Bool {
        guard !waitsForDisk(cause) else { return false }
        switch (cause.fault, cause.device) {
        case (.fullDisk, _): await store.fail(true)
        case (.hangingDisk, _): await store.hold()
        case (.restart, _), (.badRow, _): return control != nil
        case (.suspend, _):
            guard control != nil else { return false }
            clock.manual.suspend(for: .seconds(length))
            await clock.idle()
        case (.pause, _):
            return await pause(nil, ahead: ahead, until: end)
        case (.devicePause, let device?): return await pause(device, ahead: ahead, until: end)
        case (.clockStep, _), (.zoneMove, _), (_, nil): return false
        case (let fault, let device?): return await begin(fault, on: device, for: length)
        }
        return true
    }

    /// Pauses all schedules, or those of a device.
    private func pause(_ device: Int?, ahead: Double, until end: Double?) async -> Bool {
        let request = PauseRequest(
            from: ahead > 0 ? "\(Int(ahead))s" : nil, until: end.map { "\(Int($0 - now - ahead))s" },
            device: device.map(Self.name))
        return (try? await control?.perform(Endpoints.pause, request)) != nil
    }

    private func begin(_ fault: NightFault, on device: Int, for length: Double) async -> Bool {
        let peripheral = peripherals[device]
        switch fault {
        case .forgery: air.setForged(addresses[device], true)
        case .program: return await setProgram(on: device, for: length)
        case .silence: air.setSilent(addresses[device], true)
        case .lostReplies: await peripheral.inject(.lostReply, count: 5)
        case .powerLoss:
            await peripheral.cyclePower()
            air.enliven(addresses[device], for: .seconds(120))
        case .outOfReach:
            await peripheral.setRefusesConnections(true)
            await peripheral.dropConnection()
            air.setAway(addresses[device], true)
        case .skip: return await skip(on: device)
        default: return false
        }
        return true
    }

    /// Ends a fault; false if that has to be tried again.
    func end(_ cause: NightPlan.Cause) async -> Bool {
        guard !waitsForDisk(cause) else { return false }
        switch (cause.fault, cause.device) {
        case (.fullDisk, _): await store.fail(false)
        case (.hangingDisk, _): await store.release()
        case (.badRow, _):
            await store.damage([
                QuarantinedRow(
                    table: .schedules, number: 99, kind: .alarm, name: "bad", device: addresses[0],
                    error: StorageError(.corrupt, "The row cannot be read."))
            ])
        case (.pause, _):
            guard (try? await control?.perform(Endpoints.resume, DeviceChoice())) != nil else { return false }
            // Whoever resumes everything ends the pauses of single devices with it.
            for device in 0..<plan.devices {
                facts.end(NightPlan.Cause(fault: .devicePause, device: device), at: now)
            }
        case (.devicePause, let device?):
            // One that ends at a time of its own needs nobody.
            guard !facts.isTimed(cause) else { break }
            return (try? await control?.perform(Endpoints.resume, DeviceChoice(device: Self.name(device)))) != nil
        case (.program, let device?): return await deleteProgram(on: device)
        case (let fault, let device?): await end(fault, on: device)
        default: break
        }
        return true
    }

    private func end(_ fault: NightFault, on device: Int) async {
        switch fault {
        case .forgery: air.setForged(addresses[device], false)
        case .silence: air.setSilent(addresses[device], false)
        case .lostReplies: await peripherals[device].inject(.lostReply, count: 0)
        case .outOfReach:
            await peripherals[device].setRefusesConnections(false)
            air.setAway(addresses[device], false)
            air.enliven(addresses[device], for: .seconds(120))
        case .skip: await unskip(on: device)
        default: break
        }
    }

    /// Sets a program of the device that begins at the next but one minute.
    private func setProgram(on device: Int, for length: Double) async -> Bool {
        guard let control, let clock = await peripherals[device].state.clock else { return false }
        let second = clock.time.secondsSinceMidnight
        let begin = (second / 60 + 2) % 1440
        let minutes = max(Int(length - 240) / 60, 1)
        var program = ProgramRequest(device: Self.name(device), number: 1)
        (program.at, program.duration) = ("\(NightSchedule.Time(minute: begin))", "\(minutes)m")
        (program.days, program.sound, program.volume, program.enabled) = ("daily", "wind", 20, true)
        (program.color, program.brightness) = ("#5DD39E", 50)
        guard (try? await control.perform(Endpoints.setProgram, program)) != nil else { return false }
        air.enliven(addresses[device], for: .seconds(length + 120))
        return true
    }

    /// Deletes the program, which would run every day; not while it runs, as nobody knows what a device does then.
    private func deleteProgram(on device: Int) async -> Bool {
        let programs = NightPrograms(journals[device].entries(), boot: Self.boot, until: now + 120)
        let isNear = programs.runs.contains { !$0.isMirror && $0.span.touches(now - 60, now + 60) }
        guard !isNear else { return false }
        let request = SlotRequest(device: Self.name(device), number: 1)
        return (try? await control?.perform(Endpoints.deleteProgram, request)) != nil
    }
}

extension NightPlan.Action {
    /// Whether nobody does it to a device that is off.
    fileprivate var needsPower: Bool {
        switch self {
        case .touch, .tap, .volume: true
        case .light(let light): light.percent == 0
        case .sound(let sound, _): sound == 0
        default: false
        }
    }

    /// Whether it is about what lies ahead.
    var arranges: Bool {
        switch self {
        case .edit, .move, .enable, .remove, .replan, .beginNight, .wake: true
        default: false
        }
    }

    /// Whether it sets what the device shows or plays, and no more.
    var isByHand: Bool {
        switch self {
        case .touch, .tap, .power, .light, .sound, .volume: true
        default: false
        }
    }

    /// Whether it is left out where something runs already.
    var mayMeet: Bool { if case .run = self { true } else { false } }

    fileprivate func perform(by control: any ControlService, on device: String) async throws {
        switch self {
        case .touch, .tap: break
        case .dismiss(let name):
            _ = try await control.perform(
                Endpoints.dismissAlarm, ScheduleSelection(name: name, device: device))
        case .snooze(let name):
            _ = try await control.perform(
                Endpoints.snoozeAlarm, SnoozeRequest(name: name, device: device, length: nil))
        case .power(let on):
            _ = try await control.perform(Endpoints.power, PowerRequest(device: device, on: on))
        case .light(let light):
            _ = try await control.perform(
                Endpoints.light,
                light.percent == 0
                    ? LightRequest(device: device, color: "off", brightness: nil)
                    : LightRequest(device: device, color: light.color.text, brightness: light.percent))
        case .sound(let sound, let volume):
            _ = try await control.perform(
                Endpoints.sound,
                sound == 0
                    ? SoundRequest(device: device, sound: "off", volume: nil)
                    : SoundRequest(device: device, sound: "\(sound)", volume: volume))
        case .volume(let volume):
            _ = try await control.perform(Endpoints.volume, VolumeRequest(device: device, volume: volume))
        case .run(let name, let ifRunning):
            _ = try await control.perform(
                Endpoints.runRoutine,
                RoutineRunRequest(name: name, device: device, ifRunning: ifRunning?.rawValue))
        case .stop(let name):
            _ = try await control.perform(
                Endpoints.stopRoutine, ScheduleSelection(name: name, device: device))
        case .steer(let name, let steering):
            _ = try await control.perform(Endpoints.controlRoutine, steering.request(name, on: device))
        case .nap(let nap):
            _ = try await control.perform(Endpoints.startNap, nap.request(on: device))
        case .endNap: _ = try await control.perform(Endpoints.endNap, DeviceSelection(device: device))
        case .stopAll: _ = try await control.perform(Endpoints.stop, DeviceChoice(device: device))
        case .limit(let limit?):
            _ = try await control.perform(Endpoints.setLimit, limit.request(on: device))
        case .endNight(let name):
            _ = try await control.perform(Endpoints.endBedtime, ScheduleSelection(name: name, device: device))
        case .edit, .move, .enable, .remove, .replan, .beginNight, .wake: break
        case .limit(nil):
            _ = try await control.perform(Endpoints.removeLimit, DeviceSelection(device: device))
        }
    }
}
