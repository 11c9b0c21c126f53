// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

extension DiagnosticExamples {
    typealias Fixtures = ContainerFixtures

    /// The errors of every code, as running code throws them, in the order of the article.
    @MainActor
    static func errors() async throws -> [DependencyError] {
        var errors: [DependencyError?] = []
        errors += try missing() + missingInput() + duplicate() + cycle() + captive() + isolationMismatch()
        errors += try shadowing() + factoryFailed() + typeMismatch()
        errors += try await containerClosed()
        errors += try frozen()
        errors += await deadlockAvoided()
        errors += try registrationFailed() + undeclaredChild() + ambiguous() + noSuchParameter() + needsAwait()
        errors += try await notReady()
        errors += try contextValueFailed() + unused()
        return errors.compactMap(\.self)
    }

    /// Several mistakes at once.
    static func several() throws -> DependencyError? {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(
            Tracker.self, key: TrackerKey.day, fileID: "App/AppRoot.swift", line: 5
        ) { _ in Tracker() }
        return Fixtures.error {
            try builder.freeze(validating: AlarmDependencies.self, SoundDependencies.self)
        }
    }

    private static func missing() throws -> [DependencyError?] {
        let root = try DependencyBuilder<AppRoot>().freeze()
        return [
            Fixtures.error { try root.buildChild(AlarmDependencies.self) },
            Fixtures.error { try root.buildChild(SoundDependencies.self) },
        ]
    }

    private static func missingInput() throws -> [DependencyError?] {
        let root = try DependencyBuilder<AppRoot>().freeze()
        return [
            Fixtures.error { try root.buildChild(DeviceDependencies.self) },
            Fixtures.error {
                try root.buildChild(ConnectionDependencies.self) { $0.provideInput(MacAddress.self, MacAddress()) }
            },
        ]
    }

