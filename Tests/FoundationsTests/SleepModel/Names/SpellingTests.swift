// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

@Suite
struct SpellingTests {
    @Test(arguments: [
        ("foo", []), ("wach", ["watch"]), ("demonstrate", ["demo"]), ("xyzzyplugh", []), ("tonight", []),
        ("DECOED", ["decode"]), ("", []),
    ])
    func nearest_isWhatIsSpelledAlike(text: String, expected: [String]) {
        #expect(Spelling.nearest(to: text, in: ["log", "watch", "demo", "decode", "light"]) == expected)
    }

    @Test(arguments: [
        ("nursry", "Did you mean “nursery”?"), ("bde", "Did you mean “bed”?"), ("abth", "Did you mean “bath”?"),
        ("bet", "Did you mean “bed”?"), ("kitchen", nil),
    ])
    func question_namesWhatIsNear(text: String, expected: String?) {
        #expect(Spelling.question(for: text, among: ["nursery", "bed", "bath"]) == expected)
    }

    @Test func question_namesEachNameOnce_whereSeveralDevicesHaveIt() {
        #expect(Spelling.question(for: "scool", among: ["school", "nap", "school"]) == "Did you mean “school”?")
        #expect(Spelling.nearest(to: "scho", in: ["school", "school"]) == ["school"])
    }

    /// Whoever asks may send any text, and a name may have any number of marks on one letter.
    @Test(.timeLimit(.minutes(1)))
    func nearest_isFoundAtOnce_amongHostileNames() {
        let long = String(repeating: "e\u{301}\u{302}", count: 200_000)
        let names = (0..<10_000).map { "\($0)" + long.prefix(64) }
        #expect(Spelling.nearest(to: long, in: names).count == 5)
        #expect(Spelling.nearest(to: "a" + String(repeating: "\u{301}", count: 1_000_000), in: ["rain"]) == [])
        #expect(Spelling.folded(long) == "")
    }

    @Test(arguments: [
        ("White Noise", "whitenoise"), ("white-noise", "whitenoise"), ("rock_a bye", "rockabye"), (" rain", ""),
    ])
    func folded_leavesOutCaseAndGaps(text: String, expected: String) {
        #expect(Spelling.folded(text) == expected)
    }
}
