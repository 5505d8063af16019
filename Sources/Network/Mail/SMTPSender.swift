import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Hands mails to an SMTP server (RFC 5321), one connection for each.
package struct SMTPSender: MailSender {
    private let server: SMTPServer
    private let sender: MailAddress
    private let tls: NIOSSLContext?
    private let group: any EventLoopGroup
    private let limits: Limits

    /// How long the server may take.
    struct Limits: Sendable {
        /// Seconds until a connection stands.
        var connect: Int64 = 15
        /// Seconds until a reply has come.
        var reply: Int64 = 60
        /// Seconds for one mail.
        var whole: Int64 = 180
    }

    /// Always true: the server may be out of reach for a while, but mails wait.
    package var isAvailable: Bool { true }

    /// Mails from `sender` through `server`.
    ///
    /// Throws ``MailError/notEncrypted`` when the trusted certificates cannot be read.
    package init(_ server: SMTPServer, sender: MailAddress) throws(MailError) {
        try self.init(server, sender: sender, limits: Limits())
    }

    init(_ server: SMTPServer, sender: MailAddress, limits: Limits) throws(MailError) {
        self.server = server
        self.sender = sender
        self.limits = limits
        self.group = MultiThreadedEventLoopGroup.singleton
        do {
            tls = server.encryption == .none ? nil : try Self.context(trusting: server.certificates)
        } catch {
            throw .notEncrypted
        }
    }

    /// Hands the mail over, and returns when the server has taken responsibility for it.
    package func send(_ message: MailMessage) async throws(MailError) {
        let line = try await connect()
        let conversation = SMTPConversation(
            name: sender.domain, startsTLS: server.encryption == .startTLS, login: server.login)
        do throws(MailError) {
            try await conversation.send(message, from: sender, on: line)
        } catch {
            await line.close()
            throw error
        }
        await line.close()
    }

    private func connect() async throws(MailError) -> SMTPChannelLine {
        let replies = SMTPReplies()
        let (server, tls) = (server, tls)
        do {
            let channel = try await ClientBootstrap(group: group)
                .connectTimeout(.seconds(limits.connect))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if server.encryption == .implicit, let tls {
                            try channel.pipeline.syncOperations.addHandler(
                                Self.handler(tls, host: server.host))
                        }
                        try channel.pipeline.syncOperations.addHandler(replies)
                    }
                }
                .connect(host: server.host, port: server.port).get()
            return SMTPChannelLine(channel: channel, replies: replies, tls: tls, host: server.host, limits: limits)
        } catch is ChannelError {
            throw .timedOut
        } catch {
            throw .unreachable
        }
    }

    /// Certificates are always checked, and that the server's names `host`.
    private static func context(trusting certificates: String?) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.certificateVerification = .fullVerification
        if let certificates { configuration.trustRoots = .file(certificates) }
        return try NIOSSLContext(configuration: configuration)
    }

    static func handler(_ tls: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        // A certificate for an address is compared with the address that was reached.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host)
    }
}

/// A line to a server over TCP.
private struct SMTPChannelLine: SMTPLine {
    let channel: any Channel
    let replies: SMTPReplies
    let tls: NIOSSLContext?
    let host: String
    let limits: SMTPSender.Limits
    private let deadline: NIODeadline

    init(channel: any Channel, replies: SMTPReplies, tls: NIOSSLContext?, host: String, limits: SMTPSender.Limits) {
        self.channel = channel
        self.replies = replies
        self.tls = tls
        self.host = host
        self.limits = limits
        self.deadline = .now() + .seconds(limits.whole)
    }

    func send(_ bytes: [UInt8]) async throws(MailError) {
        do {
            try await bounded { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
        } catch {
            throw replies.failure ?? .unreachable
        }
    }

    func reply() async throws(MailError) -> SMTPReply {
        do {
            return try await bounded { try await replies.next() }
        } catch let error as MailError {
            throw error
        } catch {
            throw .unreachable
        }
    }

    func startTLS() async throws(MailError) {
        guard let tls else { throw .notEncrypted }
        do {
            // In one turn of the loop, so that nothing can come in between.
            try await channel.eventLoop.submit { [channel, replies, host] in
                guard replies.isQuiet else { throw MailError.invalidReply }
                try channel.pipeline.syncOperations.addHandler(SMTPSender.handler(tls, host: host), position: .first)
            }.get()
        } catch let error as MailError {
            throw error
        } catch {
            throw .notEncrypted
        }
    }

    func close() async {
        try? await channel.close()
    }

    /// What `work` gives; a server that takes too long loses the connection, which ends `work`.
    private func bounded<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let patience = min(.now() + .seconds(limits.reply), deadline)
        let end = channel.eventLoop.scheduleTask(deadline: patience) { [channel, replies] in
            replies.end(.timedOut)
            channel.close(promise: nil)
        }
        defer { end.cancel() }
        return try await work()
    }
}

/// Collects the replies of a server for whoever waits for them.
private final class SMTPReplies: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private struct State {
        var parser = SMTPReplyParser()
        var waiting: [SMTPReply] = []
        var reader: CheckedContinuation<SMTPReply, any Error>?
        var failure: MailError?
    }

    private let state = Mutex(State())

    /// Why no reply comes any more; nil while some may.
    var failure: MailError? { state.withLock { $0.failure } }

    /// Whether nothing has come that was not asked for.
    var isQuiet: Bool { state.withLock { $0.parser.isEmpty && $0.waiting.isEmpty && $0.failure == nil } }

    /// The next reply; there is one reader at a time.
    func next() async throws -> SMTPReply {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<SMTPReply, MailError>? = state.withLock { state in
                if !state.waiting.isEmpty { return .success(state.waiting.removeFirst()) }
                if let failure = state.failure { return .failure(failure) }
                state.reader = continuation
                return nil
            }
            if let result { continuation.resume(with: result.mapError { $0 as any Error }) }
        }
    }

    /// No reply comes any more, for this reason unless there was another one before.
    func end(_ reason: MailError) {
        let (reader, failure) = state.withLock { state in
            let failure = state.failure ?? reason
            state.failure = failure
            defer { state.reader = nil }
            return (state.reader, failure)
        }
        reader?.resume(throwing: failure)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        do throws(MailError) {
            let (reader, reply) = try state.withLock {
                state throws(MailError) -> (CheckedContinuation<SMTPReply, any Error>?, SMTPReply?) in
                state.waiting += try state.parser.take(bytes.readableBytesView)
                // Nobody has a reason to say so much unasked.
                guard state.waiting.count <= 16 else { throw .invalidReply }
                guard let reader = state.reader, !state.waiting.isEmpty else { return (nil, nil) }
                state.reader = nil
                return (reader, state.waiting.removeFirst())
            }
            if let reader, let reply { reader.resume(returning: reply) }
        } catch {
            end(error)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.unreachable)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isAboutTLS = error is NIOSSLError || error is BoringSSLError || error is NIOSSLExtraError
        end(isAboutTLS ? .notEncrypted : .unreachable)
        context.close(promise: nil)
    }
}
