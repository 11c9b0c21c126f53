// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import FoundationEssentials
import Testing

/// Keys of documents whose values may be absent.
@Suite
struct NullWhenAbsentTests {
    struct Document: Hashable, Codable {
        @NullWhenAbsent var number: Int? = nil
        @NullWhenAbsent var at: TimeOfDay? = nil
        @ClockText var clock: CivilDateTime? = nil
    }

    private func json(_ document: Document) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    @Test
    func absentValues_areWrittenAsNull() throws {
        #expect(try json(Document()) == #"{"at":null,"clock":null,"number":null}"#)
    }

    @Test
    func values_areWrittenAsThemselves_andClocksWithSeconds() throws {
        let document = Document(
            number: 3, at: TimeOfDay(hour: 7, minute: 0), clock: CivilDateTime(iso8601: "2026-05-24T20:28"))
        #expect(try json(document) == #"{"at":"07:00","clock":"2026-05-24T20:28:00","number":3}"#)
    }

    @Test(arguments: ["{}", #"{"number":null,"at":null,"clock":null}"#])
    func absentValues_areRead_whetherNullOrLeftOut(_ text: String) throws {
        #expect(try JSONDecoder().decode(Document.self, from: Data(text.utf8)) == Document())
    }

    @Test(arguments: [#"{"number":"3"}"#, #"{"at":"25:00"}"#, #"{"clock":7}"#])
    func value_isRefused_whenItHasAnotherForm(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Document.self, from: Data(text.utf8)) }
    }
}
