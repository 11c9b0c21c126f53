// SPDX-License-Identifier: Apache-2.0

/// Commands on a group that wait for a device that is out of reach.
extension NightFacts {
    /// How long Lull tries, and how long before or after that nobody can say what came of it, in seconds.
    static let (trying, blur) = (900.0, 90.0)

    /// Makes a deed of each command whose device was back in time, and forgets those whose device was not, and those in
    /// whose place somebody wanted something else before.
    mutating func settleWaits() {
        let commands = waits
        waits = []
        for command in commands {
            let away = spans([.outOfReach], on: command.device).first { $0.contains(command.at) }
            let wait = (away?.to ?? command.at) - command.at
            let isReplaced = commands.contains { newer in
                newer.device == command.device && command.at < newer.at && newer.at < command.at + wait
                    && command.action.makesWay(for: newer.action)
            }
            if isReplaced {
                vain.append(command)
                continue
            }
            let isOpen =
                abs(wait - Self.trying) <= Self.blur
                || isDisturbed(command.device, from: command.at, to: command.at + min(wait, Self.trying) + Self.blur)
            if isOpen {
                waits.append(command)
            } else if wait < Self.trying {
                deeds.insert(command, at: deeds.firstIndex { $0.at > command.at } ?? deeds.endIndex)
            } else {
                vain.append(command)
            }
        }
    }

    /// Whether something else is wrong meanwhile, for example a restart.
    private func isDisturbed(_ device: Int, from start: Double, to end: Double) -> Bool {
        troubles.contains { trouble in
            trouble.fault != .outOfReach && trouble.fault != .skip && !trouble.fault.isPause
                && (trouble.device == nil || trouble.device == device)
                && trouble.span.touches(start, end)
        }
    }
}

extension NightPlan.Action {
    /// Whether somebody who wants another thing of a device wants it in place of this.
    fileprivate func makesWay(for newer: Self) -> Bool {
        switch (self, newer) {
        case (.power(false), _), (_, .power(false)), (.light, .light), (.sound, .sound): true
        default: false
        }
    }
}
