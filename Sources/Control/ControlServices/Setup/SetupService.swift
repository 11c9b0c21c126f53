// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SetupDocuments
import SleepModel
import Storage

/// Everything that was set up, written and read as one document.
@MainActor
struct SetupService: SetupControl {
    let store: any NightStore
    let controllers: any DeviceControllers
    let pauses: HouseholdPauses
    let holidays: HouseholdHolidays
    let products: ProductCatalogue
    let zones: ZoneBook
    let clock: any NightClock
    let radioClock: any NightClock
    let queue: SerialQueue
    let household: RunningHousehold

    func exportSetup() async throws(ControlError) -> SetupTextDocument {
        try await arranging(in: queue) {
            let text = try await current().yaml(sounds: products.soundNames)
            let damaged = try await DamagedRowDocument.all(in: store).filter {
                ![.ledger, .log, .runs, .holds, .notices].contains($0.table)
            }
            let missing = damaged.map { "# NOT IN HERE: \("\($0.message) (\($0.id))".printable(upTo: .max))\n" }
                .joined()
            return SetupTextDocument(document: (missing + text).withEscapes, damaged: damaged)
        }
    }

    /// Sets up what a document says in place of what is set up, as a whole or not at all.
    ///
    /// What is the same already goes on undisturbed; what runs of the rest is ended, and devices that are forgotten
    /// are switched off if something ran on them.
    func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument {
        try await arranging(in: queue) {
            let replacement = try await Self.replacement(
                of: try await current(), by: request.document, at: clock.now(),
                products: products, zones: zones)
            try controllers.requireStillness(of: replacement.closed)
            var document = ImportDocument(dryRun: request.dryRun, changes: replacement.documents)
            guard !request.dryRun else { return document }
            guard !document.changes.isEmpty else {
                // An import before this one may have been cut off between the store and the devices.
                try await openControllers(of: replacement.after.devices)
                return document
            }
            let busy = replacement.forgotten.compactMap { controllers.controller(of: $0.key) }.filter(\.isRunning)
            let rearrangements = replacement.rearrangements()
            try await commit(replacement, rearrangements)
            pauses.adopt(replacement.after.settings)
            holidays.adopt(replacement.after.holidays)
            for device in replacement.altered { controllers.controller(of: device.key)?.follow(device) }
            for controller in controllers.all { await controller.follow(rearrangements[controller.address] ?? [:]) }
            // What is new comes first, as it may be due; turning off a device that is out of reach takes a while.
            // What fails here is tried again below.
            try? await openControllers(of: replacement.paired)
            document.maybeOn = await turnOff(busy, of: replacement.forgotten)
            document.programsLeft = await takeMirrorsAway(of: replacement.forgotten)
            for device in replacement.closed { await controllers.close(device.key) }
            try await openControllers(of: replacement.after.devices)
            return document
        }
    }

    // MARK: -

    /// What is set up; a one-time alarm is enabled until it has ended, so that somebody can disable it in its snooze.
    private func current() async throws -> SetupDocument {
        var document = try await SetupDocument(of: store)
        let running = Set(controllers.all.flatMap(\.runningAlarms).map(\.key.schedule))
        for index in document.schedules.indices where running.contains(document.schedules[index].id) {
            document.schedules[index].isEnabled = true
        }
        return document
    }

    /// Reads and checks a document, which may take a while.
    @concurrent
    private nonisolated static func replacement(
        of current: SetupDocument, by text: String, at now: ClockSample, products: ProductCatalogue, zones: ZoneBook
    ) async throws -> SetupReplacement {
        var unnamed: Set<ScheduleID> = []
        var lines: [String: Int] = [:]
        let read: SetupDocument
        do {
            read = try SetupDocument(
                yaml: text, at: now.wall, sounds: products.soundNames,
                noteHolidays: { name, line in lines[name] = lines[name] ?? line }
            ) {
                let identifier = ScheduleID.fresh()
                unnamed.insert(identifier)
                return identifier
            }
        } catch {
            let code: ControlErrorCode = error.code == .tooManySchedules ? .tooManySchedules : .badData
            throw ControlError(code, error.message, advice: SetupCheck.advice)
        }
        let wanted = read.standing(
            in: current, unnamed: unnamed, at: now.wall, freshID: ScheduleID.fresh
        ) { schedule in
            guard let rule = schedule.recurrence, case .once(_) = rule.days else { return false }
            return rule.next(after: now.wall, in: zones.rules(of: schedule.zone)) == nil
        }
        let replacement = SetupReplacement(of: current, by: wanted)
        try SetupCheck(products: products, zones: zones, holidayLines: lines).check(replacement)
        return replacement
    }

