// SPDX-License-Identifier: Apache-2.0

public import Clocks
public import Scheduling
public import SleepModel
public import Storage

/// Where the features of one device say what they want of it, and see what it has taken.
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

extension IntentIntake {
    /// What the device shows and plays, by its last report and by what it has taken since; nil when that is not known.
    public func shown(after report: DeviceState?) -> ShownValues? {
        var state = report
        // One that went off shows nothing, whatever somebody had set.
        if let isOn = state?.isOn, isOn { for action in coordinator.taken(by: device) { state?.show(action) } }
        return state.map { ShownValues(of: $0) }
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
