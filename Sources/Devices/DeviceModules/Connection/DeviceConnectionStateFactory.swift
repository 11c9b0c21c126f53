// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import GATT
public import Logging
public import SleepModel

/// Makes the connection-state client of one device.
public struct DeviceConnectionStateFactory: Sendable {
    private let transport: any CentralTransport
    private let clock: any NightClock
    private let policy: ConnectionPolicy
    private let logger: Logger
    private let jitter: @Sendable () -> Double

    /// Connects over `transport`; `clock` is real time, in which radios live, even when the night runs faster.
    ///
    /// `jitter` gives numbers from 0 up to 1 that keep devices from being tried in step.
    public init(
        transport: any CentralTransport, clock: any NightClock, policy: ConnectionPolicy, logger: Logger,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.transport = transport
        self.clock = clock
        self.policy = policy
        self.logger = logger
        self.jitter = jitter
    }

    /// An emitter that dates what it sees by `clock`, the night's.
    public func makeEmitter(clock nightClock: any NightClock) -> DeviceStateEmitter {
        DeviceStateEmitter(clock: nightClock, radioClock: clock)
    }

    /// A client for the device at `address`, spoken to through `codec`, that tells `emitter` what it sees.
    public func makeConnection(
        address: MacAddress, addressKind: AddressKind? = nil, codec: any ProductCodec, emitter: DeviceStateEmitter
    ) -> DeviceConnection {
        DeviceConnection(
            address: address, addressKind: addressKind, transport: transport, codec: codec, emitter: emitter,
            clock: clock, policy: policy,
            logger: logger, jitter: jitter)
    }

    /// A sender over `connection`.
    public func makeActionSender(
        connection: DeviceConnection, address: MacAddress, codec: any ProductCodec, emitter: DeviceStateEmitter
    ) -> IoTActionSender {
        IoTActionSender(
            connection: connection, address: address, codec: codec, emitter: emitter, clock: clock, policy: policy)
    }
}
