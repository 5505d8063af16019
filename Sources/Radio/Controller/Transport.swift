import Basics
import NIOCore
import NIOPosix

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens transports, each as a channel whose pipeline ends in an HCI host.
enum Transport {
    /// What comes out of the pipeline; nothing goes in from outside, since the host itself sends.
    typealias Connection = NIOAsyncChannel<HCIHostHandler.Signal, Never>

    /// How long a TCP connection may take, in seconds.
    private static let connectTimeLimit: Int64 = 5

    /// Opens a transport and starts a host of this role on it.
    static func open(
        _ address: TransportAddress, role: HCIHost.Role, clock: @escaping @Sendable () -> Timestamp,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws(TransportError) -> Connection {
        // The kernel resets a controller whose socket is closed, and would take two packets in one write for one.
        let saysFarewell: Bool
        if case .hci = address { saysFarewell = false } else { saysFarewell = true }
        let initialize: @Sendable (any Channel) -> EventLoopFuture<Connection> = { channel in
            channel.eventLoop.makeCompletedFuture {
                let handler = HCIHostHandler(host: HCIHost(role: role), clock: clock, saysFarewell: saysFarewell)
                try channel.pipeline.syncOperations.addHandler(handler)
                return try Connection(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(
                        // A busy place gives some thousands of reports a second: this is a fraction of one.
                        backPressureStrategy: .init(lowWatermark: 64, highWatermark: 512)))
            }
        }
        do {
            switch address {
            case .tcp(let host, let port):
                return try await ClientBootstrap(group: group)
                    .connectTimeout(.seconds(connectTimeLimit))
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: host, port: port, channelInitializer: initialize)
            case .serial(let path, let baud):
                return try await adopt(
                    try SerialLine.open(path: path, baud: baud), group: group, channelInitializer: initialize)
            case .hci(let index):
                return try await adopt(
                    try BluetoothSocket.open(index: index), group: group, channelInitializer: initialize)
            }
        } catch {
            throw TransportError(address, error)
        }
    }

    /// Makes a channel of a descriptor, which the channel closes in the end.
    private static func adopt(
        _ descriptor: CInt, group: any EventLoopGroup,
        channelInitializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Connection>
    ) async throws -> Connection {
        do {
            return try await NIOPipeBootstrap(group: group)
                .takingOwnershipOfDescriptor(inputOutput: descriptor, channelInitializer: channelInitializer)
        } catch {
            close(descriptor)
            throw error
        }
    }
}
