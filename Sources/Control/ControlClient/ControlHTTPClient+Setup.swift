// SPDX-License-Identifier: Apache-2.0

public import ControlAPI

extension ControlHTTPClient {
    /// Everything that was set up, as one document.
    public func exportSetup() async throws(ControlError) -> SetupTextDocument {
        try await get(Endpoints.exportSetup, Empty())
    }

    /// Sets up what a document says; switching off devices that are forgotten adds to the time limit.
    public func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument {
        try await post(Endpoints.importSetup, request, extraTime: .seconds(60))
    }
}
