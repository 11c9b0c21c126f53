// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
public import ControlAPI
import DeviceModules
import GATT
import Household
import SleepModel
import Storage

extension ControlError {
    /// The error a person reads for anything that goes wrong below the API.
    public init(_ error: any Error) {
        switch error {
        case let error as ControlError: self = error
        case let error as GATTError: self.init(radio: error)
        case let error as StorageError: self.init(store: error)
        case let error as CaptureError: self.init(capture: error)
        case let error as ZoneError:
            self.init(.invalidArgument, error.message, advice: "Give a zone such as Europe/Berlin.")
        case let error as RoutineStepError:
            self.init(
                .invalidArgument, "The step cannot be understood: \(error.clause)",
                advice: "Write it like `light amber 40% fade 10m; sound rain 30%; for 30m`.")
        case let error as UnsupportedProduct:
            self.init(.unsupportedProduct, error.description, advice: "Update Lull, or unpair the device.")
        case let error as HouseholdError: self.init(error, on: "The device")
        case is CancellationError:
            self.init(.busy, "The daemon is stopping.", advice: "Try again when it runs.")
        default:
            self.init(
                .internalError, "Something unexpected went wrong: \(String(describing: error).printable).",
                advice: "Please report this with the daemon's log.")
        }
    }

    /// Why the household does not do what somebody asked of `device`.
    init(_ error: HouseholdError, on device: String) {
        switch error {
        case .identificationUnderWay:
            self.init(
                .busy, "\(device) blinks already, or does not show again yet what it showed before.",
                advice: "Try again in a moment.")
        case .tooManyReaders(let count):
            self.init(.busy, "\(count) programs already watch.", advice: "End one of them, and try again.")
        case .notRinging:
            self.init(.nothingActive, "The alarm does not ring now.", advice: "See `lull alarm list`.")
        case .snoozeLimitReached:
            self.init(
                .nothingActive, "The alarm was snoozed as often as it allows.",
                advice: "Dismiss it with `lull alarm dismiss`.")
        case .notRunning, .anotherRuns, .noStep, .notPaused, .untilTold: self.init(error, on: device, routine: nil)
        case .noFeature(let kind):
            self.init(.internalError, "\(device) has nothing that runs a \(kind).", advice: "Please report this.")
        }
    }

    /// Why a routine does not do what somebody asked of it; nil for one without a name.
    init(_ error: HouseholdError, on device: String, routine: String?) {
        let subject = routine.map { "“\($0)”" } ?? "The routine"
        switch error {
        case .notRunning:
            self.init(.nothingActive, "\(subject) does not run now.", advice: "See `lull routine list`.")
        case .anotherRuns:
            self.init(
                .busy, "\(subject) did not begin, as another routine runs on \(device).",
                advice: "Add --if-running replace or --if-running queue, or stop the other.")
        case .noStep(1):
            self.init(.invalidArgument, "\(subject) has only one step.", advice: "Give 1 to begin it again.")
        case .noStep(let count):
            self.init(
                .invalidArgument, "\(subject) has only \(count) steps.", advice: "Give a number from 1 to \(count).")
        case .notPaused:
            self.init(.nothingActive, "\(subject) is not paused.", advice: "Pause it with `lull routine pause`.")
        case .untilTold(let step):
            self.init(
                .nothingActive,
                "Step \(step + 1) of \(subject) has no end to put off: it lasts until somebody says so.",
                advice: "Go on with `lull routine next`, or end it with `lull routine stop`.")
        default: self.init(error, on: device)
        }
    }

    /// Whether it may come from the radio, which knows devices by their addresses alone.
    var isAboutRadio: Bool {
        [.timedOut, .internalError, .busy, .unsupportedProduct, .deviceUnreachable].contains(code)
    }

    /// The error with one more sentence about what is wrong.
    func adding(_ sentence: String) -> ControlError {
        ControlError(code, "\(message) \(sentence)", advice: advice, damaged: damaged)
    }

    /// The error with devices called by their names.
    func naming(_ names: [MacAddress: String]) -> ControlError {
        let message = names.reduce(message) { text, device in
            text.replacing(device.key.rawValue, with: "“\(device.value)”")
        }
        return ControlError(code, message, advice: advice, damaged: damaged)
    }

    private init(radio error: GATTError) {
        let advice = error.advice ?? "See that the device has power and is near, then try again."
        switch error.code {
        case .timedOut: self.init(.timedOut, error.message, advice: advice)
        case .notAllowed: self.init(.notAllowed, error.message, advice: advice)
        case .addressChanges: self.init(.addressChanges, error.message, advice: advice)
        case .attributeError: self.init(.internalError, error.message, advice: advice)
        case .cancelled: self.init(.busy, error.message, advice: "Try again.")
        case .protocolViolation, .noSuchCharacteristic:
            self.init(.unsupportedProduct, error.message, advice: error.advice ?? "Check that it is a Hatch Rest.")
        default: self.init(.deviceUnreachable, error.message, advice: advice)
        }
    }

    private init(capture error: CaptureError) {
        let code: ControlErrorCode =
            switch error.code {
            case .unreadable: .inputOutput
            case .ambiguousDevice: .ambiguousDevice
            case .busy, .cancelled: .busy
            default: .badData
            }
        self.init(code, error.message, advice: error.advice)
    }

    private init(store error: StorageError) {
        switch error.code {
        case .conflict: self.init(.alreadyExists, error.message, advice: "Choose another name.")
        case .invalidText: self.init(.invalidArgument, error.message, advice: "Choose another name.")
        case .notPermitted:
            self.init(
                .notAllowed, error.message,
                advice: "Run as the owner of the state directory, or give another with --state.")
        case .busy:
            self.init(.busy, error.message, advice: "Stop the other process, or give another directory with --state.")
        case .fromTheFuture:
            self.init(.badConfiguration, error.message, advice: "Update Lull to the version that wrote it.")
        case .overdue:
            self.init(
                .timedOut, error.message,
                advice: "Check it once `lull status` no longer says that nothing can be saved.")
        case .corrupt:
            self.init(
                .badConfiguration, error.message,
                advice: "Lull moves the file aside, and restores the newest backup.")
        default:
            self.init(
                .inputOutput, error.message,
                advice: "See that the disk has room and the state directory can be written.")
        }
    }
}

/// Does what changes devices, schedules or pauses, one request after the other, so that each sees the last one whole.
@MainActor
func arranging<Value>(
    in queue: SerialQueue, _ body: () async throws -> Value
) async throws(ControlError) -> Value {
    try await answering { try await queue.runEvenIfCancelled(body) }
}

/// Runs `body` and turns whatever it throws into the error of the API.
@MainActor
func answering<Value>(_ body: () async throws -> Value) async throws(ControlError) -> Value {
    do {
        return try await body()
    } catch {
        throw ControlError(error)
    }
}
