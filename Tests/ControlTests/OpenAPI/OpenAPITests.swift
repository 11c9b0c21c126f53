// SPDX-License-Identifier: Apache-2.0

import APIConformance
import ControlAPI
import Foundation
import Testing

@testable import ControlServer

/// The description of the API, and what is sent.
@Suite(.timeLimit(.minutes(2)))
struct OpenAPITests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "openapi.json")

    private static let text = Result { try OpenAPIDocument.text() }

    private func check() throws -> SchemaCheck { try SchemaCheck(Self.text.get()) }

    /// After a change of the API, `LULL_WRITE_OPENAPI=1` writes the file anew.
    @Test func document_isTheOneThatIsCheckedIn() throws {
        let text = try OpenAPIDocument.text()
        if ProcessInfo.processInfo.environment["LULL_WRITE_OPENAPI"] != nil {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(text == kept, "write it anew with LULL_WRITE_OPENAPI=1")
    }

    @Test func document_isServed() async throws {
        let text = try await withServer(FakeService()) { server in
            let (status, body) = try await request(server.path, "GET", "/v1/openapi.json")
            #expect(status == 200)
            return body
        }
        #expect(text == (try OpenAPIDocument.text()))
    }

    @Test func document_hasEveryOperation_underANameOfItsOwn() throws {
        let paths = try #require(try check().at("paths") as? [String: [String: [String: Any]]])
        #expect(
            Set(paths.keys) == Set(Endpoints.all.map(\.path) + [Endpoints.eventsPath, OpenAPIDocument.path]))
        let names = paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
        #expect(Set(names).count == paths.count)
    }

    @Test(arguments: EndpointTests.roundTrips + EndpointTests.groupTrips)
    func reply_andRequest_areAsTheDocumentSays(_ trip: EndpointTests.RoundTrip) throws {
        let check = try self.check()
        let method = trip.isQuery ? "get" : "post"
        let operation = check.at("paths", trip.path, method)
        func schema(_ content: Any?) -> [String: Any]? {
            let content = (content as? [String: Any])?["content"] as? [String: [String: Any]]
            return content?.values.first?["schema"] as? [String: Any]
        }
        let replies = operation?["responses"] as? [String: Any]
        if let text = trip.text {
            #expect(try check.misfits(in: JSONEncoder().encode(text), schema: schema(replies?["200"])) == [])
        } else {
            #expect(try check.misfits(in: trip.reply(), schema: schema(replies?["200"])) == [])
        }
        let content = try trip.content()
        if trip.isQuery {
            let parameters = operation?["parameters"] as? [[String: Any]] ?? []
            let names = Set(parameters.compactMap { $0["name"] as? String })
            let required = Set(
                parameters.filter { $0["required"] as? Bool == true }.compactMap { $0["name"] as? String })
            #expect(Set(content.query.keys).isSubset(of: names))
            #expect(required.isSubset(of: content.query.keys))
        } else {
            #expect(try check.misfits(in: Data(content.body), schema: schema(operation?["requestBody"])) == [])
        }
    }

    /// A rule of a key that no field has would say nothing.
    @Test func rules_areOfFieldsOfTheirRequests() throws {
        let check = try self.check()
        for endpoint in Endpoints.all {
            guard case .body(let type) = endpoint.requestForm else { continue }
            let rules = FieldRules.of(type)
            guard !rules.isEmpty else { continue }
            let fields = check.at("components", "schemas", "\(type)", "properties") ?? [:]
            #expect(Set(rules.keys).isSubset(of: fields.keys), "\(type)")
        }
        let rule = check.at("components", "schemas", "RuleRequest", "properties") ?? [:]
        #expect(Set(FieldRules.of(RuleRequest.self).keys).isSubset(of: rule.keys))
    }

    @Test(arguments: [
        (#"{"device":"n","volume":100}"#, [String]()), (#"{"device":"n","volume":101}"#, ["$.volume: more than 100"]),
        (#"{"device":"n","volume":-1}"#, ["$.volume: less than 0"]),
    ])
    func numbers_haveTheirRanges(_ json: String, _ misfits: [String]) throws {
        let check = try self.check()
        let schema = check.at("components", "schemas", "VolumeRequest")
        #expect(try check.misfits(in: Data(json.utf8), schema: schema) == misfits)
    }

    @Test func events_areAsTheDocumentSays() throws {
        let check = try self.check()
        let schema = check.at("components", "schemas", "EventDocument")
        for event in [Samples.event, EventDocument(at: Samples.instant, event: .dropped, dropped: 3)] {
            #expect(try check.misfits(in: JSONEncoder().encode(event), schema: schema) == [])
        }
    }

    @Test func errors_areAsTheDocumentSays() throws {
        let check = try self.check()
        let error = ControlErrorDocument(
            ControlError(.damagedState, "It cannot be read.", advice: "Set it.", damaged: [Samples.damaged]))
        let schema = check.at("components", "schemas", "ControlErrorDocument")
        #expect(try check.misfits(in: JSONEncoder().encode(error), schema: schema) == [])
    }

    @Test(arguments: [
        (#"{"name":"store","status":"ok","reason":null}"#, [String]()),
        (#"{"name":"store","status":"ok"}"#, []),
        (#"{"name":"store","status":"fine"}"#, [#"$.status: “fine” is not one of ["ok", "degraded", "failing"]"#]),
        (#"{"name":"store"}"#, ["$.status: missing"]),
        (#"{"name":"store","status":"ok","more":1}"#, ["$.more: unknown"]),
        (#"{"name":1,"status":"ok"}"#, [#"$.name: not ["string"]"#]),
        ("[]", [#"$: not ["object"]"#]),
    ])
    func check_findsWhatDoesNotFit(_ json: String, _ misfits: [String]) throws {
        let check = try self.check()
        let schema = check.at("components", "schemas", "HealthDocument.Check")
        #expect(try check.misfits(in: Data(json.utf8), schema: schema) == misfits)
    }
}
