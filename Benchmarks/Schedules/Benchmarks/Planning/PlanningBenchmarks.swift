// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CivilTime
import ScheduleBench
import Scheduling

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal], timeUnits: .microseconds, warmupIterations: 1, maxDuration: .seconds(8),
        maxIterations: 20)
    let operations = Benchmark.Configuration(
        metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 10, scalingFactor: .kilo,
        maxDuration: .seconds(5), maxIterations: 1000)

    guard let million = try? SampleBook(1_000_000) else { return }
    let book = million.prefix(100_000)
    let withoutSun = book.filter { if case .sun? = $0.recurrence?.time { false } else { true } }
    let plan = book.plan()
    // Any order of times that is not the one they were planned in.
    let times = (0..<1_000_000).map { number -> Instant? in
        SampleSchedules.now + .seconds(86_400 + number * 7919 % 1_000_003)
    }

    Benchmark("cold plan, 100,000") { _ in blackHole(book.plan()) }
    Benchmark("cold plan, those of 100,000 without the sun") { _ in blackHole(withoutSun.plan()) }
    Benchmark("cold plan, 1,000,000") { _ in blackHole(million.plan()) }
    Benchmark("their times only, 100,000") { _ in blackHole(OccurrencePlan(Array(times.prefix(100_000)))) }
    Benchmark("a machine's start, 100,000") { benchmark in
        var decider = book.decider()
        benchmark.startMeasurement()
        let changes = decider.advance(to: SampleSchedules.sample)
        benchmark.stopMeasurement()
        guard changes.isEmpty else { return benchmark.error("something is due: \(changes.count)") }
    }
    Benchmark("a schedule saved in a machine of 100,000, until it is planned") { benchmark in
        var decider = book.decider()
        _ = decider.advance(to: SampleSchedules.sample)
        benchmark.startMeasurement()
        blackHole(decider.occurrences.save(book.schedules[50_000], at: SampleSchedules.sample))
        blackHole(decider.advance(to: SampleSchedules.sample))
        blackHole(decider.nextWake(at: SampleSchedules.sample))
        benchmark.stopMeasurement()
    }

    /// A thousand operations on a plan of 100,000 schedules that nobody else holds.
    func measure(_ name: String, _ body: @escaping @Sendable (inout OccurrencePlan, Int) -> Void) {
        Benchmark(name, configuration: operations) { benchmark in
            var plan = plan
            plan.set(0, to: times[0])
            benchmark.startMeasurement()
            for number in benchmark.scaledIterations { body(&plan, number) }
            benchmark.stopMeasurement()
            blackHole(plan)
        }
    }
    measure("insert, in 100,000") { plan, number in plan.set(100_000 + number, to: times[number]) }
    measure("cancel, in 100,000") { plan, number in plan.set(number * 97 % 100_000, to: nil) }
    measure("re-plan, in 100,000") { plan, number in plan.set(number * 97 % 100_000, to: times[number]) }
    Benchmark(
        "a million of all three, in 100,000",
        configuration: .init(
            metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 1, scalingFactor: .mega,
            maxDuration: .seconds(10),
            maxIterations: 10)
    ) { benchmark in
        var plan = plan
        plan.set(0, to: times[0])
        benchmark.startMeasurement()
        for number in benchmark.scaledIterations {
            let time = number % 3 == 0 ? nil : times[number]
            plan.set(number * 7919 % 110_000, to: time)
        }
        benchmark.stopMeasurement()
        blackHole(plan)
    }
}
