// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

/// The epoch of each channel: it begins with the desired state that first has the channel's target, and lasts until the
/// target changes or the device may have forgotten it.
///
/// A step of a fade begins none, and a new target of one channel leaves the epochs of the others alone.
struct ChannelEpochs: Hashable, Sendable {
    /// What a channel is to show, and for whom.
    enum Target: Hashable, Sendable {
        /// What its owner wants.
        case owned(ControlLayer, by: String, IntentSource, ChannelTarget)
        /// What it shows when nobody wants anything of it.
        case unowned(DeviceAction)

        init(_ intent: ChannelIntent) {
            self = .owned(intent.layer, by: intent.by, intent.source, intent.target)
        }
    }

    private struct Epoch: Hashable, Sendable {
        var target: Target
        /// The first desired state that counts for it.
        var first: Int
        /// The last desired state of which it is known what became of it.
        var last = 0
        /// Whether the device has taken it.
        var isTaken = false
    }

    private var epochs: [DeviceChannel: Epoch] = [:]

    /// The channels whose present targets the device has taken.
    var taken: Set<DeviceChannel> { Set(epochs.filter(\.value.isTaken).keys) }

    /// Whether the device has taken them all.
    var areTaken: Bool { epochs.values.allSatisfy(\.isTaken) }

    /// Whether all of `targets` are those of the present epochs.
    func hold(_ targets: [DeviceChannel: Target]) -> Bool {
        targets.allSatisfy { epochs[$0.key]?.target == $0.value }
    }

    /// Takes the targets of a desired state, by its number; an epoch begins where the target is another one.
    mutating func set(_ targets: [DeviceChannel: Target], in sequence: Int) {
        epochs = targets.reduce(into: [:]) { epochs, entry in
            let present = self.epochs[entry.key]
            epochs[entry.key] =
                present?.target == entry.value ? present : Epoch(target: entry.value, first: sequence)
        }
    }

    /// Ends those of all channels but `channels`, of which nothing is wanted any more.
    mutating func keep(_ channels: Set<DeviceChannel>) { epochs = epochs.filter { channels.contains($0.key) } }

    /// Begins them anew with the desired state of this number, on `channels` or on all: the device may have
    /// forgotten what it took.
    mutating func beginAnew(in sequence: Int, on channels: Set<DeviceChannel>? = nil) {
        for (channel, epoch) in epochs where channels?.contains(channel) ?? true {
            epochs[channel] = Epoch(target: epoch.target, first: sequence)
        }
    }

    /// Notes of which channels the device has taken the desired state of this number.
    ///
    /// What became of an older one is no news of an epoch.
    mutating func note(_ sequence: Int, taken: Set<DeviceChannel>) {
        for (channel, epoch) in epochs where sequence >= max(epoch.first, epoch.last) {
            epochs[channel]?.last = sequence
            epochs[channel]?.isTaken = taken.contains(channel)
        }
    }
}
