// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
public import ControlAPI
import Coordination
import DeviceModules
import Logging
import Routines
import Scheduling
import SetupDocuments
import SleepModel
import Storage

extension NightControl {
    /// Everything that was set up, as one document.
    public func exportSetup() async throws(ControlError) -> SetupTextDocument {
        try await arranging {
            let text = try await SetupDocument(of: store).yaml(sounds: night.configuration.products.soundNames)
            return SetupTextDocument(document: text.withEscapes)
        }
    }

    /// Sets up what a document says in place of what is set up, as a whole or not at all.
    ///
    /// What is the same already goes on undisturbed; what runs of the rest is ended, and devices that are forgotten
    /// are switched off if something ran on them.
    public func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument {
        try await arranging {
            let replacement = try await Self.replacement(
                of: try await SetupDocument(of: store), by: request.document, at: now,
                products: night.configuration.products, zones: zones)
            try requireStillness(of: replacement.forgotten + replacement.exchanged)
            var document = ImportDocument(dryRun: request.dryRun, changes: replacement.documents)
            guard !request.dryRun else { return document }
            guard !document.changes.isEmpty else {
                // A time before, the store may have failed between the two.
                try await openRooms(of: replacement.after.devices)
                return document
            }
            let busy = replacement.forgotten.filter { night.containers.rooms($0.address)?.isRunning == true }
            let rearrangements = replacement.rearrangements()
            try await commit(replacement, rearrangements)
            rests = replacement.after.settings
            await follow(rearrangements)
            // First what is new, as it may be due: switching off may take as long as a device cannot be reached.
            // What fails is tried again below.
            try? await openRooms(of: replacement.paired)
            document.maybeOn = await switchOff(busy)
            for device in replacement.forgotten + replacement.exchanged { await night.containers.close(device.address) }
            try await openRooms(of: replacement.after.devices)
            return document
        }
    }

    // MARK: -

    /// Reads and checks a document, which may take a while.
    @concurrent
    private nonisolated static func replacement(
        of current: SetupDocument, by text: String, at now: ClockSample, products: ProductCatalogue, zones: ZoneBook
    ) async throws -> SetupReplacement {
        var unnamed: Set<ScheduleID> = []
        let read: SetupDocument
        do {
            read = try SetupDocument(yaml: text, at: now.wall, sounds: products.soundNames) {
                let identifier = ScheduleID.fresh()
                unnamed.insert(identifier)
                return identifier
            }
        } catch {
            throw ControlError(.badData, error.message, advice: SetupCheck.advice)
        }
        let wanted = read.standing(
            in: current, unnamed: unnamed, at: now.wall, freshID: ScheduleID.fresh
        ) { schedule in
            guard let rule = schedule.recurrence, case .once(_) = rule.days else { return false }
            return rule.next(after: now.wall, in: zones.rules(of: schedule.zone)) == nil
        }
        let replacement = SetupReplacement(of: current, by: wanted)
        try SetupCheck(products: products, zones: zones).check(replacement)
        return replacement
    }

    /// Refuses to take a device away while it blinks and is to be left as it was.
    private func requireStillness(of devices: [PairedDevice]) throws(ControlError) {
        for device in devices where night.containers.rooms(device.address)?.isIdentifying == true {
            throw ControlError(
                .busy, "“\(device.name)” blinks, and is to be left as it was.", advice: "Try again in a moment.")
        }
    }

    /// Makes everything durable at once, with the ends of what it ends.
    private func commit(
        _ replacement: SetupReplacement, _ rearrangements: [MacAddress: [ScheduleKind: Rearrangement]]
    ) async throws {
        let sample = now
        var ends: [StoreChange] = []
        for rooms in night.containers.all {
            for (kind, rearrangement) in rearrangements[rooms.address] ?? [:] {
                ends += rooms.ends(taking: rearrangement, of: kind, at: sample)
            }
        }
        let changes = replacement.after.changes(replacing: replacement.before, at: sample.wall)
        _ = try await store.commit(ends + changes + [.note(replacement.log(at: sample.wall))])
    }

    private func follow(_ rearrangements: [MacAddress: [ScheduleKind: Rearrangement]]) async {
        for rooms in night.containers.all {
            for (kind, rearrangement) in rearrangements[rooms.address] ?? [:] {
                do {
                    try await rooms.follow(rearrangement, of: kind)
                } catch {
                    // The setup is on disk and holds; what could not be written is tried again by itself.
                    night.configuration.logger.error(
                        "the store failed", metadata: ["device": "\(rooms.address)", "error": "\(error)"])
                }
            }
        }
    }

    /// Switches devices off that are about to be let go of, all at once; returns those that could not be told.
    private func switchOff(_ devices: [PairedDevice]) async -> [String] {
        let coordinator = night.coordinator
        let told = await withTaskGroup(of: MacAddress?.self) { group in
            for address in devices.map(\.address) {
                group.addTask {
                    let isTold = await coordinator.override([.power(false)], on: address)?.isDelivered ?? false
                    return isTold ? address : nil
                }
            }
            var told: Set<MacAddress> = []
            for await case let address? in group { told.insert(address) }
            return told
        }
        return devices.filter { !told.contains($0.address) }.map(\.name)
    }

    /// Opens the rooms of devices that have none; throws the first failure in the end.
    private func openRooms(of devices: [PairedDevice]) async throws {
        var failure: (any Error)?
        for device in devices where night.containers.rooms(device.address) == nil {
            // What this version does not know is left alone, as at the start.
            guard night.configuration.products.codec(for: device.product) != nil else { continue }
            do {
                _ = try await night.containers.open(device)
            } catch {
                failure = failure ?? error
            }
        }
        // Their schedules are to be looked at.
        night.signal.raise()
        if let failure { throw failure }
    }
}

extension DeviceRooms {
    fileprivate func ends(
        taking rearrangement: Rearrangement, of kind: ScheduleKind, at sample: ClockSample
    ) -> [StoreChange] {
        switch kind {
        case .alarm: alarms.ends(taking: rearrangement, at: sample)
        case .routine: routines.ends(taking: rearrangement, at: sample)
        case .bedtime: bedtimes.ends(taking: rearrangement, at: sample)
        }
    }

    fileprivate func follow(_ rearrangement: Rearrangement, of kind: ScheduleKind) async throws {
        switch kind {
        case .alarm: try await alarms.follow(rearrangement)
        case .routine: try await routines.follow(rearrangement)
        case .bedtime: try await bedtimes.follow(rearrangement)
        }
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
