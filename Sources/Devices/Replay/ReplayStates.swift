// SPDX-License-Identifier: Apache-2.0

import DeviceDocuments
import DeviceModules
import GATT
import SleepModel
import Synchronization

/// Collects the states that the device modules know after each step of the device.
final class ReplayStates: Sendable {
    private let codec: any ProductCodec
    private let show: @Sendable (ReplayReport.Entry) -> Void
    private let storage = Mutex<(emitter: DeviceStateEmitter?, entries: [ReplayReport.Entry])>((nil, []))

    init(_ codec: any ProductCodec, _ show: @escaping @Sendable (ReplayReport.Entry) -> Void) {
        self.codec = codec
        self.show = show
    }

    /// The states so far.
    var all: [ReplayReport.Entry] { storage.withLock { $0.entries } }

    /// Takes the states from `emitter`.
    func follow(_ emitter: DeviceStateEmitter) {
        storage.withLock { $0.emitter = emitter }
    }

    /// Notes the known state after a step that reports one, once the modules have processed it.
    func note(_ step: ReplayScript.Step) {
        let source: ObservedState.Source
        switch step.event {
        case .advertisement(let advertisement) where codec.state(in: advertisement) != nil: source = .advertisement
        case .notification(codec.stateCharacteristic, let bytes) where (try? codec.state(fromReport: bytes)) != nil:
            source = .notification
        case .read: source = .read
        default: return
        }
        let entry = storage.withLock { storage -> ReplayReport.Entry? in
            // The modules ignore an advertisement while they are connected and right after a write.
            let known = source == .advertisement ? storage.emitter?.advertised : storage.emitter?.latest
            guard let latest = known, latest.source == source else { return nil }
            let name = codec.name(of: latest.state.sound)
            let entry = ReplayReport.Entry(
                elapsed: step.elapsed, packet: step.packet, source: source.rawValue,
                state: DeviceStateDocument(latest.state, product: codec.product, soundName: name))
            storage.entries.append(entry)
            return entry
        }
        if let entry { show(entry) }
    }
}
