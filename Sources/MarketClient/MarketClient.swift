import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks an exchange over its API v2.
///
/// Amounts and prices are decimal texts, exactly as the exchange writes them. A refusal is never tried again by itself:
/// after `unreachable` an order may have been placed, and only the caller knows what to do then.
public struct MarketClient: Sendable {
    /// How long a request may take.
    static let patience = TimeAmount.seconds(20)
    /// The largest answer that is read.
    static let largestAnswer = 16 * 1024 * 1024

    /// The exchange.
    public let server: MarketServer
    private let http: HTTPClient

    /// A client of `server` on an HTTP client that follows no redirection and tries nothing twice.
    public init(_ server: MarketServer, http: HTTPClient = .market) {
        self.server = server
        self.http = http
    }

    /// Sends `request` and gives what the exchange answered.
    func send(_ request: MarketRequest) async throws(MarketClientError) -> MarketAnswer {
        let (status, bytes) = try await answer(to: request)
        return try MarketAnswer(status: status, bytes: bytes)
    }

    /// Sends `request` and gives the status and the body of the answer.
    func answer(to request: MarketRequest) async throws(MarketClientError) -> (status: Int, bytes: [UInt8]) {
        var address = server.address + request.path
        if !request.isForm, !request.fields.isEmpty { address += "?" + request.encodedFields }
        var message = HTTPClientRequest(url: address)
        message.headers.add(name: "Accept", value: "application/json")
        if request.isForm {
            message.method = .POST
            message.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            message.body = .bytes(ByteBuffer(string: request.encodedFields))
        }
        if request.access == .signed {
            guard let key = server.key else { throw .noKey }
            for field in request.signatureFields(key, timestamp: Self.timestamp()) {
                message.headers.add(name: field.name, value: field.value)
            }
        }
        let status: Int
        let bytes: [UInt8]
        do {
            let response = try await http.execute(message, timeout: Self.patience)
            status = Int(response.status.code)
            bytes = Array(try await response.body.collect(upTo: Self.largestAnswer).readableBytesView)
        } catch let error as IOError where error.errnoCode == ECONNREFUSED {
            throw .notConnected(Self.reason(error))
        } catch {
            throw .unreachable(Self.reason(error))
        }
        return (status, bytes)
    }

    /// The system's time in seconds with six decimals: two equal orders one after the other then have two signatures,
    /// and an exchange that takes each signature once takes both.
    private static func timestamp() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let micros = String(Int(time.tv_nsec) / 1000)
        return "\(time.tv_sec)." + String(repeating: "0", count: 6 - micros.utf8.count) + micros
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .deadlineExceeded: "no answer within 20 seconds"
        case let error as HTTPClientError: error.shortDescription
        case is NIOTooManyBytesError: "the answer is too large"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        default: "\(type(of: error))"
        }
    }
}

extension HTTPClient {
    /// A client that asks exactly the exchange that it is told to ask, once.
    ///
    /// A signature goes to one host, so no redirection is followed; an order is never sent twice; and an exchange that
    /// is down is said to be down at once.
    public static let market: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }()
}
