// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import GATT
import SleepModel
import Storage

/// What a status needs that the main actor does not have.
///
/// It is asked for before that begins: each way from the main actor and back takes longer than the answers.
struct StatusLook: Sendable {
    /// The paired devices.
    let devices: [PairedDevice]
    /// What cannot be read.
    let damaged: [DamagedRowDocument]
    /// How occasional listening learns of devices now.
    let listening: ListeningMode?

    /// Looks at the store and at the radio.
    init(at store: any NightStore, over transport: any CentralTransport, of session: SessionKind) async throws {
        devices = try await store.devices()
        damaged = try await DamagedRowDocument.all(in: store)
        // Without a daemon nobody listens between two commands.
        listening = session == .direct ? nil : await transport.listeningMode
    }
}
