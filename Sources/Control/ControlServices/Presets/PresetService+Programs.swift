// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import DeviceModules
import Household
import SleepModel

extension PresetService {
    func programs(_ query: SlotQuery) async throws(ControlError) -> [DeviceProgramDocument] {
        try await answering {
            let target = try await finder.target(query.device)
            var documents: [DeviceProgramDocument] = []
            for number in try slots(
                query, in: target, "program", count: target.controller.codec.capabilities.programCount)
            {
                documents.append(document(try await target.controller.sender.program(number), number, of: target))
            }
            return documents
        }
    }

    func setProgram(_ request: ProgramRequest) async throws(ControlError) -> ProgramChangeDocument {
        try await answering {
            let target = try await finder.target(request.device)
            let before = try await program(request.number, of: target)
            let program = try changed(before, by: request, RequestReader(codec: target.controller.codec, zones: zones))
            try await target.controller.sender.store(program)
            await log.note(target.device, "program \(request.number) set", .confirmed)
            return change(program, of: target)
        }
    }

    func switchProgram(_ request: ProgramSwitchRequest) async throws(ControlError) -> ProgramChangeDocument {
        try await answering {
            let target = try await finder.target(request.device)
            guard var program = try await program(request.number, of: target) else {
                throw ControlError(
                    .unknownSchedule, "Program \(request.number) of “\(target.device.name)” is empty.",
                    advice: "List them with `lull program \(target.device.name) list`.")
            }
            try await target.controller.sender.setProgram(request.number, isEnabled: request.enabled)
            program.isEnabled = request.enabled
            let word = request.enabled ? "enable" : "disable"
            await log.note(target.device, "program \(request.number) \(word)", .confirmed)
            return change(program, of: target)
        }
    }

    func deleteProgram(_ request: SlotRequest) async throws(ControlError) -> DeviceProgramDocument {
        try await answering {
            let device = try await finder.wholeDevice(request.device) { "lull program \($0) delete \(request.number)" }
            let target = try await finder.target(device.address.rawValue)
            let codec = target.controller.codec
            try check(request.number, in: target, "program", count: codec.capabilities.programCount)
            try await target.controller.sender.deleteProgram(request.number)
            target.controller.lookAgain()
            await log.note(target.device, "program \(request.number) delete", .confirmed)
            return document(nil, request.number, of: target)
        }
    }

    // MARK: -

    private func program(_ number: Int, of target: DeviceFinder.Target) async throws -> DeviceProgram? {
        try check(number, in: target, "program", count: target.controller.codec.capabilities.programCount)
        return try await target.controller.sender.program(number)
    }

    private func changed(
        _ before: DeviceProgram?, by request: ProgramRequest, _ reader: RequestReader
    ) throws -> DeviceProgram {
        guard before != nil || request.at != nil else {
            throw RequestReader.invalid(
                "Program \(request.number) is empty, and nothing says when it is to start.", "Give --at HH:MM.")
        }
        var program = try before ?? Self.usual(request.number, at: reader.time(request.at ?? ""))
        if let name = request.name { program.name = try reader.programName(name) }
        if let at = request.at { program.start = try reader.time(at) }
        if let duration = request.duration {
            let longest = Duration.seconds(UInt16.max)
            program.durationSeconds = Int(
                try reader.duration(duration, "--for", in: .seconds(60)...longest).components.seconds)
        }
        if let days = request.days { program.days = try reader.days(days) }
        program.light = try reader.light(request.color, brightness: request.brightness, before: program.light)
        if let sound = request.sound { program.sound = try reader.sound(sound) }
        if let volume = request.volume { program.volume = try reader.percent(volume, "--volume") }
        // What is not given stays; a new program starts on its days.
        program.isEnabled = request.enabled ?? before?.isEnabled ?? true
        program.hasToddlerLock = request.toddlerLock ?? program.hasToddlerLock
        return program
    }

    private static func usual(_ number: Int, at start: TimeOfDay) -> DeviceProgram {
        DeviceProgram(
            number: number, name: "Program \(number)", start: start, durationSeconds: 1800, days: .daily, light: .off,
            sound: .none, volume: Level(rawValue: 77))
    }

    private func change(_ program: DeviceProgram, of target: DeviceFinder.Target) -> ProgramChangeDocument {
        target.controller.lookAgain()
        let command = "lull mirror \(target.device.name.shellWord) off"
        let mirrored =
            program.mirrorRole == nil || !target.device.isMirrored
            ? nil
            : "Program \(program.number) is one of the mirror, and Lull writes it anew. To end that: `\(command)`."
        return ProgramChangeDocument(
            document(program, program.number, of: target),
            warning: mirrored ?? meetings(on: target).warning(about: program))
    }

    private func document(
        _ program: DeviceProgram?, _ number: Int, of target: DeviceFinder.Target
    ) -> DeviceProgramDocument {
        let codec = target.controller.codec
        guard let program else { return DeviceProgramDocument(emptySlot: number, product: codec.product) }
        return DeviceProgramDocument(program, product: codec.product, soundName: codec.name(of: program.sound))
    }
}
