// SPDX-License-Identifier: Apache-2.0

/// Everything a person or program can ask for: answered in process by a group of services, or by the daemon.
public protocol ControlService: EventControl {
    /// Asks for one operation and returns the reply.
    func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply
}

extension ControlService {
    /// Asks for an operation that needs to know nothing.
    public func perform<Reply>(_ endpoint: Endpoint<Empty, Reply>) async throws(ControlError) -> Reply {
        try await perform(endpoint, Empty())
    }
}
