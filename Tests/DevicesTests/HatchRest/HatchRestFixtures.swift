// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SleepModel
import Testing

/// One published capture with the state it stands for.
struct HatchRestFixture: Decodable, Sendable, CustomTestStringConvertible {
    enum Form: String, Decodable, Sendable { case payload, packet }

    var name: String
    var form: Form?
    var bytes: [UInt8]
    var expected: DeviceStateDocument?

    private enum CodingKeys: CodingKey { case name, form, bytes, expected }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        form = try container.decodeIfPresent(Form.self, forKey: .form)
        bytes = try Hexadecimal.bytes(try container.decode(String.self, forKey: .bytes))
        expected = try container.decodeIfPresent(DeviceStateDocument.self, forKey: .expected)
    }

    var testDescription: String { name }

    static func advertisements() throws -> [HatchRestFixture] { try load("advertisements.json") }
    static func feedback() throws -> [HatchRestFixture] { try load("feedback.json") }

    static func named(_ name: String, in fixtures: [HatchRestFixture]) throws -> HatchRestFixture {
        try #require(fixtures.first { $0.name == name })
    }

    private static func load(_ file: String) throws -> [HatchRestFixture] {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let data = try Data(contentsOf: folder.appending(path: "firmware-fixtures/hatch-rest/\(file)"))
        return try JSONDecoder().decode([HatchRestFixture].self, from: data)
    }
}
