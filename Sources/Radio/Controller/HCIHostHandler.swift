import Basics
import NIOCore

/// An HCI host at the end of a channel: it answers to bytes and timers on the channel's event loop.
///
/// Only events leave it, so that back-pressure on them becomes back-pressure on the controller.
final class HCIHostHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Signal
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    enum Signal: Sendable {
        case ready(ControllerCapabilities)
        case heard(HeardAdvertisement)
    }

    /// The longest sleep between two looks at the clock, in milliseconds: it may have been set.
    private static let longestSleep: Int64 = 1000

    private var host: HCIHost
    private let clock: @Sendable () -> Timestamp
    private let saysFarewell: Bool
    private var timer: Scheduled<Void>?
    private var hasStarted = false

    init(host: HCIHost, clock: @escaping @Sendable () -> Timestamp, saysFarewell: Bool) {
        self.host = host
        self.clock = clock
        self.saysFarewell = saysFarewell
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        perform(host.receive(Array(buffer.readableBytesView), at: clock()), context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        plan(context)
    }

    /// A radio that is no longer wanted falls silent before its channel closes.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if saysFarewell, mode == .all, context.channel.isActive {
            send(host.farewell(), context)
        }
        context.close(mode: mode, promise: promise)
    }

    private func start(_ context: ChannelHandlerContext) {
        guard !hasStarted else { return }
        hasStarted = true
        perform(host.start(at: clock()), context)
        plan(context)
    }

    private func perform(_ actions: [HCIHost.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .send(let bytes): send(bytes, context)
            case .ready(let capabilities): context.fireChannelRead(wrapInboundOut(.ready(capabilities)))
            case .heard(let advertisement): context.fireChannelRead(wrapInboundOut(.heard(advertisement)))
            case .failed(let error): context.fireErrorCaught(error)
            }
        }
    }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard !bytes.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytes)), promise: nil)
    }

    /// Sets the timer to the host's next deadline.
    private func plan(_ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        guard let deadline = host.nextDeadline else { return }
        let delay = min(max(deadline.milliseconds(since: clock()), 1), Self.longestSleep)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(delay)) {
            self.perform(self.host.tick(at: self.clock()), context)
            context.fireChannelReadComplete()
            self.plan(context)
        }
    }
}
