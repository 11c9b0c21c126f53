// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// The longest request with a setup, in bytes: one of 1 MiB, each byte of which JSON may write as six.
private let longestImport = 6 * 1024 * 1024 + 1024

/// Adds the setup as a whole.
func addSetupRoutes(to router: ControlRouter, _ setup: any SetupControl) {
    router.get(Endpoints.exportSetup) { _ throws(ControlError) in try await setup.exportSetup() }
    router.post(Endpoints.importSetup, upTo: longestImport) { request throws(ControlError) in
        try await setup.importSetup(request)
    }
}
