// SPDX-License-Identifier: Apache-2.0

import GATT

/// Where advertisements come from, one at a time.
protocol AdvertisementSource: Sendable {
    /// The next advertisement; nil once the task is cancelled.
    func next() async -> Advertisement?
}
