// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Household
public import Logging
public import ServiceLifecycle
import SleepModel

/// Tells a service manager how the daemon is, for as long as it runs.
///
/// A sign of life follows an answer of the night's loop, so a loop that hangs is noticed. A disk that does not answer makes
/// the daemon degraded and no more: what rings goes on.
public struct ServiceReporter: Service {
    private let socket: NotifySocket
    private let watchdog: Duration?
    private let household: ComposedHousehold
    private let listening: OneShot<Void>
    private let clock: any NightClock
    private let logger: Logger

    /// Makes a reporter; nil where nobody wants to know.
    ///
    /// `listening` is set as soon as clients can connect.
    public init?(
        to environment: ServiceEnvironment, of household: ComposedHousehold, listening: OneShot<Void>, logger: Logger
    ) async {
        guard let address = environment.notifyAddress else { return nil }
        socket = NotifySocket(address: address)
        watchdog = environment.watchdog
        self.household = household
        self.listening = listening
        // The service manager lives in real time, also where the night runs faster.
        clock = await household.household.configuration.radioClock
        self.logger = logger
    }

    /// Reports until graceful shutdown or cancellation.
    public func run() async throws {
        var report = ServiceReport(isWatched: watchdog != nil)
        do {
            try await cancelWhenGracefulShutdown { [report] in
                var report = report
                try await self.follow(&report)
            }
        } catch is CancellationError {}
        tell(report.stop())
    }

    private func follow(_ report: inout ServiceReport) async throws {
        tell(report.begin())
        guard await household.household.waitUntilSchedulesRun(), await listening.valueUnlessCancelled() != nil else {
            return
        }
        let ready = report.becomeReady(await status())
        // Without it, the service manager would wait for ever.
        while !tell(ready) { try await clock.sleep(for: .seconds(1)) }
        while !Task.isCancelled {
            try await clock.sleep(for: watchdog.map { $0 / 2 } ?? .seconds(60))
            await household.household.answer()
            try Task.checkCancellation()
            tell(report.takeAnswer(await status()))
        }
    }

    @MainActor
    private func status() -> ServiceStatus {
        let devices = household.household.devices.all
        let next = household.household.nextAlarm
        return ServiceStatus(
            devices: devices.count, lost: devices.count { $0.lostSince != nil },
            nextAlarm: next.map { "“\($0.alarm.name)” \($0.at.date) \($0.at.time)" }, degraded: household.unsaved(),
            radioProblem: household.household.radioProblem)
    }

    @discardableResult
    private func tell(_ messages: [ServiceMessage]) -> Bool {
        guard !messages.isEmpty, let number = socket.send(ServiceMessage.datagram(messages)) else { return true }
        logger.warning("the service manager does not listen", metadata: ["error": "\(number)"])
        return false
    }
}
