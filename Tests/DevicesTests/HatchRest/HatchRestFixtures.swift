// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HatchRest
import SleepModel
import Testing

/// One published capture with what `lull decode --json` prints for it.
struct HatchRestFixture: Decodable, Sendable, CustomTestStringConvertible {
    enum Form: String, Decodable, Sendable { case payload, packet }

    var name: String
    var form: Form?
    var bytes: [UInt8]
    var answers: String?
    var provenance: Provenance
    var expected: FixtureValue?
    var errorOffset: Int?

    private enum CodingKeys: CodingKey { case name, form, bytes, answers, source, kind, note, expected, errorOffset }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        form = try container.decodeIfPresent(Form.self, forKey: .form)
        bytes = try Hexadecimal.bytes(try container.decode(String.self, forKey: .bytes))
        answers = try container.decodeIfPresent(String.self, forKey: .answers)
        provenance = try Provenance(from: decoder)
        expected = try container.decodeIfPresent(FixtureValue.self, forKey: .expected)
        errorOffset = try container.decodeIfPresent(Int.self, forKey: .errorOffset)
        _ = try container.decode(String.self, forKey: .note)
    }

    var testDescription: String { name }

    /// The files of captures, by what `lull decode` calls their bytes.
    static func file(of kind: HatchRestPacketKind) -> String {
        switch kind {
        case .feedback: "feedback.json"
        case .reply: "replies.json"
        default: "\(kind.rawValue)s.json"
        }
    }

    static func all(_ kind: HatchRestPacketKind) throws -> [HatchRestFixture] {
        try FixtureFolder.decode([HatchRestFixture].self, file(of: kind))
    }

    static func named(_ name: String, _ kind: HatchRestPacketKind) throws -> HatchRestFixture {
        try #require(try all(kind).first { $0.name == name })
    }
}

/// Where bytes come from.
struct Provenance: Decodable, Hashable, Sendable {
    enum Kind: String, Decodable, Sendable { case recorded, constructed, simulated }

    var source: String
    var kind: Kind
}

/// The folder of captures.
enum FixtureFolder {
    static var url: URL {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appending(path: "firmware-fixtures/hatch-rest")
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ file: String) throws -> Value {
        try JSONDecoder().decode(type, from: try Data(contentsOf: url.appending(path: file)))
    }

    /// Every file in it and in the folders in it, by its path.
    static func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
            var isFolder = false
            return FileManager.default.fileExists(atPath: url.appending(path: path).path, isDirectory: &isFolder)
                && !isFolder
        }
    }
}
