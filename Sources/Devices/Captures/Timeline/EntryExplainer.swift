// SPDX-License-Identifier: Apache-2.0

import DeviceDocuments
import DeviceModules
import GATT
import SleepModel

/// Adds names and explanations to the entries of a timeline.
struct EntryExplainer: Sendable {
    let names: CharacteristicNames
    let codecs: [any ProductCodec]

    /// The entry with its characteristic, what its bytes mean and the state they report.
    func explained(_ entry: CaptureEntry) -> CaptureEntry {
        var explained = entry
        switch entry.kind {
        case .advertisement: explain(advertisement: &explained)
        case .connected: break
        case .disconnected: explained.text = "disconnected: \(entry.text)"
        case .discovered:
            name(&explained, entry)
            explained.text = "has handle \(Self.text(entry.handle))"
        case .write, .writeWithoutResponse, .read, .notification:
            name(&explained, entry)
            // A value for the descriptor that switches notifications, or for what looks like one, is no command.
            if explained.characteristic == nil, let handle = names.configured(by: entry) {
                explain(configuration: &explained, of: handle)
            } else {
                explain(value: &explained)
            }
        case .error, .other: name(&explained, entry)
        }
        // Anybody can choose a device's name.
        explained.text = explained.text.printable(upTo: .max)
        return explained
    }

    private func explain(advertisement entry: inout CaptureEntry) {
        guard let advertisement = entry.advertisement,
            let codec = codecs.first(where: { $0.recognize(advertisement) != nil }),
            let recognition = codec.recognize(advertisement)
        else { return }
        if let reason = recognition.reason {
            entry.text = "\(recognition.product) advertises: \(reason)"
        } else if let state = codec.state(in: advertisement) {
            let document = document(state, codec)
            entry.state = document
            entry.text = "advertises \(document.words)"
        } else {
            entry.text = "advertises no state that can be read"
        }
    }

    private func explain(configuration entry: inout CaptureEntry, of handle: UInt16) {
        var configured = entry
        configured.handle = handle
        name(&entry, configured)
        entry.kind = .other
        let isOn = entry.bytes.first.map { $0 & 3 != 0 } ?? false
        let subject = entry.characteristic == nil ? "the characteristic of handle \(Self.text(handle))" : "it"
        entry.text = "\(isOn ? "asks for" : "ends") notifications of \(subject)"
    }

    private func explain(value entry: inout CaptureEntry) {
        entry.text = entry.bytes.isEmpty ? "nothing" : Hexadecimal.text(entry.bytes)
        guard let characteristic = entry.characteristic else { return }
        for codec in codecs {
            guard let explanation = codec.explanation(of: entry.bytes, on: characteristic) else { continue }
            entry.text = explanation.text
            entry.state = explanation.state.map { document($0, codec) }
            return
        }
    }

    private func name(_ entry: inout CaptureEntry, _ source: CaptureEntry) {
        guard let name = names.name(of: source) else { return }
        entry.characteristic = name.uuid
        entry.naming = name.naming
        entry.role =
            codecs.lazy.compactMap { codec -> CaptureEntry.Role? in
                switch name.uuid {
                case codec.commandCharacteristic: .command
                case codec.replyCharacteristic: .reply
                case codec.stateCharacteristic: .state
                default: nil
                }
            }.first
    }

    private func document(_ state: DeviceState, _ codec: any ProductCodec) -> DeviceStateDocument {
        DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
    }

    static func text(_ handle: UInt16?) -> String {
        "0x" + [UInt8((handle ?? 0) >> 8), UInt8((handle ?? 0) & 0xFF)].map(\.hexadecimal).joined()
    }
}

extension DeviceStateDocument {
    /// The state as part of a sentence.
    var words: String {
        let color =
            light.gradient ? "cycling" : RGBColor(red: light.red, green: light.green, blue: light.blue).hexadecimal
        let brightness = Level(rawValue: light.brightness).percent
        let sound = sound.id == 0 ? "no sound" : sound.name ?? "sound \(self.sound.id)"
        let favourite = favourite.map { ", favourite \($0)" } ?? ""
        return
            "\(power)\(favourite), light \(color) at \(brightness) %, \(sound) at \(Level(rawValue: volume).percent) %"
    }
}
