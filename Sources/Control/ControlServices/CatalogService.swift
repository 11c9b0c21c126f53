// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
package import ControlAPI
package import DeviceModules
import Household
import Scheduling
import SleepModel
import Storage

/// What there is to choose from, and what a rule comes to.
@MainActor
struct CatalogService: CatalogControl {
    let finder: DeviceFinder
    let products: ProductCatalogue
    let zones: ZoneBook
    let clock: any NightClock
    let holidays: HouseholdHolidays
    let routines: any RoutineControl
    let alarms: any AlarmControl
    let bedtimes: any BedtimeControl

    func sounds(_ choice: DeviceChoice) async throws(ControlError) -> [SoundDocument] {
        try await answering {
            let devices: [PairedDevice]? = try await choice.device.asyncMap { name in
                switch try await finder.place(name) {
                case .device(let device): [device]
                case .group(_, let members): members
                }
            }
            return products.codecs.filter { codec in devices?.contains { $0.product == codec.product } ?? true }
                .flatMap(SoundDocument.all)
        }
    }

    func colors() async throws(ControlError) -> [ColorDocument] { ColorDocument.all }

    func templates() async throws(ControlError) -> [TemplateDocument] { Template.library.map(TemplateDocument.init) }

    func template(_ request: TemplateSelection) async throws(ControlError) -> TemplateDocument {
        TemplateDocument(try Template.named(request.name))
    }

    func addTemplate(_ request: TemplateRequest) async throws(ControlError) -> TemplateAdditionDocument {
        let template = try Template.named(request.name).adding(
            to: request.device, as: request.newName, at: request.at, days: request.days)
        if let alarm = template.alarm { return TemplateAdditionDocument(alarm: try await alarms.addAlarms(alarm)) }
        if let bedtime = template.bedtime {
            try await requireNew(bedtime)
            return TemplateAdditionDocument(bedtime: try await bedtimes.setBedtimes(bedtime))
        }
        guard let routine = template.routine else {
            throw ControlError(
                .internalError, "The template “\(template.name)” adds nothing.", advice: "Report the defect.")
        }
        return TemplateAdditionDocument(routine: try await routines.addRoutines(routine))
    }

    /// Throws if the bedtime is there already, as setting it would change it.
    private func requireNew(_ request: BedtimeRequest) async throws(ControlError) {
        let known = try await bedtimes.bedtimes(DeviceChoice(device: request.device))
        guard let there = known.first(where: { $0.name.lowercased() == request.name?.lowercased() }) else { return }
        throw ControlError(
            .alreadyExists, "There is a bedtime “\(there.name)” on \(there.device) already.",
            advice: "Give another name with --as.")
    }

    func explain(_ query: ExplainQuery) async throws(ControlError) -> [ExplainedOccurrenceDocument] {
        try await answering {
            guard ExplainQuery.sizes.contains(query.count) else {
                throw RequestReader.invalid(
                    "\(query.count) occurrences are out of range.",
                    "Give a count from 1 to \(ExplainQuery.sizes.upperBound).")
            }
            let (now, zone) = (clock.now().wall, try zones.rules(for: query.zone))
            let start = try query.from.map { try Instant(explaining: $0) } ?? now
            let rule = try query.rule.recurrence(today: zone.civil(at: now).date) { _ in .weekly(.daily) }
            let book = try await holidays.book()
            if let name = book.missing(in: rule.holidays).first {
                throw ControlError(unknownHolidays: name, in: book)
            }
            return await Self.occurrences(
                of: rule.looked(upIn: book), in: zone, tzdata: zones.version, after: start, count: query.count)
        }
    }

    /// Runs off the main actor, where the night runs: dates that fit a rule can be thousands of years apart.
    private nonisolated static func occurrences(
        of rule: Recurrence, in zone: ZoneRules, tzdata: String?, after start: Instant, count: Int
    ) async -> [ExplainedOccurrenceDocument] {
        rule.listing(after: start, in: zone, count: count).map {
            ExplainedOccurrenceDocument($0, of: rule, in: zone, tzdata: tzdata)
        }
    }
}

extension SoundDocument {
    /// The sounds of a product.
    package static func all(of codec: any ProductCodec) -> [SoundDocument] {
        codec.soundNames.map { name in
            let sound = codec.sound(name)
            return SoundDocument(
                product: codec.product.rawValue, name: name, id: sound?.rawValue,
                otherNames: sound.map(codec.otherNames) ?? [])
        }
    }
}
