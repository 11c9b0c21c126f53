// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import ControlServices
import Household
import Logging
public import Programs
import Storage

/// Control without the daemon: opens what one command needs in this process, and closes it at the end.
///
/// No schedule runs. It works on the daemon's own state directory, and refuses while a daemon holds it.
public struct DirectSession: Sendable {
    private let household: DirectHousehold

    /// Works on that household.
    public init(of household: DirectHousehold) {
        self.household = household
    }

    /// Runs `body` with everything open that it needs.
    ///
    /// Throws `busy` while a daemon runs on the directory, what `body` throws, and `busy` when the process is asked to
    /// stop meanwhile; `body` is cancelled then and waited for.
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable (any ControlService) async throws -> Value
    ) async throws(ControlError) -> Value {
        let directory = try hold()
        let value: Value?
        do {
            let logger = Logger(label: "lull") { _ in SwiftLogNoOpLogHandler() }
            let context = HouseholdContext.host(
                store: try await directory.openStore(logger: logger),
                transport: household.transport.makeTransport(
                    deviceSockets: household.deviceSockets, adapter: household.adapter),
                acceleration: nil, policy: household.transport.policy, mark: directory.mark, logger: logger)
            let composed = try await ComposedHousehold.open(context, isDirect: true)
            let services = composed.services
            do {
                // Inside, so that what is delivered goes on to the end of what an interrupted command waits for.
                value = try await composed.household.deliver { try await untilInterrupted { try await body(services) } }
            } catch {
                await composed.close()
                throw error
            }
            await composed.close()
        } catch {
            throw ControlError(error)
        }
        directory.release()
        guard let value else {
            throw ControlError(.busy, "The command was interrupted.", advice: "See `lull status`, and try again.")
        }
        return value
    }

    private func hold() throws(ControlError) -> StateDirectory {
        do throws(ControlError) {
            return try StateDirectory(household.state)
        } catch {
            guard error.code == .busy else { throw error }
            throw ControlError(
                .busy, "The daemon, or another command with --direct, works on \(household.state) now.",
                advice: "Leave out --direct while the daemon runs, or stop it first.")
        }
    }
}