    private static func duplicate() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Tracker.self, fileID: "App/AppRoot.swift", line: 5) { _ in Tracker() }
        let error = Fixtures.error {
            try builder.registerSingleton(Tracker.self, fileID: "App/AppRoot.swift", line: 9) { _ in Tracker() }
        }
        builder.provideInput(MacAddress.self, MacAddress())
        builder.provideInput(MacAddress.self, MacAddress())
        return [error, Fixtures.error { try builder.freeze() }]
    }

    private static func cycle() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(SoundPlayer.self, using: Dependency(AlarmSounds.self)) { _ in SoundPlayer() }
        try builder.registerSingleton(AlarmSounds.self, using: Dependency(SoundPlayer.self)) { _ in AlarmSounds() }
        let endless = try DependencyBuilder<AppRoot>().freeze().buildChild(EndlessDependencies.self)
        return [
            Fixtures.error { try builder.freeze() },
            Fixtures.error { try endless.container.resolve(Tracker.self) },
        ]
    }

    private static func captive() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerScoped(SessionLog.self, fileID: "App/AppRoot.swift", line: 5) { _ in SessionLog() }
        try builder.registerSingleton(NightLog.self, using: Dependency(SessionLog.self)) { _ in NightLog() }
        return [Fixtures.error { try builder.freeze() }]
    }

    private static func isolationMismatch() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.mainActor.registerSingleton(NightCoordinator.self) { _ in NightCoordinator() }
        try builder.registerSingleton(Tracker.self) { _ in Tracker() }
        let root = try builder.freeze()
        let device = try root.buildChild(ArchiveDependencies.self)
        return [
            Fixtures.error { try device.container.resolve(NightCoordinator.self) },
            Fixtures.error { try root.buildChild(ScreenDependencies.self) },
        ]
    }

    private static func shadowing() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Tracker.self, fileID: "App/AppRoot.swift", line: 5) { _ in Tracker() }
        let root = try builder.freeze()
        return [Fixtures.error { try root.buildChild(QuietDependencies.self) }]
    }

    private static func factoryFailed() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Connection.self, fileID: "App/AppRoot.swift", line: 5) { _ in
            throw NoAnswer()
        }
        let root = try builder.freeze()
        return [Fixtures.error { try root.resolve(Connection.self) }]
    }

    @MainActor
    private static func typeMismatch() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        let sound: Sound.Type = RainSound.self
        try builder.mainActor.registerSingleton(sound) { _ in RainSound() }
        let root = try builder.freeze()
        return [Fixtures.error { try root.resolveMainActor(RainSound.self) }]
    }

    private static func containerClosed() async throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Tracker.self) { _ in Tracker() }
        let alarms = try await builder.freeze().buildChild(AlarmDependencies.self)
        await alarms.container.shutdown()
        return [Fixtures.error { try alarms.container.resolve(Tracker.self) }]
    }

    private static func frozen() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        let root = try builder.freeze()
        return [
            Fixtures.error { try builder.freeze() },
            Fixtures.error { try builder.registerSingleton(Tracker.self) { _ in Tracker() } },
            Fixtures.error {
                try root.buildChild(ArchiveDependencies.self) { childBuilder in _ = try childBuilder.freeze() }
            },
        ]
    }

    /// Whichever of two threads is later.
    private static func deadlockAvoided() async -> [DependencyError?] {
        let meeting = Fixtures.Meeting(of: 2)
        let builder = DependencyBuilder<AppRoot>()
        let root = try? {
            try builder.registerSingleton(SoundPlayer.self) { container in
                meeting.arriveAndAwait()
                _ = try container.resolve(AlarmSounds.self)
                return SoundPlayer()
            }
            try builder.registerSingleton(AlarmSounds.self) { container in
                meeting.arriveAndAwait()
                _ = try container.resolve(SoundPlayer.self)
                return AlarmSounds()
            }
            return try builder.freeze()
        }()
        guard let root else { return [] }
        async let first = Fixtures.onThread { Fixtures.error { try root.resolve(SoundPlayer.self) } }
        async let second = Fixtures.onThread { Fixtures.error { try root.resolve(AlarmSounds.self) } }
        return await [first, second].filter { $0?.code == .deadlockAvoided }
    }

    private static func registrationFailed() throws -> [DependencyError?] {
        let root = try DependencyBuilder<AppRoot>().freeze()
        return [Fixtures.error { try root.buildChild(BrokenDependencies.self) }]
    }

    private static func undeclaredChild() throws -> [DependencyError?] {
        let night = try DependencyBuilder<AppRoot>().freeze().buildChild(NightDependencies.self)
        return [Fixtures.error { try night.buildChild(ArchiveDependencies.self) }]
    }

    private static func ambiguous() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Int.self) { _ in 7 }
        try builder.registerSingleton(Schedule.self, from: Schedule.init(start:end:))
        let other = DependencyBuilder<AppRoot>()
        try other.registerSingleton(Tracker.self) { _ in Tracker() }
        try other.registerSingleton(MacAddress.self, fileID: "App/AppRoot.swift", line: 5) { _ in MacAddress() }
        other.provideInput(MacAddress.self, MacAddress())
        try other.registerSingleton(Message.self, from: Message.init(address:tracker:))
        return [Fixtures.error { try builder.freeze() }, Fixtures.error { try other.freeze() }]
    }

    private static func noSuchParameter() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        return [
            Fixtures.error {
                try builder.registerSingleton(
                    Message.self, keys: [2: TrackerKey.night], fileID: "App/AppRoot.swift", line: 5,
                    from: Message.init(address:tracker:))
            }
        ]
    }

    private static func needsAwait() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerAsyncSingleton(Settings.self, fileID: "App/AppRoot.swift", line: 5) { _ in Settings() }
        return [Fixtures.error { try builder.freeze() }]
    }

    private static func notReady() async throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerAsyncSingleton(NightLog.self) { container in
            _ = try container.resolve(Settings.self)
            return NightLog()
        }
        try builder.registerAsyncSingleton(Settings.self) { _ in Settings() }
        return [await Fixtures.errorOfAsync { _ = try await builder.freeze() }]
    }

    private static func contextValueFailed() throws -> [DependencyError?] {
        let root = try DependencyBuilder<AppRoot>(context: DependencyContext(.testing)).freeze()
        let archive = try root.buildChild(ArchiveDependencies.self)
        return [Fixtures.error { try archive.container.context(FolderKey.self) }]
    }

    private static func unused() throws -> [DependencyError?] {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Tracker.self, fileID: "App/AppRoot.swift", line: 5) { _ in Tracker() }
        return builder.validate().warnings
    }
}
