// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import Scheduling
public import SleepModel
public import Storage

/// Where the features of one device say what they want of it.
@MainActor
public struct IntentIntake {
    private let device: MacAddress
    private let coordinator: NightCoordinator

    /// The intake of one device.
    public init(device: MacAddress, coordinator: NightCoordinator) {
        self.device = device
        self.coordinator = coordinator
    }

    /// Takes what one kind of schedule wants now, in place of what it wanted before, what a process before may have left
    /// of runs that are over, and whether the device is switched off if nobody else wants it on.
    public func take(
        _ kind: ScheduleKind, _ wanted: [ChannelIntent], leftovers: RunLeftovers, switchesOff: Bool,
        at sample: ClockSample
    ) {
        coordinator.replace(
            kind, on: device, with: wanted, leftovers: leftovers, switchesOff: switchesOff, at: sample)
    }
}

extension StateProvider where Machine.Intent == ChannelIntent {
    /// Starts from what `book` holds, writes to `store`, and tells `intake` what it wants after every change, when the store
    /// has taken what it takes.
    public convenience init(
        book: DeviceBook, zones: ZoneBook, store: any ChangeRepository, clock: any NightClock, signal: WakeSignal,
        intake: IntentIntake
    ) {
        self.init(book: book, zones: zones, store: store, clock: clock, signal: signal) {
            intake.take($0, $1, leftovers: $2, switchesOff: $3, at: $4)
        }
    }

    /// The kind of the feature's schedules.
    public var kind: ScheduleKind { Machine.kind }
}
