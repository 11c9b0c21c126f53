// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SleepModel

/// One operation of the API: how a client asks for it, and which service answers it.
public struct Endpoint<Request: Sendable, Reply: Codable & Sendable>: AnyEndpoint {
    /// A function that answers one request.
    public typealias Call = @Sendable (Request) async throws(ControlError) -> Reply

    /// The path, with a leading slash.
    public let path: String
    /// The method of HTTP; it also decides where the request is written.
    public let method: EndpointMethod
    /// What it does, as one sentence.
    public let summary: String
    /// What somebody must be allowed to do who asks for it.
    public let grade: Grade
    /// The longest body of a request, in bytes.
    public let longestBody: Int
    /// How much longer than other requests a client lets this one take.
    public let extraTime: @Sendable (Request) -> Duration
    /// What a request looks like.
    public let requestForm: RequestForm
    /// Picks the method of a service that answers requests.
    public let call: @Sendable (ControlServiceGroup) -> Call

    private let write: @Sendable (Request) throws(ControlError) -> RequestContent
    private let read: @Sendable (RequestContent) throws -> Request

    /// The type of the reply.
    public var replyType: any Codable.Type { Reply.self }

    /// The request as it is sent.
    public func content(of request: Request) throws(ControlError) -> RequestContent {
        try write(request)
    }

    /// Reads a request, passes it to `service`, and returns the reply.
    ///
    /// Throws a `DecodingError` if the body is not a JSON document of a request, and a `ControlError` otherwise.
    public func answer(
        _ content: RequestContent, from service: any ControlService
    ) async throws -> any Encodable & Sendable {
        try await service.perform(self, read(content))
    }
}

extension Endpoint {
    /// An operation with the same request and another reply.
    func changed<Changed: Codable & Sendable>(
        path: String, call: @escaping @Sendable (ControlServiceGroup) -> Endpoint<Request, Changed>.Call
    ) -> Endpoint<Request, Changed> {
        Endpoint<Request, Changed>(
            path: path, method: method, summary: summary.dropLast() + ", for each device of a group.", grade: grade,
            longestBody: longestBody, extraTime: extraTime,
            requestForm: requestForm,
            call: call, write: write, read: read)
    }
}

extension Endpoint where Request: QueryRequest {
    /// An operation that only reads.
    init(
        get path: String, _ summary: String, extraTime: @escaping @Sendable (Request) -> Duration = { _ in .zero },
        call: @escaping @Sendable (ControlServiceGroup) -> Call
    ) {
        self.path = path
        self.summary = summary
        grade = .read
        method = .get
        longestBody = 0
        self.extraTime = extraTime
        requestForm = .query(Request.parameters)
        self.call = call
        write = { RequestContent(query: $0.query) }
        read = { try Request(query: $0.query) }
    }
}

extension Endpoint where Request == Empty {
    /// An operation that only reads and has no arguments.
    init(
        get path: String, _ summary: String,
        call: @escaping @Sendable (ControlServiceGroup) -> @Sendable () async throws(ControlError) -> Reply
    ) {
        self.init(get: path, summary) { services in
            let answer = call(services)
            return { _ throws(ControlError) in try await answer() }
        }
    }
}

extension Endpoint where Request: Codable {
    /// An operation that changes something.
    init(
        post path: String, _ summary: String, grade: Grade = .control, longestBody: Int = 64 * 1024,
        extraTime: @escaping @Sendable (Request) -> Duration = { _ in .zero },
        call: @escaping @Sendable (ControlServiceGroup) -> Call
    ) {
        self.path = path
        self.summary = summary
        self.grade = grade
        method = .post
        self.longestBody = longestBody
        self.extraTime = extraTime
        requestForm = .body(Request.self)
        self.call = call
        write = { request throws(ControlError) in
            guard let body = try? JSONEncoder().encode(request) else {
                throw ControlError(
                    .invalidArgument, "The request cannot be written as JSON.", advice: "Check what was given.")
            }
            return RequestContent(body: [UInt8](body))
        }
        read = { try JSONDecoder().decode(Request.self, from: Data($0.body)) }
    }
}

/// An endpoint with any request and reply, as a server takes it from the table.
public protocol AnyEndpoint: Sendable {
    /// The path, with a leading slash.
    var path: String { get }
    /// The method of HTTP; it also decides where the request is written.
    var method: EndpointMethod { get }
    /// What it does, as one sentence.
    var summary: String { get }
    /// What somebody must be allowed to do who asks for it.
    var grade: Grade { get }
    /// The longest body of a request, in bytes.
    var longestBody: Int { get }
    /// What a request looks like.
    var requestForm: RequestForm { get }
    /// The type of the reply.
    var replyType: any Codable.Type { get }

    /// Reads a request, passes it to `service`, and returns the reply.
    func answer(
        _ content: RequestContent, from service: any ControlService
    ) async throws -> any Encodable & Sendable
}

/// Where an endpoint takes its request from.
public enum EndpointMethod: Hashable, Sendable {
    /// The items of the query.
    case get
    /// The body, as a JSON document.
    case post
}

/// A request as it is sent over HTTP.
public struct RequestContent: Hashable, Sendable {
    /// The items of the query; empty for a POST.
    public var query: [String: String]
    /// The body; empty for a GET.
    public var body: [UInt8]

    /// Makes a content.
    public init(query: [String: String] = [:], body: [UInt8] = []) {
        self.query = query
        self.body = body
    }
}

/// A request that is written as a query string.
public protocol QueryRequest: Sendable {
    /// The items that there may be.
    static var parameters: [QueryParameter] { get }

    /// Reads the items; throws `invalid_argument` for a value of the wrong form, and ignores unknown names.
    init(query: [String: String]) throws(ControlError)

    /// The items to send.
    var query: [String: String] { get }
}

extension [String: String] {
    /// The item with a name as a whole number; nil if there is none.
    func number(_ name: String, _ kind: String, advice: String) throws(ControlError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text) else {
            throw ControlError(.invalidArgument, "“\(text.printable)” is not \(kind).", advice: advice)
        }
        return number
    }

    /// The item with a name, `true` or `false`; false if there is none.
    func flag(_ name: String) throws(ControlError) -> Bool {
        let text = self[name] ?? "false"
        guard let flag = Bool(text) else {
            throw ControlError(
                .invalidArgument, "“\(text.printable)” is neither true nor false.",
                advice: "Give \(name)=true or nothing.")
        }
        return flag
    }
}

/// A request without content.
public struct Empty: Hashable, QueryRequest {
    /// There are none.
    public static let parameters: [QueryParameter] = []

    /// Makes one.
    public init() {}

    /// Accepts any items.
    public init(query: [String: String]) {}

    /// No items.
    public var query: [String: String] { [:] }
}
