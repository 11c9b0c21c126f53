// SPDX-License-Identifier: Apache-2.0

import Clocks
import Coordination
import DeviceModules
import GATT
import Logging
import SleepModel

/// Listening to devices, and what keeps the radio from it.
extension RunningHousehold {
    /// Takes what devices advertise, until cancelled.
    func listen() async {
        let clock = configuration.radioClock
        var pause = Duration.seconds(5)
        // With nothing paired Lull does not listen, and nothing is wrong with that.
        defer { radioWorks() }
        while !Task.isCancelled {
            do {
                let events = try await configuration.transport.listen()
                pause = .seconds(5)
                radioWorks()
                await follow(events)
                try await clock.sleep(for: .seconds(1))
            } catch is CancellationError {
                return
            } catch {
                radioFails(error as? GATTError ?? GATTError(.unavailable, "\(error)"))
                guard (try? await clock.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }

    private func follow(_ events: any AsyncSequence<ListeningEvent, Never> & Sendable) async {
        await withDiscardingTaskGroup { group in
            for await event in events {
                switch event {
                case .heard(let advertisement): await take(advertisement)
                case .listens: radioWorks()
                case .waits(let error):
                    radioFails(error)
                    // Nothing else may happen for as long as it waits.
                    group.addTask { await self.watchRadio(error) }
                }
            }
            group.cancelAll()
        }
    }

    private func take(_ advertisement: Advertisement) async {
        guard let device = devices.controller(at: advertisement.address) else { return }
        await device.connection.observe(advertisement)
        coordinator.heard(device.address)
        device.mirror.heard()
    }

    /// Looks again when somebody is to know of a failure that lasts.
    private func watchRadio(_ error: GATTError) async {
        let clock = configuration.radioClock
        guard let due = radioWatch.due, (try? await clock.sleep(for: max(due - clock.now().boot, .zero))) != nil,
            radioProblem == error.message
        else { return }
        radioFails(error)
    }

    private func radioWorks() {
        radioProblem = nil
        radioWatch.works()
    }

    private func radioFails(_ error: GATTError) {
        // Once, and not with every attempt of a night.
        if radioProblem != error.message {
            configuration.logger.warning("cannot listen for devices", metadata: ["error": "\(error)"])
        }
        radioProblem = error.message
        guard radioWatch.isDue(at: configuration.radioClock.now().boot) else { return }
        let cause = NoticeCause.radio(problem: error.message, cure: error.advice ?? "See `lull doctor`.")
        configuration.notices.take([NoticeDraft(cause, at: configuration.nightClock.now().wall)])
    }
}