    /// Makes everything durable at once, with the ends of what it ends.
    private func commit(
        _ replacement: SetupReplacement, _ rearrangements: [MacAddress: [ScheduleKind: Rearrangement]]
    ) async throws {
        let sample = clock.now()
        let ends = controllers.all.flatMap { $0.ends(taking: rearrangements[$0.address] ?? [:], at: sample) }
        let gone = Set(replacement.forgotten.map(\.address))
        let changes = replacement.after.changes(replacing: replacement.before, at: sample.wall)
        let saved = Set((replacement.removed + replacement.added + replacement.changed).map(\.id))
        let resettled = controllers.all.flatMap { $0.resettled(by: replacement.after.holidays, at: sample) }
            .filter { schedule in !saved.contains(schedule.id) && !gone.contains(schedule.device) }
        _ = try await store.commit(
            ends + changes + resettled.map { .save($0, log: []) }
                + [.note(replacement.log(at: sample.wall, zones: zones))])
    }

    /// Turns devices off that are about to be closed, all at once; returns the names of those that did not take it.
    private func turnOff(_ busy: [DeviceController], of devices: [PairedDevice]) async -> [String] {
        let left = await withTaskGroup(of: MacAddress?.self) { group in
            for controller in busy {
                group.addTask { [radioClock] in
                    let isOff = await controller.turnOffBeforeClosing(within: DeviceService.offLimit, on: radioClock)
                    return isOff ? nil : controller.address
                }
            }
            var left: Set<MacAddress> = []
            for await case let address? in group { left.insert(address) }
            return left
        }
        return devices.filter { left.contains($0.address) }.map(\.name)
    }

    /// Takes the programs of mirrors away from devices that are about to be closed, all at once; returns the names of those
    /// that may have some left.
    private func takeMirrorsAway(of devices: [PairedDevice]) async -> [String] {
        let left = await withTaskGroup(of: MacAddress?.self) { group in
            for controller in devices.compactMap({ controllers.controller(of: $0.key) }) {
                group.addTask { [radioClock] in
                    let left = await controller.takeMirrorAway(within: DeviceService.offLimit, on: radioClock)
                    return left?.isEmpty == true ? nil : controller.address
                }
            }
            var left: Set<MacAddress> = []
            for await case let address? in group { left.insert(address) }
            return left
        }
        return devices.filter { left.contains($0.address) }.map(\.name)
    }

    /// Opens the controllers of devices that have none; throws the first failure in the end.
    private func openControllers(of devices: [PairedDevice]) async throws {
        var failure: (any Error)?
        for device in devices where controllers.controller(of: device.key) == nil {
            // What this version does not know is left alone, as at the start.
            guard products.codec(for: device.product) != nil else { continue }
            do {
                _ = try await controllers.open(device)
            } catch {
                failure = failure ?? error
            }
        }
        // Their schedules may be due.
        household.lookAgain()
        if let failure { throw failure }
    }
}

extension ProductCatalogue {
    /// What sounds are called in documents.
    fileprivate var soundNames: SoundNames {
        SoundNames(
            sound: { name, product in
                guard let codec = codec(for: product) else {
                    // That there is no such product says more, and is said by the check.
                    return SoundID.none
                }
                return codec.sound(name)
            },
            name: { sound, product in codec(for: product)?.name(of: sound) })
    }
}

extension String {
    /// The text with what does not show as itself written as YAML's escapes; it stands in quotation marks anyway.
    fileprivate var withEscapes: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isPrintable || scalar == "\n" {
                text.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return text
    }
}
