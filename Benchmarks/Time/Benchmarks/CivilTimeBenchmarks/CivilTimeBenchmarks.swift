// SPDX-License-Identifier: Apache-2.0

import Benchmark
import CivilTime
import Glibc

let benchmarks: @Sendable () -> Void = {
    // One sample is a thousand times the body, so that the clock is not what is measured.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(2),
        maxIterations: 10_000)

    let database = ZoneDatabase(directory: getenv("LULL_ZONEINFO").map { String(cString: $0) } ?? "/usr/share/zoneinfo")
    // A thousand dates and times of the years 2020 to 2039, so that no branch is always the same.
    let civil = (0..<1024).compactMap { number in
        TimeOfDay(hour: number * 7 % 24, minute: number * 13 % 60).map {
            CivilDateTime(date: CivilDate(daysSince1970: 18_262 + number * 7), time: $0)
        }
    }
    let instants = civil.map { Instant(secondsSince1970: Int64($0.date.daysSince1970) * 86_400 + 12_345) }

    func measure(_ name: String, times: BenchmarkScalingFactor = .kilo, _ body: @escaping @Sendable (Int) -> Void) {
        var configuration = Benchmark.defaultConfiguration
        configuration.scalingFactor = times
        Benchmark(name, configuration: configuration) { benchmark in
            for number in benchmark.scaledIterations { body(number & 1023) }
        }
    }

    for name in ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"] {
        guard let zone = try? database.rules(for: name) else { continue }
        measure("civil to instant, \(name)") { blackHole(zone.resolve(civil[$0])) }
        measure("instant to offset, \(name)") { blackHole(zone.offset(at: instants[$0])) }
    }

    guard let zone = try? database.rules(for: "America/New_York"), let seven = TimeOfDay(hour: 7, minute: 0),
        let half = TimeOfDay(hour: 2, minute: 30), let place = GeographicPlace(latitude: 40.7, longitude: -74),
        let leapDay = MonthDay(month: 2, day: 29), let sunrise = SunTime(.sunrise, at: place)
    else { return }
    let school = WeekdayTimes([.monday: seven, .tuesday: seven, .wednesday: seven, .thursday: half, .friday: seven])
    let rules: [(String, Recurrence)] = [
        ("daily", Recurrence(days: .weekly(.daily), time: half)),
        ("mon to fri", Recurrence(days: .weekly(.weekdays), time: seven)),
        ("another time on thursdays", Recurrence(days: .weekly(school.weekdays), time: .byWeekday(school))),
        ("02-29", Recurrence(days: .yearly(leapDay), time: seven)),
        ("sunrise", Recurrence(days: .weekly(.daily), time: .sun(sunrise))),
    ]
    for (name, rule) in rules {
        measure("next occurrence, \(name)") { blackHole(rule.next(after: instants[$0], in: zone)) }
    }
    for (name, rule) in rules {
        measure("explain 100, \(name)", times: .one) { number in
            for occurrence in rule.listing(after: instants[number], in: zone, count: 100) {
                guard let instant = occurrence.instant else { continue }
                blackHole("\(occurrence.civil)\(instant)\(zone.localISO8601(instant))")
            }
        }
    }
    measure("a zone's file, read and parsed", times: .one) { _ in
        blackHole(try? database.rules(for: "America/New_York"))
    }
}
