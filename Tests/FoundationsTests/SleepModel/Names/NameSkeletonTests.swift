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
        // A capital I, a one, a bar and a small l; a zero and an o; small capitals; Roman numerals.
        ("school", "schooI"), ("school", "schoo1"), ("school", "schoo|"), ("school", "sch00l"), ("School", "schooI"),
        ("SCHOOL", "schooI"), ("school", "\u{A731}chool"), ("school", "\u{A731}\u{1D04}\u{29C}\u{1D0F}\u{1D0F}\u{29F}"),
        ("nap 1", "nap l"), ("nap 1", "nap I"), ("nap 11", "nap II"), ("nap II", "nap \u{2160}\u{2160}"),
        ("nap 0", "nap o"), ("nap 0", "nap O"), ("room 10", "room lo"), ("alarm 1", "alarm l"), ("Ian", "lan"),
        ("nap 1", "nap \u{1D7CF}"), ("Inga", "ing\u{430}"), ("INGA", "ing\u{430}"), ("HALL 1", "HALL I"),
    ])
    func names_lookAlike(_ one: String, _ other: String) {
        #expect(!NameSkeleton.all(of: one).isDisjoint(with: NameSkeleton.all(of: other)))
    }

    @Test(arguments: [
        ("school", "schools"), ("caf\u{E9}", "cafe"), ("schon", "sch\u{F6}n"),
        ("нос", "hoc"), ("school run", "schoolrun"), ("кот", "kot"), ("\u{1F319}", "\u{1F31E}"),
        // Names that people number.
        ("nap 1", "nap 2"), ("room 1", "room 10"), ("room 10", "room 100"), ("nap 1", "nap 11"), ("7:10", "7:01"),
        // An i is no l, a capital L is no I, and neither is a word in capitals with one.
        ("mail", "mall"), ("MAIL", "MALL"), ("MAIL", "mall"), ("ian", "lan"), ("part III", "part LII"),
    ])
    func names_lookDifferent(_ one: String, _ other: String) {
        #expect(NameSkeleton.all(of: one).isDisjoint(with: NameSkeleton.all(of: other)))
    }

    @Test(arguments: [
        ("cafe\u{301}", "caf\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("school", "school"), ("", ""),
        ("a\u{302}\u{323}", "\u{1EAD}"),
    ])
    func composition_isThatOfUnicode(_ text: String, _ expected: String) {
        #expect(Array(text.composed.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
