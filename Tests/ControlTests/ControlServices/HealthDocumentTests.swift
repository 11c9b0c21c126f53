// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import Testing

@testable import ControlServices

/// What is said of how a household is.
struct HealthDocumentTests {
    private typealias Check = HealthDocument.Check

    @Test func status_isTheWorstOfAllChecks() {
        #expect(HealthDocument([]).status == .ok)
        #expect(HealthDocument([Check(.store, .degraded), Check(.clock)]).status == .degraded)
        #expect(HealthDocument([Check(.radio, .failing), Check(.store, .degraded)]).status == .failing)
    }

    @Test func httpStatus_is503_onlyWhenNoAlarmCanRing() {
        let statuses = HealthStatus.allCases.map { HealthDocument([Check(.radio, $0)]).httpStatus }
        #expect(statuses == [200, 200, 503])
    }

    @Test(arguments: [(true, HealthStatus.degraded), (false, .failing)])
    func devices_fail_onlyWhenNoneIsInReach(hasReach: Bool, status: HealthStatus) {
        var health = HouseholdHealth()
        (health.lostDevices, health.hasReach) = (["anna"], hasReach)
        #expect(HealthDocument(health).checks.last == Check(.devices, status, reason: "Out of reach: “anna”."))
    }

    @Test func document_saysWhatIsWrong() {
        var health = HouseholdHealth()
        health.stuckDevices = ["anna", "nursery\n"]
        health.clock = .doubted
        health.unsaved = "Nothing can be saved."
        health.radio = HouseholdHealth.RadioProblem(message: "Bluetooth is off.", isLasting: false)
        health.lostDevices = ["anna"]
        #expect(
            HealthDocument(health)
                == HealthDocument([
                    Check(.schedules),
                    Check(.loop, .failing, reason: "Nothing scheduled goes on for “anna”, “nursery\u{FFFD}”."),
                    Check(.clock, .degraded, reason: "The clock looks wrong, and schedules follow it as it is."),
                    Check(.store, .degraded, reason: "Nothing can be saved."),
                    Check(.radio, .degraded, reason: "Bluetooth is off."),
                    Check(.devices, .degraded, reason: "Out of reach: “anna”."),
                ]))
    }
}
