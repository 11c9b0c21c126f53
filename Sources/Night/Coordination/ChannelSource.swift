// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Who wants something of a channel.
struct ChannelSource: Hashable, Sendable {
    var channel: DeviceChannel
    var source: IntentSource

    init(_ intent: ChannelIntent) {
        (channel, source) = (intent.channel, intent.source)
    }

    init(_ part: ManualHold.Part, of channel: DeviceChannel) {
        self.channel = channel
        source = .run(part.kind, part.occurrence, part: part.number)
    }

    /// The part of a run; nil for a nap and for a manual hold.
    var part: ManualHold.Part? {
        guard case .run(let kind, let key, let number) = source else { return nil }
        return ManualHold.Part(kind: kind, occurrence: key, number: number)
    }
}
