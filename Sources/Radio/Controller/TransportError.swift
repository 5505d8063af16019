import NIOCore
import NIOPosix

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Why a transport could not be opened.
public enum TransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such device or host.
    case notFound(TransportAddress)
    /// The device may not be opened by this user.
    case notPermitted(TransportAddress)
    /// Another program has the device.
    case busy(TransportAddress)
    /// This system has no Bluetooth sockets.
    case noBluetooth(TransportAddress)
    /// The serial line does not offer this speed.
    case unsupportedSpeed(TransportAddress)
    /// The operating system refused for another reason, by its number.
    case system(TransportAddress, errno: Int32)
    /// There was no answer within the time limit.
    case timedOut(TransportAddress)

    /// The reason in words.
    public var description: String {
        switch self {
        case .notFound(.hci(let index)): "there is no Bluetooth controller hci\(index)"
        case .notFound(.tcp(let host, _)): "there is no host \(host)"
        case .notFound(let address): "there is no device \(address)"
        case .notPermitted(.hci(let index)):
            "no permission to open hci\(index): run as root, or give the program CAP_NET_ADMIN"
        case .notPermitted(let address): "no permission to open \(address)"
        case .busy(.hci(let index)):
            "hci\(index) is in use by the system: take it down first (hciconfig hci\(index) down)"
        case .busy(let address): "\(address) is in use"
        case .noBluetooth(let address): "cannot open \(address): this system has no Bluetooth"
        case .unsupportedSpeed(let address): "\(address) names a speed that this system does not have"
        case .system(let address, let number): "cannot open \(address): \(String(cString: strerror(number)))"
        case .timedOut(let address): "cannot open \(address): no answer"
        }
    }

    /// What the number of a failed system call means for this address.
    init(_ address: TransportAddress, errno number: Int32) {
        switch number {
        case ENOENT, ENODEV, ENXIO: self = .notFound(address)
        case EACCES, EPERM: self = .notPermitted(address)
        case EBUSY: self = .busy(address)
        case EAFNOSUPPORT, EPROTONOSUPPORT: self = .noBluetooth(address)
        default: self = .system(address, errno: number)
        }
    }

    /// What an error of NIO's means for this address.
    init(_ address: TransportAddress, _ error: any Error) {
        switch error {
        case let error as TransportError:
            self = error
        case let error as IOError:
            self.init(address, errno: error.errnoCode)
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.first {
                self.init(address, failure.error)
            } else {
                self = .notFound(address)
            }
        case is SocketAddressError:
            self = .notFound(address)
        case ChannelError.connectTimeout:
            self = .timedOut(address)
        default:
            self = .system(address, errno: EIO)
        }
    }
}
