import Forwarding
import NIOCore
import NIOPosix

extension WebPushCarrier {
    /// Asks the machine's resolver, on a thread that may wait for it.
    package static let systemResolver: Resolver = { host in
        let found = try? await NIOThreadPool.singleton.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: 443).ipAddress
        }
        return (found ?? nil).flatMap { IPAddress($0) }
    }
}
