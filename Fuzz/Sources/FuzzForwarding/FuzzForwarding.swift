import Accounts
import Forwarding
import FuzzDriver

/// The entry point of the executable.
@_cdecl("FuzzForwarding_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzForwarding)
}

/// One input: a byte that says what it is, and what a client or a proxy sent.
@_cdecl("fuzzForwarding")
public func fuzzForwarding(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch kind & 3 {
    case 0: checkHeader(rest)
    case 1: checkFields(rest, .forwarded)
    case 2: checkFields(rest, .forwardedFor)
    default: checkAddress(rest)
    }
    return 0
}

/// A header ends within what came, and does not depend on what follows it.
private func checkHeader(_ bytes: [UInt8]) {
    guard case .whole(let header) = ProxyHeader.read(bytes) else { return }
    precondition(header.byteCount <= bytes.count, "a header beyond its bytes")
    precondition(ProxyHeader.read(bytes.prefix(header.byteCount)) == .whole(header), "a header of what follows it")
    precondition(ProxyHeader.read(bytes.prefix(header.byteCount - 1)) == .incomplete, "a header without its end")
}

private let proxy = IPAddress("10.0.0.1")
private let ranges = [AddressRange("10.0.0.0/8")].compactMap { $0 }

/// Lines are fields: whatever a client writes, what the proxy adds behind it is believed.
private func checkFields(_ bytes: [UInt8], _ field: ForwardedField) {
    guard let text = String(validating: bytes, as: UTF8.self), let proxy, let client = IPAddress("192.0.2.1") else {
        return
    }
    let lines = text.split(separator: "\n").map(String.init)
    for line in lines {
        guard let nodes = field.nodes(in: line) else { continue }
        precondition((1...ForwardedField.mostNodes).contains(nodes.count), "more nodes than are taken")
    }
    let proxies = TrustedProxies(ranges, field: field)
    let own = field == .forwarded ? "for=192.0.2.1" : "192.0.2.1"
    precondition(proxies.client(peer: proxy, fields: lines + [own]) == client, "somebody else than the proxy says")
    precondition(proxies.client(peer: client, fields: lines) == client, "a stranger was believed")
    _ = proxies.client(peer: proxy, fields: lines)
}

/// An address that was read is written as bytes and read again as the same.
private func checkAddress(_ bytes: [UInt8]) {
    if let address = IPAddress(bytes: bytes) {
        precondition(IPAddress(bytes: address.bytes) == address, "an address that changes")
    }
    guard let text = String(validating: bytes, as: UTF8.self), let address = IPAddress(text) else { return }
    precondition(IPAddress(bytes: address.bytes) == address, "an address that changes")
    precondition(ForwardedNode("[\(text)]") == .address(address) || !text.contains(":"), "an address in brackets")
}
