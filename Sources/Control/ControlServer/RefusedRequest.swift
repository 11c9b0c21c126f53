// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// How a request that failed is answered.
struct RefusedRequest: Error, Hashable {
    /// The status of HTTP.
    let status: Int
    /// What the document says.
    let error: ControlError

    /// Answers with an error and the status it stands for.
    init(_ error: ControlError) {
        status = error.code.httpStatus
        self.error = error
    }

    /// Refuses what HTTP has a status of its own for.
    init(status: Int, _ message: String, advice: String) {
        self.status = status
        error = ControlError(.invalidArgument, message, advice: advice)
    }
}
