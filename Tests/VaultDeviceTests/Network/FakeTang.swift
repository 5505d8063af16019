import Basics
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Vault

@testable import VaultDevice

/// A Tang server whose private scalar is 1: its public key is the curve's generator, and its answer to a point is the
/// point itself.
struct FakeTang {
    /// How a request is answered: its method, path and body give a status and a body.
    typealias Answers = @Sendable (_ method: HTTPMethod, _ path: String, _ body: [UInt8]) -> (UInt, [UInt8])

    private let channel: any Channel

    /// Listens on a port that the system chooses.
    static func start(_ answers: @escaping Answers) async throws -> FakeTang {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.configureHTTPServerPipeline()
                    try child.pipeline.syncOperations.addHandler(Handler(answers))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return FakeTang(channel: channel)
    }

    var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    func stop() async throws {
        try await channel.close().get()
    }

    /// Answers as a sound server does.
    static func sound(_ advertisement: [UInt8], thumbprint: String) -> Answers {
        { method, path, body in
            switch (method, path) {
            case (.GET, "/adv"): (200, advertisement)
            case (.POST, "/rec/\(thumbprint)"): (200, body)
            default: (404, [])
            }
        }
    }

    // MARK: Its keys

    /// The generator of P-521 (NIST SP 800-186, section 3.2.1.5): the public key of the scalar 1.
    static func generator() throws -> ECPoint521 {
        var one = [UInt8](repeating: 0, count: 66)
        one[65] = 1
        let bytes = Array(try P521.KeyAgreement.PrivateKey(rawRepresentation: one).publicKey.rawRepresentation)
        return try ECPoint521(x: Array(bytes.prefix(66)), y: Array(bytes.suffix(66)))
    }

    /// The public half of a key for signing.
    static func verifying(_ key: P521.Signing.PrivateKey) throws -> JSONWebKey {
        let bytes = Array(key.publicKey.rawRepresentation)
        var one = JSONWebKey(exchanging: try ECPoint521(x: Array(bytes.prefix(66)), y: Array(bytes.suffix(66))))
        one.alg = "ES512"
        one.key_ops = ["verify"]
        return one
    }

    /// An advertisement of some keys, signed by others: in the form with one signature, or in that with several.
    static func advertisement(
        _ keys: [JSONWebKey], signedBy signers: [P521.Signing.PrivateKey], algorithm: String = "ES512"
    ) throws -> [UInt8] {
        let payload = Base64.text(try JSONEncoder().encode(["keys": keys]), .url)
        let header = Base64.text(Array(#"{"alg":"\#(algorithm)","cty":"jwk-set+json"}"#.utf8), .url)
        let signatures = try signers.map { signer in
            let signature = try signer.signature(for: Data("\(header).\(payload)".utf8)).rawRepresentation
            return ["protected": header, "signature": Base64.text(signature, .url)]
        }
        var object: [String: Any] = ["payload": payload]
        if signatures.count == 1 {
            object.merge(signatures[0]) { $1 }
        } else {
            object["signatures"] = signatures
        }
        return Array(try JSONSerialization.data(withJSONObject: object))
    }
}

private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answers: FakeTang.Answers
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ answers: @escaping FakeTang.Answers) {
        self.answers = answers
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let part): body += Array(part.readableBytesView)
        case .end:
            guard let head else { return }
            let (status, bytes) = answers(head.method, head.uri, body)
            let response = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: Int(status)),
                headers: ["content-length": "\(bytes.count)"])
            context.write(wrapOutboundOut(.head(response)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
