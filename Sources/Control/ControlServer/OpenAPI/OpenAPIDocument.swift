// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials

/// The description of the API as OpenAPI 3.1, made from the table of endpoints.
enum OpenAPIDocument {
    /// The whole document, as it is served and checked in.
    ///
    /// Throws when a type of the table has no shape.
    static func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(document()), as: UTF8.self) + "\n"
    }

    /// The same, made once for all who ask.
    static let served = Result { try text() }

    /// The document as a value.
    static func document() throws -> JSONValue {
        let recorder = ShapeRecorder()
        var paths: [String: JSONValue] = [Endpoints.eventsPath: try events(recorder), path: itself]
        for endpoint in Endpoints.all {
            paths[endpoint.path] = [endpoint.method == .get ? "get" : "post": try operation(endpoint, recorder)]
        }
        let failure = try recorder.shape(of: ControlErrorDocument.self)
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Lull", "version": .text(LullVersion.current),
                "description": .text(about),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [
                ["url": "http://lull", "description": "The unix socket of the daemon; the name is not looked up."]
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(recorder.objects.mapValues(schema)),
                "parameters": ["idempotencyKey": idempotencyKey, "ifMatch": ifMatch],
                "headers": [
                    "ETag": [
                        "description": "The revision of the schedule, for `If-Match`.", "schema": ["type": "string"],
                    ],
                    Endpoints.unsavedHeader: [
                        "description": "What cannot be saved now and why, percent-encoded; absent while everything is.",
                        "schema": ["type": "string"],
                    ],
                ],
                "responses": [
                    "Error": ["description": "Why it failed.", "content": json(failure)]
                ],
            ],
        ]
    }

    /// The path of the document.
    static let path = "/v1/openapi.json"

    private static let about =
        "The API of a bedside controller. Keys whose value is null may be left out. New keys and words may be added."

    private static let idempotencyKey = header(
        RequestKey.header,
        """
        A text of your own for this command. The same command with the same key is not done again, and gets the first reply, \
        for a day or a thousand commands, unless it failed or the daemon has begun anew. Another command with the key is refused \
        with the status 422.
        """, pattern: "^[!-~]{1,\(RequestKey.longest)}$")
    private static let ifMatch = header(
        "If-Match",
        """
        An `ETag` of the schedule, as you know it. If somebody has changed it since, the status is 412 and nothing is done. In a \
        path that ends in `/each`, give the `revision` of the schedule of every device, each in quotes and with commas \
        between. What is done on all devices or on none has the status 412 then. Everything else is not done on the device \
        whose schedule has changed, and its reply has the error `changed_meanwhile`.
        """,
        pattern: #"^(\*|"[^"]*"(, *"[^"]*")*)$"#)

    private static func header(_ name: String, _ description: String, pattern: String? = nil) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "string"]
        if let pattern { schema["pattern"] = .text(pattern) }
        return [
            "name": .text(name), "in": "header", "required": .flag(false), "description": .text(description),
            "schema": .object(schema),
        ]
    }

    private static func operation(_ endpoint: any AnyEndpoint, _ recorder: ShapeRecorder) throws -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .text(identifier(endpoint.path)), "summary": .text(endpoint.summary),
            "description": .text("Needs the grade “\(endpoint.grade)”."),
        ]
        switch endpoint.requestForm {
        case .query(let parameters):
            if !parameters.isEmpty { operation["parameters"] = .list(parameters.map(parameter)) }
        case .body(let type):
            var headers: [JSONValue] = [["$ref": "#/components/parameters/idempotencyKey"]]
            if Endpoints.conditional.contains(where: { $0.path == endpoint.path }) {
                headers.append(["$ref": "#/components/parameters/ifMatch"])
            }
            operation["parameters"] = .list(headers)
            operation["requestBody"] = ["required": true, "content": json(try recorder.shape(of: type))]
        }
        let content: JSONValue
        if let text = endpoint.replyType as? any TextReply.Type {
            content = [text.contentType: ["schema": ["type": "string"]]]
        } else {
            content = json(try recorder.shape(of: endpoint.replyType))
        }
        var headers: [String: JSONValue] = [
            Endpoints.unsavedHeader: ["$ref": .text("#/components/headers/\(Endpoints.unsavedHeader)")]
        ]
        if endpoint.replyType is any RevisedReply.Type { headers["ETag"] = ["$ref": "#/components/headers/ETag"] }
        let reply: JSONValue = ["description": "The reply.", "content": content, "headers": .object(headers)]
        var responses: [String: JSONValue] = ["200": reply, "default": ["$ref": "#/components/responses/Error"]]
        if endpoint.replyType is any GradedReply.Type { responses["503"] = reply }
        operation["responses"] = .object(responses)
        return .object(operation)
    }

    private static func events(_ recorder: ShapeRecorder) throws -> JSONValue {
        guard case .named(let name) = try recorder.shape(of: EventDocument.self) else { return [:] }
        return [
            "get": [
                "operationId": .text(identifier(Endpoints.eventsPath)),
                "summary": "What happens, as it happens.",
                "description": "Needs the grade “read”.",
                "parameters": .list(
                    DeviceChoice.parameters.map(parameter) + [
                        header(
                            Endpoints.lastEventHeader,
                            """
                            The id of the last event that you had. The stream goes on after it if all later events are still \
                            known, and else begins with an event `snapshot` and where devices stand.
                            """)
                    ]),
                "responses": [
                    "200": [
                        "description": .text("A stream that does not end; the data of each event is a \(name)."),
                        "content": ["text/event-stream": ["schema": ["type": "string"]]],
                    ],
                    "default": ["$ref": "#/components/responses/Error"],
                ],
            ]
        ]
    }

    private static let itself: JSONValue = [
        "get": [
            "operationId": "openapi",
            "summary": "This document.",
            "description": "Needs the grade “read”.",
            "responses": [
                "200": [
                    "description": "This document.", "content": ["application/json": ["schema": ["type": "object"]]],
                ]
            ],
        ]
    ]

    private static func parameter(_ parameter: QueryParameter) -> JSONValue {
        var schema: [String: JSONValue] = ["type": .text(parameter.kind.rawValue)]
        if let range = parameter.range {
            (schema["minimum"], schema["maximum"]) = (.number(range.lowerBound), .number(range.upperBound))
        }
        var described: [String: JSONValue] = [
            "name": .text(parameter.name), "in": "query", "required": .flag(parameter.isRequired),
            "schema": .object(schema),
        ]
        if let about = parameter.about { described["description"] = .text(about) }
        return .object(described)
    }

    private static func json(_ shape: Shape) -> JSONValue { ["application/json": ["schema": shape.schema]] }

    private static func schema(_ properties: [String: ShapeProperty]) -> JSONValue {
        let required = properties.filter(\.value.isRequired).keys.sorted()
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(properties.mapValues(\.shape.schema)),
        ]
        if !required.isEmpty { schema["required"] = .list(required.map(JSONValue.text)) }
        return .object(schema)
    }

    /// The words of a path as one, such as `alarmsAddEach`.
    private static func identifier(_ path: String) -> String {
        let words = path.split { "/-".contains($0) }.dropFirst().map(String.init)
        return (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
