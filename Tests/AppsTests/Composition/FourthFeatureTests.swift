// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ContainerTestSupport
import Coordination
import DeviceModules
import GATT
import Logging
import ModularDependencyContainer
import Scheduling
import SleepModel
import Storage
import Testing

@testable import Alarms
@testable import Bedtimes
@testable import Composition
@testable import Household
@testable import Routines

/// One more feature of a device: a module that contributes it, and its line among the children.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FourthFeatureTests {
    @Test(.container(FourFeatureDependencies.self))
    func controller_runsAFourthFeature_thatItDoesNotName() async throws {
        let controller = try TestContainer.current(FourFeatureDependencies.self).deviceController
        #expect(controller.features.count == 4)
        let chime = try #require(controller.features.last as? Chime)
        await controller.advance()
        #expect(chime.seen == [.advanced])
        _ = try await controller.takeManualChange([.power(false)])
        #expect(chime.seen == [.advanced, .ended])
    }
}

/// As `DeviceDependencies`, with one more line.
@DependencyRequirements(
    [
        Requirement((any ChangeRepository).self),
        Requirement(DeviceConnection.self),
        Requirement(DeviceKey.self),
        Requirement(DeviceStateEmitter.self),
        Requirement(IoTActionSender.self),
        Requirement((any NightClock).self),
        Requirement((any NightStore).self),
        Requirement((any ProductCodec).self),
        Requirement(ZoneBook.self),
        Requirement(Logger.self),
    ],
    mainActor: [Requirement(NightCoordinator.self)],
    mainActorProvides: [Requirement(DeviceController.self)],
    children: [
        AlarmDependencies.self, RoutineDependencies.self, BedtimeDependencies.self,
        ChimeDependencies.self,
    ])
struct FourFeatureDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try DeviceDependencies.registerController(in: builder)
    }
}

extension FourFeatureDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        mocks.importMocks(of: DeviceDependencies.self)
    }
}

/// The room of the fourth feature.
@DependencyRequirements()
struct ChimeDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.mainActor.contribute((any NightFeature).self) { _ in Chime() }
    }
}

/// A feature that notes what it is asked; it has no schedules.
private final class Chime: NightFeature {
    enum Call: Hashable {
        case advanced
        case ended
    }

    private(set) var seen: [Call] = []

    let kind = ScheduleKind.routine
    let isPausedUntilResumed = false
    let schedules: [Schedule] = []
    let isRunning = false
    let runningKeys: Set<OccurrenceKey> = []

    func foresight(from now: ClockSample, until end: Duration) -> [Foresight<ChannelIntent>] { [] }
    func next(of schedule: Schedule) -> PlannedOccurrence? { nil }
    func upcoming(
        after now: Instant, until end: Instant
    ) -> [(schedule: Schedule, occurrence: PlannedOccurrence)] { [] }
    func changes(of identifier: ScheduleID) -> [CivilDate: OccurrenceOverride.Change] { [:] }

    func cancelled(of identifier: ScheduleID) -> [Instant] { [] }
    func nextWake(at sample: ClockSample) -> WakeRequest { WakeRequest() }
    func nextStart(at sample: ClockSample) -> Instant? { nil }
    let holidays = HolidayBook()
    func resettled(by holidays: HolidayBook, at sample: ClockSample) -> [Schedule] { [] }
    func ends(taking rearrangement: Rearrangement, at sample: ClockSample) -> [StoreChange] { [] }
    func make(_ changes: [ScheduleChange], committing commit: ([StoreChange]) async throws -> [Bool]) async throws {}
    func advance() async throws { seen.append(.advanced) }
    func reach(lostSince lastReached: Duration?) async throws {}
    func save(_ schedule: Schedule) async throws {}
    func edit(_ schedule: Schedule, changesRuns: Bool) async throws {}
    func enable(_ identifier: ScheduleID, _ isEnabled: Bool) async throws {}
    func remove(_ identifier: ScheduleID) async throws {}
    func change(
        _ identifier: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?,
        because reason: OccurrenceReason?
    ) async throws {}
    func pause(_ pauses: [Pause]) async throws {}
    func follow(_ rearrangement: Rearrangement) async throws {}
    func endRuns() async throws { seen.append(.ended) }
}
