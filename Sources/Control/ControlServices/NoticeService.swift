// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import SleepModel

/// What somebody should know.
@MainActor
struct NoticeService: NoticeControl {
    let household: HouseholdNotices
    let session: SessionKind

    func notices(_ query: NoticesQuery) async throws(ControlError) -> [NoticeDocument] {
        household.all.filter { query.all || !$0.isAcknowledged }.map { NoticeDocument($0, device: name($0)) }
    }

    func acknowledgeNotices(_ request: NoticesSelection) async throws(ControlError) -> [NoticeDocument] {
        guard let (notices, failure) = await household.acknowledge(request.id) else {
            throw ControlError(
                .unknownNotice, "There is no notice \(request.id.map { "\($0)" } ?? "").",
                advice: "See `lull notices --all`.")
        }
        // A daemon saves it later, and says with every answer that it cannot now.
        if let failure, session == .direct { throw ControlError(failure) }
        return notices.map { NoticeDocument($0, device: name($0)) }
    }

    private func name(_ notice: Notice) -> String? { household.deviceName(of: notice) }
}
