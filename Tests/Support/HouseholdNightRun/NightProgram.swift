// SPDX-License-Identifier: Apache-2.0

import HouseholdNights

/// Lives as many random nights as it is asked for, see `.ci/household-nights`.
@main
struct NightProgram {
    static func main() async throws {
        try await NightCommand(CommandLine.arguments).run()
    }
}
