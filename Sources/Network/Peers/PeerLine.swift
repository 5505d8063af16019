import NIOCore

/// Why another server gave no answer.
package enum PeerFault: Error, Equatable, Sendable {
    /// It was surely not asked.
    case notSent
    /// It was surely not asked, for its machine says that nobody listens there.
    case nobodyThere
    /// It may have been asked, and what it did is not known.
    case answerLost
}

/// A connection to another server, on which it is asked.
///
/// `@unchecked Sendable`: its state is touched only on its channel's event loop.
final class PeerLine: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Kept once the other side has proven that it has the secret.
    let ready: EventLoopPromise<PeerLine>
    let channel: any Channel
    private var conversation: PeerConversation
    private var waiting: [UInt64: EventLoopPromise<[UInt8]>] = [:]
    private var asked: UInt64 = 0

    init(_ channel: any Channel, _ conversation: PeerConversation, ready: EventLoopPromise<PeerLine>) {
        self.channel = channel
        self.conversation = conversation
        self.ready = ready
    }

    /// Asks, and gives the answer or a ``PeerFault``.
    func ask(_ question: [UInt8], within limit: TimeAmount) -> EventLoopFuture<[UInt8]> {
        channel.eventLoop.flatSubmit { self.send(question, within: limit) }
    }

    private func send(_ question: [UInt8], within limit: TimeAmount) -> EventLoopFuture<[UInt8]> {
        asked += 1
        let number = asked
        guard channel.isActive,
            let frame = try? conversation.seal(withUnsafeBytes(of: number.bigEndian) { Array($0) } + question)
        else { return channel.eventLoop.makeFailedFuture(PeerFault.notSent) }
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        waiting[number] = promise
        channel.writeAndFlush(frame, promise: nil)
        let deadline = channel.eventLoop.scheduleTask(in: limit) {
            self.waiting.removeValue(forKey: number)?.fail(PeerFault.answerLost)
        }
        promise.futureResult.whenComplete { _ in deadline.cancel() }
        return promise.futureResult
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: conversation.opening)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(PeerConversation.Fault) {
            for event in try conversation.receive(unwrapInboundIn(data)) {
                switch event {
                case .prove: context.writeAndFlush(wrapOutboundOut(try conversation.seal([])), promise: nil)
                case .proven: ready.succeed(self)
                case .message(let message):
                    guard let number = Self.number(of: message) else { throw .notPeer }
                    waiting.removeValue(forKey: number)?.succeed(Array(message.dropFirst(8)))
                }
            }
        } catch {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        ready.fail(PeerFault.notSent)
        let left = waiting.values
        waiting = [:]
        for promise in left { promise.fail(PeerFault.answerLost) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// The number of the question, with which each message begins.
    static func number(of message: [UInt8]) -> UInt64? {
        message.count >= 8 ? message.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
}
