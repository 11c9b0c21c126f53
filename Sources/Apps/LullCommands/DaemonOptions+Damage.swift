// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

extension DaemonOptions {
    /// Asks for a list, and for what cannot be read.
    func askWithDamage<Request: Sendable, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request
    ) async throws -> (Reply, [DamagedRowDocument]) {
        try await ask { try await ($0.perform(endpoint, request), $0.perform(Endpoints.damaged)) }
    }

    /// Prints a list, then what it may lack, and ends with the exit code for damaged state if it may lack something.
    func showList<Element: Encodable>(
        _ list: [Element], _ damaged: [DamagedRowDocument], asLines lines: ([Element]) -> [String]
    ) throws(ControlError) {
        try show(
            list,
            asStyledLines: { list in
                let shown = list.isEmpty && !damaged.isEmpty ? [] : lines(list).map { StyledLine($0) }
                return shown + damaged.map { StyledLine($0.message, .warning) }
            })
        try damaged.requireNone(shown: !json)
    }
}

extension [DamagedRowDocument] {
    /// What may make a list of schedules of a kind incomplete.
    func affecting(_ kind: ScheduleKind) -> Self {
        filter { $0.affects(kind) }
    }

    /// What may make a list of these tables incomplete.
    func affecting(tables: DamagedRowDocument.Table...) -> Self {
        filter { tables.contains($0.table) }
    }

    /// Ends a command that has shown its list with the exit code for damaged state, unless there is nothing; says what
    /// it is unless that was `shown` with the list.
    func requireNone(shown: Bool = false) throws(ControlError) {
        guard let first else { return }
        let others = count > 1 ? " \(count - 1) more cannot be read." : ""
        throw ControlError(
            .damagedState, shown ? "Something may be missing here." : first.message + others,
            advice: count > 1 ? "See `lull damaged list`." : first.advice, damaged: self)
    }
}
