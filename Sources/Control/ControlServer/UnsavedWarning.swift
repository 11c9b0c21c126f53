// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Says with every reply why nothing can be saved, while that is so.
struct UnsavedWarning: RouterMiddleware {
    /// Why nothing can be saved; nil while everything is.
    let unsaved: @Sendable () -> String?

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let unsaved = unsaved(), let name = HTTPField.Name(Endpoints.unsavedHeader) {
            response.headers[name] = PercentEncoding.encode(unsaved)
        }
        return response
    }
}
