// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Yams

/// Groups of devices, each with the schedules that its devices have alike.
extension SetupWriter {
    /// The schedules that are written with their group: those that are alike but for what is each device's own.
    func alike(in document: SetupDocument) -> [[Schedule]] {
        let products = Dictionary(document.devices.map { ($0.address, $0.product) }) { first, _ in first }
        return document.groups.groups.flatMap { group in
            var bundles: [[Schedule]] = []
            for schedule in document.schedules where schedule.group == group.name {
                guard group.members.contains(schedule.device), let product = products[schedule.device] else { continue }
                let place = bundles.firstIndex { bundle in
                    bundle[0].kind == schedule.kind && bundle[0].name.lowercased() == schedule.name.lowercased()
                }
                guard let place else {
                    bundles.append([schedule])
                    continue
                }
                let first = bundles[place][0]
                guard first.isAlike(schedule), products[first.device] == product else { continue }
                bundles[place].append(schedule)
            }
            return bundles
        }
    }

    /// A group with the schedules in `bundles` that are its own.
    func group(_ group: DeviceGroup, _ bundles: [[Schedule]], of document: SetupDocument) -> Node {
        let devices = Dictionary(document.devices.map { ($0.address, $0) }) { first, _ in first }
        var part = SetupPart()
        part[.name] = .text(group.name)
        part[.devices] = .texts(group.members.compactMap { devices[$0]?.name })
        let own = bundles.filter { $0[0].group == group.name }
        if !own.isEmpty { part[.schedules] = .list(own.map { schedule($0, devices) }) }
        return part.node
    }

    private func schedule(_ bundle: [Schedule], _ devices: [MacAddress: PairedDevice]) -> Node {
        let first = bundle[0]
        var part = SetupPart()
        write(nameOf: first, into: &part)
        write(rulesOf: first, into: &part)
        if let product = devices[first.device]?.product { write(first.plan, product, into: &part) }
        part[.members] = .list(
            bundle.map { schedule in
                var own = SetupPart()
                own[.device] = devices[schedule.device].map { .text($0.name) }
                write(identityOf: schedule, into: &own)
                write(standingOf: schedule, into: &own)
                write(overridesOf: schedule, into: &own)
                return own.node
            })
        return part.node
    }
}

extension Schedule {
    /// Whether it is the same as another but for its device and how it stands there.
    fileprivate func isAlike(_ other: Schedule) -> Bool {
        name == other.name && recurrence == other.recurrence && zone == other.zone && plan == other.plan
    }
}
