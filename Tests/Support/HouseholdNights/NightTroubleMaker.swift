// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// Plans what goes wrong.
struct NightTroubleMaker {
    let seed: UInt64
    let end: Double
    let days: Int
    /// With one fault alone it happens often.
    let isOneFault: Bool

    /// What happens to the host's clock and zone: one thing at a time.
    func steps(of faults: [NightFault]) -> [NightPlan.Step] {
        var generator = NightPlan.Use.clock.generator(seed)
        var steps: [NightPlan.Step] = []
        var time = 3600.0
        while let fault = faults.randomElement(using: &generator) {
            time +=
                Double.random(in: 3600...(isOneFault ? 40_000 : 400_000), using: &generator).rounded()
                + 0.25
            let length: Double =
                fault == .zoneMove
                ? Double.random(in: 20_000...200_000, using: &generator).rounded()
                : Double.random(in: 600...20_000, using: &generator).rounded()
            guard time + length < end else { break }
            let cause = NightPlan.Cause(fault: fault, device: nil)
            let amount =
                Int.random(in: 2...3000, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
            steps.append(
                NightPlan.Step(
                    at: time,
                    deed: .begin(cause, length: length, amount: fault == .zoneMove ? abs(amount) : amount)))
            time += length
            // The clock is set right again, or the household is at home again.
            steps.append(
                NightPlan.Step(
                    at: time,
                    deed: fault == .zoneMove ? .end(cause) : .begin(cause, length: 0, amount: -amount)))
        }
        return steps
    }

    /// What happens around occurrences.
    func steps(
        of faults: [NightFault], around occurrences: [NightCalendar.Occurrence],
        of schedules: [NightSchedule], devices: Int
    ) -> [NightPlan.Step] {
        var taken: [Range<Double>] = []
        var steps: [NightPlan.Step] = []
        for fault in faults {
            for device in fault.isOfHost ? [Int?.none] : (0..<devices).map({ $0 }) {
                var generator = NightPlan.Use.trouble(fault, device).generator(seed)
                let around = occurrences.filter { device == nil || schedules[$0.schedule].device == device }
                let perDay = isOneFault ? 3 : fault.isOfHost ? 0.25 : 0.1
                for _ in 0..<max(1, Int(perDay * Double(days))) {
                    guard let occurrence = around.randomElement(using: &generator) else { break }
                    let begin =
                        (occurrence.due + Double.random(in: -3000...120, using: &generator)).rounded() + 0.75
                    let length = length(of: fault, &generator)
                    let cause = NightPlan.Cause(fault: fault, device: device)
                    let span = begin - 900..<begin + length + 900
                    if fault.isOfHost, fault != .pause {
                        // What the disk forgets and what a restart forgets is not told apart.
                        guard !taken.contains(where: { $0.overlaps(span) }) else { continue }
                        taken.append(span)
                    }
                    // Some ask for a pause before it begins.
                    let isAhead = fault.isPause && Bool.random(using: &generator)
                    let ahead = isAhead ? Int.random(in: 30...7200, using: &generator) : 0
                    let isTimed = fault == .devicePause && Bool.random(using: &generator)
                    steps.append(
                        NightPlan.Step(
                            at: begin - Double(ahead),
                            deed: .begin(cause, length: length, amount: isTimed ? -1 - ahead : ahead)))
                    steps.append(NightPlan.Step(at: begin + length, deed: .end(cause)))
                }
            }
        }
        return steps.filter { $0.at > 600 }
    }

    private func length(of fault: NightFault, _ generator: inout SeededGenerator) -> Double {
        let longest: Double =
            switch fault {
            case .hangingDisk: 60
            case .powerLoss: 1
            default: 3000
            }
        return Double.random(in: 1...longest, using: &generator).rounded(.up)
    }
}
