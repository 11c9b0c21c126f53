// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceModules
import GATT
import SleepModel

/// What was heard in a scan: one entry for each address, and of no more than a thousand of them.
struct NearbyDevices: Sendable {
    /// How many addresses are kept; of more the least telling and the weakest give way.
    static let limit = 1000

    private struct Entry {
        var name: String?
        var rssi: Int?
        var addressKind: AddressKind?
        var recognition: ProductRecognition?

        var isSupported: Bool { recognition.map { $0.reason == nil } ?? false }
    }

    private let paired: [MacAddress: PairedDevice]
    private let products: ProductCatalogue
    private var entries: [MacAddress: Entry] = [:]

    /// Nothing heard so far by somebody who has paired `devices`.
    init(paired devices: [PairedDevice], products: ProductCatalogue) {
        paired = Dictionary(devices.map { ($0.address, $0) }) { first, _ in first }
        self.products = products
    }

    /// How many addresses are kept at present.
    var count: Int { entries.count }

    /// Takes an advertisement; name and manufacturer data may come in different ones of the same device.
    mutating func hear(_ advertisement: Advertisement) {
        let name = advertisement.localName?.printable.split(separator: " ").joined(separator: " ")
        let known = entries[advertisement.address]
        var entry = known ?? Entry()
        if let name, !name.isEmpty { entry.name = name }
        entry.rssi = advertisement.rssi ?? entry.rssi
        entry.addressKind = advertisement.addressKind ?? entry.addressKind
        if let recognition = products.recognize(advertisement), recognition.reason == nil || !entry.isSupported {
            entry.recognition = recognition
        }
        if known == nil, !makesRoom(for: entry, of: advertisement.address) { return }
        entries[advertisement.address] = entry
    }

    /// Takes a paired device that does not advertise because it is connected.
    mutating func hold(_ address: MacAddress, rssi: Int?) {
        if entries[address] == nil { entries[address] = Entry(rssi: rssi) }
    }

    /// What is known to some codec: the ones that can be controlled first, then by signal, then by address.
    var documents: [DeviceDocument] {
        let documents = entries.compactMap { address, entry in document(address, entry) }
        func rank(_ device: DeviceDocument) -> (Int, Int, MacAddress) {
            (device.supported ? 0 : 1, -(device.rssi ?? -1000), device.address)
        }
        return documents.sorted { rank($0) < rank($1) }
    }

    private func document(_ address: MacAddress, _ entry: Entry) -> DeviceDocument? {
        let device = paired[address]
        guard let product = device?.product ?? entry.recognition?.product else { return nil }
        let isKnown = products.codec(for: product) != nil
        return DeviceDocument(
            address: address, name: device?.name ?? entry.name, product: product.rawValue, supported: isKnown,
            reason: isKnown ? nil : entry.recognition?.reason ?? "this build cannot control it", rssi: entry.rssi,
            paired: device != nil, addressType: device?.addressKind ?? entry.addressKind)
    }

    /// Whether there is room for a new address, after removing one that tells less if need be.
    private mutating func makesRoom(for entry: Entry, of address: MacAddress) -> Bool {
        guard entries.count >= Self.limit else { return true }
        guard let least = entries.min(by: { rank($0.key, $0.value) < rank($1.key, $1.value) }),
            rank(least.key, least.value) < rank(address, entry)
        else { return false }
        entries[least.key] = nil
        return true
    }

    private func rank(_ address: MacAddress, _ entry: Entry) -> (Int, Int, Int) {
        let certainty = entry.isSupported ? 2 : entry.recognition == nil ? 0 : 1
        return (paired[address] == nil ? 0 : 1, certainty, entry.rssi ?? .min)
    }
}
