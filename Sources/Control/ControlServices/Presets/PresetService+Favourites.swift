// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import DeviceModules
import Household
import SleepModel

extension PresetService {
    func favourites(_ query: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument] {
        try await answering {
            let target = try await finder.target(query.device)
            var documents: [DeviceFavouriteDocument] = []
            for number in try slots(
                query, in: target, "favourite", count: target.controller.codec.capabilities.favouriteCount)
            {
                documents.append(document(try await target.controller.sender.favourite(number), of: target))
            }
            return documents
        }
    }

    /// Plays a favourite as if its light, its sound and its volume had been asked for.
    func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let favourite = try await favourite(request.number, of: target)
            let actions: [DeviceAction] = [
                .power(true), .light(favourite.light), .sound(favourite.sound), .volume(favourite.volume),
            ]
            return try await command.run(
                "favourite \(request.number)", actions, favourite: request.number, on: target)
        }
    }

    func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answering {
            let target = try await finder.target(request.device)
            var favourite = try await favourite(request.number, of: target)
            let state = try await target.controller.sender.readState()
            guard state.isOn else {
                throw ControlError(
                    .nothingActive, "“\(target.device.name)” is off, so there is nothing to keep.",
                    advice: "Set its light and sound first, with `lull light` and `lull sound`.")
            }
            (favourite.light, favourite.sound, favourite.volume) = (state.light, state.sound, state.volume)
            favourite.isEnabled = true
            return try await store(favourite, on: target, "favourite \(request.number) save")
        }
    }

    func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answering {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            var favourite = try await favourite(request.number, of: target)
            favourite.light = try reader.light(
                request.color, brightness: request.brightness, before: favourite.light)
            favourite.sound = try request.sound.map(reader.sound) ?? favourite.sound
            favourite.volume = try request.volume.map { try reader.percent($0, "--volume") } ?? favourite.volume
            favourite.isEnabled = request.enabled ?? favourite.isEnabled
            return try await store(favourite, on: target, "favourite \(request.number) edit")
        }
    }

    // MARK: -

    private func favourite(_ number: Int, of target: DeviceFinder.Target) async throws -> DeviceFavourite {
        try check(number, in: target, "favourite", count: target.controller.codec.capabilities.favouriteCount)
        return try await target.controller.sender.favourite(number)
    }

    private func store(
        _ favourite: DeviceFavourite, on target: DeviceFinder.Target, _ name: String
    ) async throws -> DeviceFavouriteDocument {
        try await target.controller.sender.store(favourite)
        await log.note(target.device, name, .confirmed)
        return document(favourite, of: target)
    }

    private func document(_ favourite: DeviceFavourite, of target: DeviceFinder.Target) -> DeviceFavouriteDocument {
        let codec = target.controller.codec
        return DeviceFavouriteDocument(
            favourite, product: codec.product, soundName: codec.name(of: favourite.sound))
    }

    // MARK: - Slots

    /// The numbers a query is about.
    func slots(_ query: SlotQuery, in target: DeviceFinder.Target, _ kind: String, count: Int) throws -> [Int] {
        guard let number = query.number else {
            try check(1, in: target, kind, count: count)
            return Array(1...count)
        }
        try check(number, in: target, kind, count: count)
        return [number]
    }

    /// Refuses a number that the product has no slot for.
    func check(_ number: Int, in target: DeviceFinder.Target, _ kind: String, count: Int) throws {
        guard count > 0 else {
            throw ControlError(
                .unsupportedProduct, "“\(target.device.name)” keeps no \(kind)s.", advice: "See `lull devices`.")
        }
        guard (1...count).contains(number) else {
            throw RequestReader.invalid("There is no \(kind) \(number).", "Give a number from 1 to \(count).")
        }
    }
}
