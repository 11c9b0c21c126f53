// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

extension RunningHousehold {
    /// What the household has counted, and where it stands; `store` is the one that it uses.
    public func metrics(of store: HouseholdStore) -> HouseholdMetrics {
        let links = events.links
        return HouseholdMetrics(
            log: store.tally, storageErrors: store.errors, isSaving: store.warning == nil,
            notices: configuration.notices.news, openNotices: notices.all.count { !$0.isAcknowledged }, looks: looks,
            hearsDevices: radioProblem == nil, nextAlarm: nextRing?.at,
            devices: devices.all.sorted { $0.address < $1.address }.map { device in
                HouseholdMetrics.Device(
                    address: device.address, name: events.name(device.address), product: device.key.product,
                    link: links[device.address] ?? .absent, isLost: device.lostSince != nil,
                    deliveries: device.deliveries, looks: device.looks)
            })
    }
}
