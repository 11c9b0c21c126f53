// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
public import SleepModel

extension ControlHTTPClient {
    /// A device's favourites, or one.
    public func favourites(_ query: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument] {
        try await get(Endpoints.favourites, query)
    }

    /// Plays a favourite.
    public func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.playFavourite, request)
    }

    /// Makes a favourite of what the device shows and plays.
    public func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await post(Endpoints.saveFavourite, request)
    }

    /// Changes parts of a favourite.
    public func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await post(Endpoints.editFavourite, request)
    }

    /// A device's programs, or one.
    public func programs(_ query: SlotQuery) async throws(ControlError) -> [DeviceProgramDocument] {
        try await get(Endpoints.programs, query)
    }

    /// Makes a program, or changes parts of one.
    public func setProgram(_ request: ProgramRequest) async throws(ControlError) -> DeviceProgramDocument {
        try await post(Endpoints.setProgram, request)
    }

    /// Lets a program start on its days, or not.
    public func switchProgram(_ request: ProgramSwitchRequest) async throws(ControlError) -> DeviceProgramDocument {
        try await post(Endpoints.switchProgram, request)
    }

    /// Empties a program's slot.
    public func deleteProgram(_ request: SlotRequest) async throws(ControlError) -> DeviceProgramDocument {
        try await post(Endpoints.deleteProgram, request)
    }

    /// A device's sleep timer.
    public func timer(_ query: SlotQuery) async throws(ControlError) -> TimerDocument {
        try await get(Endpoints.timer, query)
    }

    /// Starts or ends a device's sleep timer.
    public func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument {
        try await post(Endpoints.setTimer, request)
    }

    /// A device's own clock.
    public func clock(_ query: SlotQuery) async throws(ControlError) -> ClockDocument {
        try await get(Endpoints.clock, query)
    }

    /// Sets a device's clock to the host's local time.
    public func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument {
        try await post(Endpoints.setClock, request)
    }
}
