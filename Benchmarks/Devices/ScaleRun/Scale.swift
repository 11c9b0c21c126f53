// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceBench
import DeviceModules
import Glibc
import SleepModel
import SystemClock

/// Many simulated devices in one process, one action a second each: what is lost, how late it is, what it takes; run by
/// `.ci/scale`.
@main
enum Scale {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isTogether = arguments.last == "together"
        if isTogether { arguments.removeLast() }
        let numbers = arguments.map { Int($0) ?? 0 }
        let (count, seconds) = (numbers.first ?? 1000, numbers.dropFirst().first ?? 60)
        // Every light of a run is another one, see `BenchDevice.light`.
        guard numbers.count <= 2, (1...100_000).contains(count), (1...20_000).contains(seconds) else {
            print("usage: ScaleRun [DEVICES] [SECONDS] [together]")
            exit(64)
        }
        let clock = HostClock()
        let empty = ProcessFigures.now
        let devices = try BenchDevice.make(count, clock: clock)
        var rounds: [ScaleRound] = []
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.run() } }
            let begin = clock.now().monotonic
            for device in devices {
                let report = await device.sender.perform(
                    DesiredState(sequence: 0, actions: [.power(true)], keepsLink: true))
                if !report.outcome.isConfirmed { print("device \(device.number): \(report.outcome)") }
            }
            let connected = ProcessFigures.now
            print("devices                   \(count), load before: \(ProcessFigures.load)")
            print("actions                   for \(seconds) s of each kind, \(isTogether ? "all together" : "spread")")
            print("connected one by one in   \((clock.now().monotonic - begin).inMilliseconds)")
            print("memory per device         \(connected.memory(since: empty, per: count))")
            print("timers and files open     \(ProcessFigures.descriptors)")
            for isTransient in [true, false] {
                let round = await ScaleRound.run(
                    devices, seconds: seconds, isTogether: isTogether, isTransient: isTransient, clock: clock)
                print("\n" + round.table)
                print("  memory per device         \(ProcessFigures.now.memory(since: empty, per: count))")
                rounds.append(round)
            }
            group.cancelAll()
        }
        exit(rounds.allSatisfy(\.hasLostNothing) ? 0 : 1)
    }
}
