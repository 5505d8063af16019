import Basics
import NIOCore
import NIOPosix

@testable import Radio

/// Serves simulated air to hosts outside this process's state machines: each TCP connection, and each descriptor handed
/// over, is one new controller, as with RootCanal.
final class AirServer: Sendable {
    /// Lives on one event loop, like everything that touches it.
    final class State {
        var air: SimulatedAir
        var channels: [Int: any Channel] = [:]
        var ticker: RepeatedTask?

        init(air: SimulatedAir) {
            self.air = air
        }

        func flush() {
            for (device, channel) in channels {
                for event in air.takeEvents(for: device) {
                    channel.writeAndFlush(ByteBuffer(bytes: event), promise: nil)
                }
            }
        }
    }

    private let loop: any EventLoop
    private let state: NIOLoopBound<State>
    private let listener: any Channel

    let port: Int

    private init(loop: any EventLoop, state: NIOLoopBound<State>, listener: any Channel) {
        self.loop = loop
        self.state = state
        self.listener = listener
        self.port = listener.localAddress?.port ?? 0
    }

    static func start(port: Int = 0, seed: UInt64 = 1) async throws -> AirServer {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let state = try await loop.submit {
            let state = State(air: SimulatedAir(seed: seed))
            state.air.advance(to: Controller.systemClock())
            let bound = NIOLoopBound(state, eventLoop: loop)
            state.ticker = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { _ in
                bound.value.air.advance(to: Controller.systemClock())
                bound.value.flush()
            }
            return bound
        }.get()
        let listener = try await ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AirConnection(state: state.value))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        return AirServer(loop: loop, state: state, listener: listener)
    }

    /// Serves one more controller on a descriptor, which it then owns; the channel closes it.
    func adopt(_ descriptor: CInt) async throws -> any Channel {
        let state = state
        return try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AirConnection(state: state.value))
                }
            }
            .takingOwnershipOfDescriptor(inputOutput: descriptor).get()
    }

    /// Closes everything at once, as when the power fails.
    func stop() async throws {
        let state = state
        try await listener.close()
        try await loop.submit {
            state.value.ticker?.cancel()
            for channel in state.value.channels.values { channel.close(promise: nil) }
        }.get()
    }
}

private final class AirConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let state: AirServer.State
    private var device: Int?

    init(state: AirServer.State) {
        self.state = state
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let number = state.air.devices.count
        let device = state.air.addDevice(
            at: AirPosition(x: Double(number), y: 0), address: DeviceAddress(value: UInt64(number), kind: .public))
        self.device = device
        state.channels[device] = context.channel
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let device else { return }
        state.air.send(Array(unwrapInboundIn(data).readableBytesView), from: device)
        state.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard let device else { return }
        state.air.remove(device)
        state.channels[device] = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
