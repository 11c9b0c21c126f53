// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Testing

@Suite
struct CivilTimeInstantTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0),
        ("2027-03-14T07:30:00Z", 1_805_009_400, 0),
        ("2027-03-14T03:30:00-04:00", 1_805_009_400, 0),
        ("2027-03-14T13:00:00+05:30", 1_805_009_400, 0),
        ("2027-03-14T07:30Z", 1_805_009_400, 0),
        ("2027-03-14T07:30:00.5Z", 1_805_009_400, 500_000_000),
        ("2027-03-14T07:30:00.000000001Z", 1_805_009_400, 1),
        ("1969-12-31T23:59:59.250Z", -1, 250_000_000),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ("2000-02-29T12:00:00Z", 951_825_600, 0),
    ])
    func parsing_givesTheInstant_whenTheTextIsISO8601(text: String, seconds: Int64, nanosecond: Int32) {
        #expect(Instant(iso8601: text) == Instant(secondsSince1970: seconds, nanosecond: nanosecond))
    }

    @Test(arguments: [
        "", "2027", "2027-03-14", "2027-03-14T07:30:00", "2027-03-14 07:30:00Z", "2027-02-29T00:00:00Z",
        "2027-03-14T24:00:00Z", "2027-03-14T07:60:00Z", "2027-03-14T07:30:60Z", "2027-03-14T07:30:00.Z",
        "2027-03-14T07:30:00.0000000001Z", "2027-03-14T07:30:00+0400", "2027-03-14T07:30:00+24:00",
        "2027-03-14T07:30:00+04:60", "2027-03-14T07:30:00Zx", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "-027-03-14T07:30:00Z", "２027-03-14T07:30:00Z", "2027-3-14T07:30:00Z",
    ])
    func parsing_givesNil_whenTheTextIsAnythingElse(text: String) {
        #expect(Instant(iso8601: text) == nil)
    }

    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00Z"),
        (1_805_009_400, 0, "2027-03-14T07:30:00Z"),
        (1_805_009_400, 7_999_999, "2027-03-14T07:30:00.007Z"),
        (1_805_009_400, 999_999, "2027-03-14T07:30:00Z"),
        (-1, 250_000_000, "1969-12-31T23:59:59.250Z"),
    ])
    func text_showsMilliseconds_onlyWhenTheyAreNotZero(seconds: Int64, nanosecond: Int32, text: String) {
        let instant = Instant(secondsSince1970: seconds, nanosecond: nanosecond)
        #expect([instant.iso8601, instant.description] == [text, text])
    }

    @Test(arguments: [
        (5, -1, 4, 999_999_999), (5, 1_000_000_000, 6, 0), (5, Int32.min, 2, 852_516_352),
        (5, Int32.max, 7, 147_483_647),
    ])
    func creation_carriesNanoseconds_whenTheyAreOutsideOneSecond(
        seconds: Int64, nanosecond: Int32, expectedSeconds: Int64, expectedNanosecond: Int32
    ) {
        let instant = Instant(secondsSince1970: seconds, nanosecond: nanosecond)
        #expect(instant.secondsSince1970 == expectedSeconds)
        #expect(instant.nanosecond == expectedNanosecond)
    }

    @Test
    func arithmetic_saturates_whenItLeavesTheRange() {
        let huge = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
        let tiny = Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)
        let now = Instant(secondsSince1970: 1_805_009_400)
        #expect([now + huge, now - tiny, Instant(secondsSince1970: .max)] == [.max, .max, .max])
        #expect([now + tiny, now - huge, Instant(secondsSince1970: .min)] == [.min, .min, .min])
        #expect([Instant.max + .nanoseconds(1), Instant.min - .nanoseconds(1)] == [.max, .min])
        #expect(Instant.max.iso8601 == "9999-12-31T23:59:59.999Z")
    }

    @Test(arguments: [
        Duration.seconds(90), .milliseconds(-1), .nanoseconds(1), .nanoseconds(-999_999_999), .seconds(-86_400), .zero,
    ])
    func difference_undoesAddition_whenNothingSaturates(duration: Duration) {
        let start = Instant(secondsSince1970: 1_805_009_400, nanosecond: 500_000_000)
        #expect((start + duration) - start == duration)
        #expect((start + duration) - duration == start)
        #expect((start < start + duration) == (duration > .zero))
    }

    @Test
    func coding_usesTheText_inBothDirections() throws {
        let instant = Instant(secondsSince1970: 1_805_009_400)
        let data = try JSONEncoder().encode([instant])
        #expect(String(decoding: data, as: UTF8.self) == #"["2027-03-14T07:30:00Z"]"#)
        #expect(try JSONDecoder().decode([Instant].self, from: data) == [instant])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Instant].self, from: Data(#"["tomorrow"]"#.utf8))
        }
    }
}
