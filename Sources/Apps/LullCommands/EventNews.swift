// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import SleepModel

/// Tells which events are news for somebody who wants no step of a fade, no use of a link, and nothing of what a device
/// that is off would show.
struct EventNews {
    /// The devices whose state was told, be it in the middle of a fade.
    private var seen: Set<MacAddress> = []
    private var links: [MacAddress: DeviceConnectionState] = [:]
    private var off: Set<MacAddress> = []

    /// Takes the next event, and says whether it is news.
    mutating func take(_ event: EventDocument) -> Bool {
        // Where devices stand comes next, and all of it is news.
        if event.event == .snapshot { self = EventNews() }
        let isFirst = event.event == .state && event.address.map { seen.insert($0).inserted } ?? true
        var isNews = isFirst || event.fading != true
        if let state = event.state, let address = event.address {
            // What a device that is off would show and play is no news: it is off.
            let isOff = state.power == "off"
            let change = isOff ? off.insert(address).inserted : off.remove(address) != nil
            isNews = isNews && (change || !isOff)
        }
        if let link = event.link, let address = event.address {
            // A link is idle between two steps of a fade, and is tried again and again out of reach. It is news when it
            // comes and goes.
            let shown: DeviceConnectionState = link == .held ? .connected : link
            isNews = link != .connecting && links[address] != shown
            if isNews { links[address] = shown }
        }
        return isNews
    }
}
