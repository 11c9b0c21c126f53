// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// JSON text in a column: its content and the version of its format, `{"v":1,"content":...}`.
///
/// The property, case and label names of the payload types are the file format, and so are the raw values of the
/// model's enums. A change of them is a new version.
struct VersionedPayload<Content: Codable>: Codable {
    enum CodingKeys: String, CodingKey {
        case version = "v"
        case content = "content"
    }

    var version: Int
    var content: Content

    init(_ content: Content) {
        version = 1
        self.content = content
    }

    /// Reads the version before anything else; throws `PayloadError`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Int.self, forKey: .version)
        guard version <= 1 else { throw PayloadError.newer(version) }
        guard version == 1 else { throw PayloadError.invalid("its format \(version) does not exist") }
        content = try container.decode(Content.self, forKey: .content)
    }

    init(text: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch let error as PayloadError {
            throw error
        } catch {
            throw PayloadError.invalid("its JSON text is not what this format holds")
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
