// SPDX-License-Identifier: Apache-2.0

/// Performs the operations of the API: in this process, or by asking the daemon.
public protocol ControlService: EventControl {
    /// Performs one operation and returns the reply.
    func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply
}

extension EventControl {
    /// The current state of all devices, or of one, and then each event until either side ends the stream.
    public func events(
        _ query: DeviceChoice
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await events(query, after: nil)
    }
}

extension ControlService {
    /// Performs an operation without arguments.
    public func perform<Reply>(_ endpoint: Endpoint<Empty, Reply>) async throws(ControlError) -> Reply {
        try await perform(endpoint, Empty())
    }

    /// Performs an operation for all devices.
    public func perform<Reply>(_ endpoint: Endpoint<DeviceChoice, Reply>) async throws(ControlError) -> Reply {
        try await perform(endpoint, DeviceChoice())
    }
}
