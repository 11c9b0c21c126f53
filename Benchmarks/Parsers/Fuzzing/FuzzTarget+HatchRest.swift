// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import HatchRest
import SleepModel

extension FuzzTarget {
    private static let codec = HatchRestCodec()
    private static let address = MacAddress(rawValue: "DC:06:41:DC:1A:B4")

    private static let payloads = seeds(
        "52546A135F7043EE76740C53045D450000000000 50036500", "52546A135F6043FFFFFFFF530351450000000000 501F6582",
        "5254F8001CCC43FDD12D7F530554450000000000 50DF6500")
    private static let packets = seeds(
        """
        0709536F70686965 020106 03030A18 04160F1864 1BFF340452546318BA6E43FDD12DFF5304FF450000000000501F6500
        """, "03096869 030853 0F2100010203040506070809", "1107 32B2A2F753DE1A9CEB47FD5E01002402 02FF34")
    private static let feedback = seeds(
        "54F8001C9643FDD12D7F53055450DF6500000000", "54DFFF1D1543FEFEFE53530E4950016500000000",
        "5463986472430000007F53056550C26500000000")
    private static let favourites = seeds("0105540000000000007F2DD1FD9603")
    private static let programs = seeds(
        "018842315E002EB211000000007F9ED35D003CDF", "01F80DB2650728100E000000007F2DD1FD003EDF",
        "018842315E002EB211000000007F9ED35D003CDF 0654696D6520746F205269736500000000")
    private static let labels = seeds(
        "0654696D6520746F205269736500000000", "054265642054696D6500FF81008000FFFF")
    private static let replies = ["OK", "E01", "00", "FF", "2932", "20200118130000", "01FF0000", "04"].map {
        Array($0.utf8)
    }
    private static let commands = [
        "SI01", "SC5DD39E7F", "SCFEFEFE53", "SN05", "SVFF", "SP02", "SD0384", "GD", "GI", "GF", "GT",
        "ST20260929181202U", "PGB01", "PSB01", "PSCFDD12D7F", "PSN05", "PSV54", "PSLC0", "PSF", "EGB01", "EGT01",
        "EGP01",
        "ESB01", "EST20200101083000", "ESD0E10", "ESW3E", "ESI01", "ESC5DD39E7F", "ESN07", "ESV28", "ESXTime to Rise",
        "ESM01FF0000", "ESLC5", "ESF",
    ].map { Array($0.utf8) }

    static let advertising = [
        FuzzTarget("advertising packet", seeds: packets) { bytes in
            let structures = AdvertisingStructure.structures(in: bytes)
            guard let address else { return .broken("the address of the tests is none") }
            let advertisement = Advertisement(address: address, rssi: nil, packet: bytes)
            let values = Array(advertisement.manufacturerData.values) + Array(advertisement.serviceData.values)
            guard !structures.isEmpty else { return values.isEmpty ? .refused : .broken("values out of nothing") }
            return .accepted(
                (bytes.starts(with: structures.flatMap(\.encoded)), "structures are not the packet's beginning"),
                (values.allSatisfy { $0.count < bytes.count }, "a value is longer than the packet"))
        }
    ]

