// SPDX-License-Identifier: Apache-2.0

public import Captures
public import Clocks
public import DeviceModules
public import GATT
public import SleepModel

/// The central role towards one device of a capture: the device repeats what it sent, at the right time.
///
/// Advertisements and notifications come as long after the host's last step as in the capture, divided by the speed.
/// Reads are answered in order. A write must be the next command of the capture, byte for byte, with or without an
/// acknowledgement. After the first write that differs, everything fails with `protocol_violation`, and `failure` names
/// the packet. The host may connect more or less often than in the capture; a connection that it ends early continues
/// with the next one.
public final class ReplayTransport: CentralTransport {
    private let stage: ReplayStage

    /// Plays what `timeline` holds about the device at `address`, `speed` times as fast; `codec` reads its values.
    ///
    /// Throws if the capture has writes, but none of them can be recognized as a command.
    public convenience init(
        _ timeline: CaptureTimeline, address: MacAddress, codec: any ProductCodec, clock: any NightClock, speed: Int = 1
    ) throws(CaptureError) {
        let script = try ReplayScript(timeline, address: address, codec: codec)
        self.init(ReplayStage(script, clock: clock, speed: speed) { _ in })
    }

    init(_ stage: ReplayStage) {
        self.stage = stage
    }

    /// The first thing that did not fit the capture; nil if everything fits.
    public var failure: CaptureError? { stage.failure }

    /// Throws `failure`, or an error if commands of the capture were not written.
    public func verify() throws(CaptureError) {
        try stage.verify()
    }

    /// Listens to the device; the stream ends with the last advertisement of the capture.
    ///
    /// Throws `protocol_violation` after something did not fit, and `transport_unavailable` after `close()`.
    public func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        try stage.open(.advertisements)
        return AsyncStream { [stage] in
            guard case .advertisement(let advertisement)? = await stage.next(.advertisements)?.event else { return nil }
            return advertisement
        }
    }

    /// Listens for advertisements; it never waits for an adapter.
    public func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    /// Connects at once, if the capture holds another connection.
    ///
    /// Throws `device_not_found` for any other address, `connection_failed` while a connection is open, and
    /// `protocol_violation` when the capture is at its end.
    public func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection
    {
        ReplayConnection(stage, session: try stage.connect(to: address))
    }

    /// Does nothing: a capture has what it has.
    public func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    /// Does nothing: nobody else uses the capture.
    public func release(_ address: MacAddress) async {}

    /// Ends the replay.
    public func close() async {
        stage.close()
    }
}
