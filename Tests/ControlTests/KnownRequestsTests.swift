// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ControlServer

struct KnownRequestsTests {
    private static let start = Duration.nanoseconds(1)

    private func key(_ text: String, user: UInt32 = 1) throws -> RequestKey {
        try #require(RequestKey(text, of: user))
    }

    private func content(_ body: String) -> KnownRequests.Content {
        KnownRequests.Content(path: "/v1/light", condition: nil, body: Array(body.utf8))
    }

    private func reply(_ text: String) -> ControlReply {
        ControlReply(status: 200, contentType: "text/plain", body: Array(text.utf8))
    }

    @Test func sameCommand_getsTheFirstReply_onceThereIsOne() throws {
        var known = KnownRequests()
        let key = try key("a")
        let decisions = [
            known.begin(key, content("x"), at: Self.start), known.begin(key, content("x"), at: Self.start),
        ]
        known.finish(key, reply("done"))
        #expect(
            decisions + [known.begin(key, content("x"), at: Self.start)] == [.perform, .wait, .answer(reply("done"))])
    }

    @Test func otherCommand_isRefused_underTheSameKey_butNotOfAnotherUser() throws {
        var known = KnownRequests()
        _ = known.begin(try key("a"), content("x"), at: Self.start)
        #expect(known.begin(try key("a"), content("y"), at: Self.start) == .refuse)
        #expect(known.begin(try key("a", user: 2), content("y"), at: Self.start) == .perform)
        known.finish(try key("a"), reply("done"))
        #expect(known.begin(try key("a"), content("y"), at: Self.start) == .refuse)
    }

    @Test func failedCommand_canBeTriedAgain() throws {
        var known = KnownRequests()
        let key = try key("a")
        _ = known.begin(key, content("x"), at: Self.start)
        known.finish(key, nil)
        #expect(known.begin(key, content("x"), at: Self.start) == .perform)
    }

    @Test func reply_isKeptForADay() throws {
        var known = KnownRequests()
        let key = try key("a")
        _ = known.begin(key, content("x"), at: Self.start)
        known.finish(key, reply("done"))
        let day = Self.start + .seconds(24 * 3600)
        #expect(known.begin(key, content("x"), at: day - .nanoseconds(1)) == .answer(reply("done")))
        #expect(known.begin(key, content("x"), at: day) == .perform)
    }

    @Test func oldestReply_goes_whenThereAreTooMany() throws {
        var known = KnownRequests()
        for number in 0...KnownRequests.most {
            _ = known.begin(try key("\(number)"), content("x"), at: Self.start)
            known.finish(try key("\(number)"), reply("\(number)"))
        }
        #expect(known.begin(try key("0"), content("x"), at: Self.start) == .perform)
        #expect(known.begin(try key("1"), content("x"), at: Self.start) == .answer(reply("1")))
    }

    @Test func oldestReplies_go_whenTheyAreTooLarge() throws {
        var known = KnownRequests()
        let half = String(repeating: "x", count: KnownRequests.mostBytes / 2)
        for name in ["a", "b"] {
            _ = known.begin(try key(name), content("x"), at: Self.start)
            known.finish(try key(name), reply(half))
        }
        #expect(known.begin(try key("a"), content("x"), at: Self.start) == .perform)
        #expect(known.begin(try key("b"), content("x"), at: Self.start) == .answer(reply(half)))
    }

    @Test(arguments: [
        ("a", true), ("6f1c-3~!", true), (String(repeating: "x", count: 255), true),
        ("", false), ("a b", false), ("é", false), ("\u{7F}", false), (String(repeating: "x", count: 256), false),
    ])
    func key_isVisibleASCII(_ text: String, _ isKey: Bool) {
        #expect((RequestKey(text, of: 1) != nil) == isKey)
    }
}
