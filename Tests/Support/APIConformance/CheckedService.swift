// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Foundation
import Testing

/// A service whose replies a test holds against the document of the API, each as it would be sent.
public struct CheckedService: ControlService {
    /// The service that answers.
    public let service: ControlServiceGroup

    /// Holds the replies of a service against the document.
    public init(_ service: ControlServiceGroup) {
        self.service = service
    }

    /// Performs one operation, and records an issue for each thing in the reply that the document does not say.
    public func perform<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws(ControlError) -> Reply {
        let reply = try await service.perform(endpoint, request)
        do {
            let reply = try JSONEncoder().encode(reply)
            try await Self.check(reply, to: endpoint.path, endpoint.method)
        } catch {
            Issue.record(error, "\(endpoint.path)")
        }
        return reply
    }

    /// The current state of the devices, and then each event.
    public func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await service.events(query, after: identifier)
    }

    @MainActor private static let document = Result {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../ControlTests/OpenAPI/openapi.json")
        return try SchemaCheck(String(contentsOf: file, encoding: .utf8))
    }

    @MainActor
    private static func check(_ reply: Data, to path: String, _ method: EndpointMethod) throws {
        let document = try document.get()
        let operation = document.at("paths", path, method == .get ? "get" : "post")
        let success = (operation?["responses"] as? [String: Any])?["200"] as? [String: Any]
        let content = success?["content"] as? [String: [String: Any]]
        // Text is sent as it is.
        if let content, content["application/json"] == nil { return }
        let schema = content?["application/json"]?["schema"] as? [String: Any]
        let misfits = try document.misfits(in: reply, schema: schema)
        if !misfits.isEmpty { Issue.record("\(path): \(misfits.joined(separator: "; "))") }
    }
}
