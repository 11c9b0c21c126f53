// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Says with every reply which version of Lull answers.
struct ServerName: RouterMiddleware {
    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.server] = "lull/\(LullVersion.current)"
        return response
    }
}
