// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every published kind of bytes is explained from the command line, without a daemon.
@Suite(.timeLimit(.minutes(2)))
struct DecodeCommandTests {
    private static let program = "018842315E002EB211000000007F9ED35D003CDF"
    private static let label = "0654696D6520746F205269736500000000"
    private static let favourite = """
        {"product":"hatch-rest","favourite":null,"light":{"red":253,"green":209,"blue":45,"brightness":127,\
        "gradient":false},"sound":{"id":5,"name":"ocean"},"volume":84,"enabled":true}
        """

    private func decode(_ arguments: [String]) async throws -> Program.Result {
        try await Program.run("lull", ["decode"] + arguments, in: try Scratch())
    }

    private func object(_ arguments: [String]) async throws -> NSDictionary {
        let result = try await decode(arguments + ["--json"])
        #expect(result.exitCode == 0, "\(result.errors)")
        return try #require(try result.json() as? NSDictionary)
    }

    @Test
    func favourite_isOneDocument() async throws {
        let expected = try JSONSerialization.jsonObject(with: Data(Self.favourite.utf8)) as? NSDictionary
        #expect(try await object(["favourite", "0105540000000000007F2DD1FD9603"]) == expected)
    }

    @Test
    func program_hasItsName_whereStatusAndNameAreGiven() async throws {
        let named = try await object(["program", Self.program, Self.label])
        #expect(named["name"] as? String == "Time to Rise")
        #expect(named["start"] as? String == "08:30")
        #expect(named["durationSeconds"] as? Int == 4530)
        #expect(named["days"] as? [String] == ["tue", "wed", "thu", "fri"])
        #expect(named["enabled"] as? Bool == true)
        #expect(named["toddlerLock"] as? Bool == false)
        let bare = try await object(["program", Self.program])
        #expect(bare["name"] is NSNull)
        #expect(bare["enabled"] is NSNull)
    }

    @Test(
        arguments: [
            (["reply", "4F4B"], "acknowledged"), (["reply", "453031"], "refused with E01, wrong length or form"),
            (["command", "5356 3444"], "volume 30 %"), (["command", "504746"], nil),
        ] as [([String], String?)])
    func meaning_isSaid_ofRepliesAndCommands(arguments: [String], meaning: String?) async throws {
        let result = try await decode(arguments + ["--json"])
        #expect(result.exitCode == (meaning == nil ? 65 : 0))
        guard let meaning else { return }
        let document = try #require(try result.json() as? [String: Any])
        #expect(document["meaning"] as? String == meaning)
        #expect(document["kind"] as? String == arguments[0])
        #expect(document["product"] as? String == "hatch-rest")
    }

    @Test
    func text_isForPeople_andHarmless() async throws {
        let command = try await decode(["command", "4553584E61701B5B324A"])
        #expect(command.output.split(separator: "\n").last == "meaning    program's name: “Nap\u{FFFD}[2J”")
        let empty = try await decode(["program", "01" + String(repeating: "00", count: 36)])
        #expect(empty.output == "product    hatch-rest\nprogram    empty slot\n")
    }

    @Test(arguments: [
        ("favourite", "0105540000000000007F2DD1FD9604", "At offset 14: expected the tail 03"),
        ("favourite", "0105", "At offset 2: a favourite has 15 bytes"),
        (
            "program", "018842315E002EB211000000007F9ED35D003CDF06",
            "At offset 21: a program with status and name has 37"
        ),
        ("command", "534930 32", "At offset 2: expected 00 or 01"), ("command", "OK", "offset 0"),
    ])
    func bytes_areRefused_withTheOffsetThatDoesNotFit(kind: String, hex: String, says: String) async throws {
        let result = try await decode([kind, hex])
        #expect(result.exitCode == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(says), "\(result.errors)")
    }
}