    static let hatchRest = [
        FuzzTarget("advertisement payload", seeds: payloads) { bytes in
            guard let state = try? HatchRestReport.advertisement(bytes) else { return .refused }
            return holds(
                state, bytes, mark: [0x52, 0x72].contains(bytes[0]), length: 24,
                tags: [1: "T", 6: "C", 11: "S", 14: "E", 20: "P", 22: "e"], light: 7, sound: 12, power: 21, event: 23)
        },
        FuzzTarget("advertisement in a packet", seeds: packets + payloads) { bytes in
            guard let state = try? HatchRestReport.advertisement(packetOrPayload: bytes) else { return .refused }
            let payloads = (0...max(bytes.count - 24, 0)).lazy.map { Array(bytes[$0...].prefix(24)) }
            return .accepted(
                (payloads.contains { (try? HatchRestReport.advertisement($0)) == state }, "no payload says that"))
        },
        FuzzTarget("feedback", seeds: feedback) { bytes in
            guard let state = try? HatchRestReport.feedback(bytes) else { return .refused }
            return holds(
                state, bytes, mark: true, length: 20, tags: [0: "T", 5: "C", 10: "S", 13: "P", 15: "e"], light: 6,
                sound: 11, power: 14, event: 16)
        },
        FuzzTarget("reply", seeds: replies + favourites + programs + labels) { bytes in
            switch codec.reply(bytes) {
            case .acknowledged: .accepted((bytes == Array("OK".utf8), "that is no OK"))
            case .refused(let code): .accepted((Array(code.utf8) == bytes && bytes.count == 3, "another code"))
            case .data(let data): data == bytes ? .refused : .broken("data are not what arrived")
            }
        },
        FuzzTarget("command", seeds: commands) { bytes in
            guard let command = try? HatchRestCommand(parsing: bytes) else { return .refused }
            let written = command.bytes
            return .accepted(
                (written.map(\.uppercased) == bytes.map(\.uppercased), "it is written in another way"),
                ((try? HatchRestCommand(parsing: written)) == command, "it is read in another way again"))
        },
        FuzzTarget("favourite block", seeds: favourites) { bytes in
            guard let block = try? HatchRestFavouriteBlock(bytes) else { return .refused }
            return .accepted(
                (block.bytes == bytes, "it is written in another way"),
                (bytes.count == 15 && bytes[0] == 1 && bytes[14] == 3, "wrong length, head or tail"),
                (block.favourite(number: 1).number == 1, "another number"))
        },
        FuzzTarget("program block", seeds: programs) { bytes in
            guard let block = try? HatchRestProgramBlock(blockAndLabel: bytes) else { return .refused }
            let program = block.program(number: 3)
            return .accepted(
                (block.bytes + (block.label?.bytes ?? []) == bytes, "it is written in another way"),
                ([20, 37].contains(bytes.count) && bytes[0] == 1, "wrong length or head"),
                (program.number == 3 && (0...0xFFFF).contains(program.durationSeconds), "out of range"))
        },
        FuzzTarget("program label", seeds: labels) { bytes in
            guard let label = try? HatchRestProgramLabel(bytes) else { return .refused }
            return .accepted((label.bytes == bytes && bytes.count == 17, "it is written in another way"))
        },
        FuzzTarget("answer", share: 5) { generator in
            let answers = replies + favourites + programs + labels
            return [Mutator.input(from: commands, using: &generator)]
                + (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                    Mutator.input(from: answers, using: &generator)
                }
        } check: { pieces in
            guard let command = try? HatchRestCommand(parsing: pieces[0]),
                (try? HatchRestAnswer(to: command, Array(pieces.dropFirst()))) != nil
            else { return .refused }
            return .accepted
        },
        FuzzTarget("explanation", share: 5, seeds: commands + replies + feedback + favourites + programs) { bytes in
            let characteristics = [HatchRestUUID.command, HatchRestUUID.reply, HatchRestUUID.feedback]
            let explanations = characteristics.map { codec.explanation(of: bytes, on: $0) }
            let isState = explanations[2]?.state != nil
            return .accepted(
                (explanations.allSatisfy { $0?.text.isEmpty == false }, "no words"),
                (isState == ((try? HatchRestReport.feedback(bytes)) != nil), "another state"))
        },
    ]

    /// Whether a state is what the bytes at the offsets of its report say, and the tags are there.
    private static func holds(
        _ state: DeviceState, _ bytes: [UInt8], mark: Bool, length: Int, tags: [Int: Character], light: Int, sound: Int,
        power: Int, event: Int
    ) -> Outcome {
        let color = Array(bytes[light..<light + 3])
        let appearance: Light.Appearance =
            color == [0xFE, 0xFE, 0xFE] ? .gradient : .color(RGBColor(red: color[0], green: color[1], blue: color[2]))
        return .accepted(
            (bytes.count == length && mark, "wrong length or mark"),
            (tags.allSatisfy { bytes[$0.key] == $0.value.asciiValue }, "wrong tags"),
            (state.light == Light(appearance, brightness: Level(rawValue: bytes[light + 3])), "another light"),
            (state.sound == SoundID(rawValue: bytes[sound]), "another sound"),
            (state.volume == Level(rawValue: bytes[sound + 1]), "another volume"),
            (state.isOn == (bytes[power] & 0xC0 == 0), "another power"),
            (state.isTimerRunning == (bytes[event] & 0x80 != 0), "another timer"))
    }

    private static func seeds(_ texts: String...) -> [[UInt8]] {
        texts.compactMap { try? Hexadecimal.bytes($0.filter { !$0.isNewline }) }
    }
}

extension UInt8 {
    fileprivate var uppercased: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}
