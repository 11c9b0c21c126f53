// SPDX-License-Identifier: Apache-2.0

import Benchmark
import DeviceBench
import DeviceModules
import SystemClock

let benchmarks: @Sendable () -> Void = {
    // Of one action each, taken where it reaches the device; the wall clock also has what follows until the result.
    let toWrite = BenchmarkMetric.custom("Action to write (ns)")
    Benchmark.defaultConfiguration = .init(
        metrics: [toWrite, .wallClock], timeUnits: .microseconds, warmupIterations: 100, maxDuration: .seconds(15),
        maxIterations: 10_000)

    func measure(_ name: String, isTransient: Bool) {
        Benchmark(name) { benchmark, house in
            benchmark.startMeasurement()
            let outcome = await house.device.act(house.nextTurn(), isTransient: isTransient)
            benchmark.stopMeasurement()
            let delays = house.device.watch.take()
            guard delays.count == 1, outcome == (isTransient ? .unconfirmed : .confirmed) else {
                return benchmark.error("\(name): \(delays.count) writes, \(outcome)")
            }
            benchmark.measurement(toWrite, Int(delays[0].sinceAsked))
        } setup: {
            try await RunningDevice(clock: HostClock())
        }
    }
    measure("a step of a fade: write", isTransient: true)
    measure("a change: read, write, read", isTransient: false)
}
