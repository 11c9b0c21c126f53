// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What nothing may exceed: whatever wins a channel is turned down to it.
extension CoordinationMachine {
    /// Takes what nothing may exceed from now on; decided when time moves on.
    public mutating func limit(to limit: DeviceLimit?) { self.limit = limit }

    /// Notes what the device shows, and returns what of that exceeds the limit; decided when time moves on.
    @discardableResult
    public mutating func saw(_ state: DeviceState) -> [DeviceAction] {
        reported = state
        guard let limit, state.isOn else { return [] }
        let exceeding = [state.action(of: .light), state.action(of: .volume)].filter(limit.isExceeded)
        // What the device had taken for their owners is not there any more.
        let owned = Set(exceeding.map(\.channel).filter { shown[$0] != nil })
        if !owned.isEmpty, desired != nil, undelivered == nil {
            isExceeded = true
            askAnew(for: owned)
        }
        return exceeding
    }

    /// An action within the limit.
    func limited(_ action: DeviceAction) -> DeviceAction { limit?.limited(action) ?? action }

    /// What the device shows beyond the limit on channels that nobody wants anything of, turned down.
    func turnedDown(beside wanted: [DeviceAction]) -> [DeviceAction] {
        guard let limit, let reported else { return [] }
        let channels = Set(wanted.map(\.channel))
        return [DeviceChannel.light, .volume].filter { channel in
            guard !channels.contains(channel), limit.isExceeded(by: reported.action(of: channel)) else { return false }
            // A device that is off is left alone until it is switched on, and then shows no light beside a sound.
            return reported.isOn || wanted == [.power(true)] || channel == .volume && wanted.contains(.power(true))
        }.map { limit.limited(reported.action(of: $0)) }
    }
}
