// SPDX-License-Identifier: Apache-2.0

import SleepModel
import Testing

struct NameSkeletonTests {
    @Test(arguments: [
        // A Cyrillic о, all Cyrillic, a Greek omicron, full-width, mathematical, a dotless i.
        ("school", "sch\u{43E}ol"), ("HOC", "\u{41D}\u{41E}\u{421}"), ("bed", "b\u{435}d"),
        ("nap one", "nap \u{3BF}ne"),
        ("Nap 1", "\u{FF2E}\u{FF41}\u{FF50}\u{3000}\u{FF11}"), ("nap 7", "\u{1D4C3}\u{1D4B6}\u{1D4C5} \u{1D7E9}"),
        ("nightlight", "n\u{131}ghtlight"),
        // Capitals that look like others though their small forms do not.
        ("hm", "\u{41D}\u{41C}"), ("school", "SCHOOL"),
        // Letters with accents, of one scalar or of two, of two scripts.
        ("caf\u{E9}", "cafe\u{301}"), ("no\u{EB}l", "no\u{451}l"),
        // What is invisible, and blanks and dashes.
        ("school", "sch\u{34F}ool\u{FE0F}"), ("a\u{3164}b", "ab"), ("school run", "school\u{A0}\u{2009}run"),
        ("bed-time", "bed\u{2013}time"), ("mom's", "mom\u{2019}s"),
    ])
    func names_lookAlike(_ one: String, _ other: String) {
        #expect(NameSkeleton(one) == NameSkeleton(other))
    }

    @Test(arguments: [
        ("school", "schools"), ("nap 1", "nap l"), ("nap 0", "nap o"), ("caf\u{E9}", "cafe"), ("schon", "sch\u{F6}n"),
        ("нос", "hoc"), ("school run", "schoolrun"), ("кот", "kot"), ("\u{1F319}", "\u{1F31E}"),
    ])
    func names_lookDifferent(_ one: String, _ other: String) {
        #expect(NameSkeleton(one) != NameSkeleton(other))
    }

    @Test(arguments: [
        ("cafe\u{301}", "caf\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("school", "school"), ("", ""),
        ("a\u{302}\u{323}", "\u{1EAD}"),
    ])
    func composition_isThatOfUnicode(_ text: String, _ expected: String) {
        #expect(Array(text.composed.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
