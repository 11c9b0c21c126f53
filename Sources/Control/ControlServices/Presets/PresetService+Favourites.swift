// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import ControlAPI
public import DeviceDocuments
import DeviceModules
import SleepModel

extension NightControl {
    /// A device's favourites, or one.
    public func favourites(_ query: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument] {
        try await answering {
            let target = try await target(query.device)
            var documents: [DeviceFavouriteDocument] = []
            for number in try slots(
                query, in: target, "favourite", count: target.rooms.codec.capabilities.favouriteCount)
            {
                documents.append(document(try await target.rooms.sender.favourite(number), of: target))
            }
            return documents
        }
    }

    /// Plays a favourite as if its light, its sound and its volume had been asked for.
    public func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await target(request.device)
            let favourite = try await favourite(request.number, of: target)
            let actions: [DeviceAction] = [
                .power(true), .light(favourite.light), .sound(favourite.sound), .volume(favourite.volume),
            ]
            return try await control(
                target, "favourite \(request.number)", actions, favourite: request.number)
        }
    }

    /// Makes a favourite of what the device shows and plays.
    public func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answering {
            let target = try await target(request.device)
            var favourite = try await favourite(request.number, of: target)
            let state = try await target.rooms.sender.readState()
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

    /// Changes parts of a favourite.
    public func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answering {
            let target = try await target(request.device)
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
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

    private func favourite(_ number: Int, of target: Target) async throws -> DeviceFavourite {
        try check(number, in: target, "favourite", count: target.rooms.codec.capabilities.favouriteCount)
        return try await target.rooms.sender.favourite(number)
    }

    private func store(
        _ favourite: DeviceFavourite, on target: Target, _ name: String
    ) async throws -> DeviceFavouriteDocument {
        try await target.rooms.sender.store(favourite)
        await note(target.device, name, "confirmed")
        return document(favourite, of: target)
    }

    private func document(_ favourite: DeviceFavourite, of target: Target) -> DeviceFavouriteDocument {
        let codec = target.rooms.codec
        return DeviceFavouriteDocument(
            favourite, product: codec.product, soundName: codec.name(of: favourite.sound))
    }

    // MARK: - Slots

    /// The numbers a query is about.
    func slots(_ query: SlotQuery, in target: Target, _ kind: String, count: Int) throws -> [Int] {
        guard let number = query.number else {
            try check(1, in: target, kind, count: count)
            return Array(1...count)
        }
        try check(number, in: target, kind, count: count)
        return [number]
    }

    /// Refuses a number that the product has no slot for.
    func check(_ number: Int, in target: Target, _ kind: String, count: Int) throws {
        guard count > 0 else {
            throw ControlError(
                .unsupportedProduct, "“\(target.device.name)” keeps no \(kind)s.", advice: "See `lull devices`.")
        }
        guard (1...count).contains(number) else {
            throw RequestReader.invalid("There is no \(kind) \(number).", "Give a number from 1 to \(count).")
        }
    }
}
