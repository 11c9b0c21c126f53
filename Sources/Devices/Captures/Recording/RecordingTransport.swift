// SPDX-License-Identifier: Apache-2.0

public import GATT
public import SleepModel

/// Passes everything on to another transport, and records the traffic of chosen devices.
///
/// Transports have characteristics and values, not packets. So the recorder makes the packets that would have carried
/// them, in btsnoop's serial-line format. Handles follow the order in which characteristics are first used, each after
/// the discovery that would have found it. Notifications and advertisements are recorded when somebody takes them.
/// Requests that overlap are recorded one after the other, as the attribute protocol requires.
public final class RecordingTransport: CentralTransport {
    private let base: any CentralTransport
    /// Where recordings begin and end.
    public let desk: RecordingDesk

    /// Records what passes through `base`, for recordings that begin at `desk`.
    public init(_ base: any CentralTransport, at desk: RecordingDesk) {
        self.base = base
        self.desk = desk
    }

    /// How the other transport listens.
    public var listeningMode: ListeningMode? { get async { await base.listeningMode } }

    /// Listens as the other transport does, and records what recorded devices advertise.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        let advertisements = try await base.advertisements(effort)
        let tap = AdvertisementTap(desk)
        return AsyncStream {
            for await advertisement in advertisements {
                tap.hear(advertisement)
                return advertisement
            }
            return nil
        }
    }

    /// Listens as the other transport does, and records what recorded devices advertise.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        let events = try await base.listen()
        let tap = AdvertisementTap(desk)
        return AsyncStream {
            for await event in events {
                if case .heard(let advertisement) = event { tap.hear(advertisement) }
                return event
            }
            return nil
        }
    }

    /// Connects as the other transport does.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        do throws(GATTError) {
            return RecordingConnection(try await base.connect(to: address, kind: kind), to: address, desk)
        } catch {
            desk.record(address) { $0.connectionFailed(at: $1) }
            throw error
        }
    }

    /// Forgets which characteristics a peripheral has.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool {
        await base.forgetCharacteristics(of: address)
    }

    /// Ends a connection that an earlier process left behind.
    public func release(_ address: MacAddress) async {
        await base.release(address)
    }

    /// Closes the other transport, which ends its connections; recordings go on until they are stopped.
    public func close() async {
        let now = desk.now
        desk.updateAll { $0.closed(at: now) }
        await base.close()
    }
}

/// One stream of advertisements at the desk, while it is used.
private final class AdvertisementTap: Sendable {
    private let desk: RecordingDesk
    private let number: Int

    init(_ desk: RecordingDesk) {
        self.desk = desk
        number = desk.nextNumber()
    }

    deinit {
        desk.updateAll { $0.deafened(number) }
    }

    func hear(_ advertisement: Advertisement) {
        guard desk.isRecording(advertisement.address) else { return }
        let packet = HCIPacket.advertised(advertisement)
        desk.record(advertisement.address) { $0.advertised(packet, to: number, at: $1) }
    }
}

/// The recording of one device.
public struct Recording: Sendable, Hashable {
    /// A whole btsnoop file, in the format of serial lines.
    public var bytes: [UInt8]
    /// How many packets it holds.
    public var packets: Int
    /// Whether something was left out because the file reached its limit.
    public var isTruncated: Bool
}
