// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

extension ControlHTTPClient {
    /// All paired devices.
    public func devices() async throws(ControlError) -> [DeviceDocument] {
        try await get(Endpoints.devices, Empty())
    }

    /// Listens for devices and tells which are near; the listening adds to the time limit.
    public func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument] {
        try await get(Endpoints.scan, request, extraTime: .seconds(min(max(request.seconds, 0), 60)))
    }

    /// Pairs a device whose identity was checked over the air.
    public func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument {
        try await post(Endpoints.pair, request)
    }

    /// Forgets a device and its schedules.
    public func unpair(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument {
        try await post(Endpoints.unpair, request)
    }

    /// Lets a device blink, and leaves it as it was.
    public func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.identify, request)
    }

    /// Records what passes between Lull and a device; the recording adds to the time limit.
    public func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument {
        try await post(Endpoints.record, request, extraTime: .seconds(min(max(request.seconds, 0), 600)))
    }

    /// The state of all devices, or of one.
    public func status(_ query: StatusQuery) async throws(ControlError) -> [StatusDocument] {
        try await get(Endpoints.status, query)
    }

    /// Switches a device on or off.
    public func power(_ request: PowerRequest) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.power, request)
    }

    /// Changes the light.
    public func light(_ request: LightRequest) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.light, request)
    }

    /// Changes the sound.
    public func sound(_ request: SoundRequest) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.sound, request)
    }

    /// Changes the volume.
    public func volume(_ request: VolumeRequest) async throws(ControlError) -> ControlResult {
        try await post(Endpoints.volume, request)
    }
}
