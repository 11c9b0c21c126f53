// SPDX-License-Identifier: Apache-2.0

public import Captures
public import Clocks
public import DeviceModules
public import GATT
public import SleepModel

/// The central role towards one device of a capture: the device says again what it said, when it is due.
///
/// Advertisements and notifications come as long after the host's last step as they did in the capture, divided by the
/// speed, and not before that step was made. Reads are answered in order. A write has to be the next command of the
/// capture, byte for byte; with and without an acknowledgement are not told apart. After the first write that is not,
/// everything fails with `protocol_violation`, and `failure` says which packet it was. How often a connection is made
/// is free: one that is ended early goes on with the next.
public final class ReplayTransport: CentralTransport {
    private let stage: ReplayStage

    /// Plays what `timeline` holds of the device at `address`, spoken to through `codec`, `speed` times as fast.
    ///
    /// Throws when there were writes and none of them can be told to be a command.
    public convenience init(
        _ timeline: CaptureTimeline, address: MacAddress, codec: any ProductCodec, clock: any NightClock, speed: Int = 1
    ) throws(CaptureError) {
        let script = try ReplayScript(timeline, address: address, codec: codec)
        self.init(ReplayStage(script, clock: clock, speed: speed) { _ in })
    }

    init(_ stage: ReplayStage) {
        self.stage = stage
    }

    /// What did not fit the capture first; nil while everything does.
    public var failure: CaptureError? { stage.failure }

    /// Throws what did not fit, or that commands of the capture were not written.
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

    /// Connects at once, whenever the capture holds another connection.
    ///
    /// Throws `device_not_found` for any other address, `connection_failed` while a connection is open, and
    /// `protocol_violation` when the capture is at its end.
    public func connect(to address: MacAddress) async throws(GATTError) -> any PeripheralConnection {
        ReplayConnection(stage, session: try stage.connect(to: address))
    }

    /// Does nothing: nobody else uses the capture.
    public func release(_ address: MacAddress) async {}

    /// Ends the play.
    public func close() async {
        stage.close()
    }
}
