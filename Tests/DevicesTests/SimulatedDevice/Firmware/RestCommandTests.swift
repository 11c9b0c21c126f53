// SPDX-License-Identifier: Apache-2.0

import DeviceDocuments
import SimulatedDevice
import SleepModel
import Testing

/// What is replied, under the profiles that matter.
@Suite
struct RestCommandTests {
    @Test(arguments: [
        ("GD", ["0000", "OK"]), ("GI", ["FF", "OK"]), ("GF", ["00", "OK"]), ("GT", ["20260524202832N", "OK"]),
        ("PGB02", ["0105540000000000007F2DD1FD9603", "OK"]),
        ("PGB05", ["010000000000000000000000001603", "OK"]),
        (
            "EGB02",
            [
                "015001235E03333E1C000000007F488EEB007FDF", "044E61702054696D650000000000000000", "OK",
            ]
        ),
        ("EGB0A", ["0100000000000000000000000000000000000000", "0000000000000000000000000000000000", "OK"]),
        ("EGT02", ["20200118130000", "OK"]), ("EGD02", ["1C3E", "OK"]), ("EGW02", ["7F", "OK"]),
        ("EGI02", ["01", "OK"]), ("EGC02", ["EB8E487F", "OK"]), ("EGN02", ["03", "OK"]), ("EGV02", ["33", "OK"]),
        ("EGX02", ["Nap Time", "OK"]), ("EGX0A", ["OK"]), ("EGM02", ["00000000", "OK"]), ("EGL03", ["85", "OK"]),
        ("EGP02", ["00", "OK"]),
        ("SP06", ["OK"]), ("SP00", ["OK"]), ("SD0000", ["OK"]), ("ST20260929181202U", ["OK"]),
        ("ST20260929181202E", ["OK"]), ("ST20260929181202N", ["OK"]), ("PSB06", ["OK"]), ("PSCfefefe53", ["OK"]),
        ("ESB0A", ["OK"]), ("ESM01FF0000", ["OK"]), ("ESX", ["OK"]), ("ESXName of 16 bytes", ["OK"]),
        ("EST20240229235959", ["OK"]),
    ])
    func receive_repliesWithDataAndThenOK(command: String, replies: [String]) {
        let bench = Bench()
        #expect(bench.send(command) == replies)
    }

    @Test(arguments: [
        "EST0730", "EST073000", "EST260930073000", "EST20260930073000U", "EST68F7BC6A", "EST20261330073000",
        "EST20260930246000", "EST20260230000000", "EST2026093007300A", "ST20260929181202", "ST20260929181202X",
        "ST20260929181202u", "ST2026092918120U", "SP07", "SP0", "SPFF", "SD3C", "SD00003C", "SD003G", "sd003C", "GD0",
        "GT1", "GF00", "GI00", "PGB00", "PGB07", "PGB", "PSB00", "PSB07", "PSB1", "PSC112233", "PSN", "PSV100", "PSF0",
        "EGB00", "EGB0B", "EGB", "EGA01", "EGF01", "EGS01", "ESB0B", "ESB00", "ESP00", "ESD1C3", "ESW7", "ESM01FF",
        "ESXName of 17 bytes.", "ESL", "ESF01", "ES", "EG", "PS", "PG", "E", "P",
    ])
    func receive_answersE01_onAWrongLengthOrForm(command: String) {
        let bench = Bench()
        let before = bench.rest
        #expect(bench.send(command) == ["E01"])
        #expect(bench.rest == before)
    }

    @Test(arguments: ["PSF", "ESF"])
    func commit_answersE01_whenNoSlotWasSelected(command: String) {
        let bench = Bench()
        #expect(bench.send(command) == ["E01"])
    }

    @Test(arguments: [
        ("", "1F", "DF", "03", "C3"), ("power-00-on", "00", "C0", "03", "83"),
        ("power-00-off", "1F", "00", "03", "C3"),
    ])
    func powerByte_isThatOfTheProfile(
        profile: String, on: String, off: String, favourite: String, offFavourite: String
    ) throws {
        let bench = Bench(profile: try RestProfile(parsing: profile.isEmpty ? [] : [profile]))
        var seen: [String] = []
        for command in ["SN07", "SI00", "SI01", "SP03", "SI00"] {
            #expect(bench.send(command) == ["OK"])
            seen.append(Hexadecimal.text([bench.rest.feedback(at: bench.now)[14]]))
            #expect(bench.rest.advertisement(at: bench.now)[21] == bench.rest.feedback(at: bench.now)[14])
        }
        #expect(seen == [on, off, on, favourite, offFavourite])
    }

    @Test(arguments: [
        ("gi-00", "GI", ["00", "OK"]), ("esl-hides-enabled", "EGL01", ["85", "OK"]),
        ("gd-minutes", "GD", ["000F", "OK"]), ("no-push", "GD", ["0384", "OK"]),
        (
            // Saved 2026-05-24T20:28:32 for 08:30 with the lock, whose bytes and those of the duration are not there.
            "program-hour-minute", "EGB01",
            [
                "01705F136A0780081E000000" + "00FF0000FF007FDF", "0752656400000000000000000000000000", "OK",
            ]
        ),
    ])
    func receive_repliesAsTheProfileSays(profile: String, command: String, replies: [String]) throws {
        let bench = Bench(profile: try RestProfile(parsing: [profile]))
        #expect(bench.program("0830", lock: "01FF"))
        #expect(bench.send("SD0384") == ["OK"])
        #expect(bench.send(command) == replies)
    }

    @Test
    func play_hasNoEffect_whileOff() {
        let bench = Bench(on: false)
        let before = bench.rest
        #expect(bench.send("SP01") == ["OK"])
        #expect(bench.rest == before)
    }

    @Test
    func play_namesTheFavourite_whileOffUnderItsProfile() {
        let bench = Bench(on: false, profile: RestProfile(.playWhileOff))
        #expect(bench.send("SP03") == ["OK"])
        #expect(bench.report == "43EE76740C53045D50C36500")
    }

    @Test
    func play_showsTheFavourite_andADeselectionLeavesItAsItIs() {
        let bench = Bench()
        #expect(bench.send("SP03") == ["OK"])
        #expect(bench.report == "43EE76740C53045D50036500")
        #expect(bench.send("GF") == ["03", "OK"])
        #expect(bench.send("SP00") == ["OK"])
        #expect(bench.report == "43EE76740C53045D501F6500")
        #expect(bench.send("GF") == ["00", "OK"])
    }

    @Test(arguments: [
        (RestProfile.Switch?.none, "noise"), (.soundNamesHomebridge, "pink noise"),
        (.soundNamesHatchBabyBLE, "white noise"), (.soundNamesHatchHA, "white noise"),
    ])
    func document_callsSoundsAsTheProfileSays(name: RestProfile.Switch?, sound: String) {
        let bench = Bench(profile: name.map { RestProfile($0) } ?? RestProfile())
        #expect(bench.send("SN03") == ["OK"])
        #expect(bench.rest.document(at: bench.now).sound.name == sound)
    }
}
