import Accounts
import Basics
import FuzzDriver
import Ledger
import Market
import SocketIO

/// The entry point of the executable.
@_cdecl("FuzzMarket_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzMarket)
}

/// One input: a byte that says what it is, and its text or bytes.
@_cdecl("fuzzMarket")
public func fuzzMarket(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    guard let kind = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    switch kind & 7 {
    case 0: checkDiff(rest)
    case 1: checkPatch(rest)
    case 2: checkPayload(rest, .three, [.counted, .framed])
    case 3: checkPayload(rest, .four, [.separated])
    case 4: checkSession(rest)
    case 5: checkPacket(rest)
    case 6: checkForm(rest)
    default: checkDecimal(rest)
    }
    return 0
}

// MARK: - Deltas

private let makers = [
    DeltaMaker(), DeltaMaker(objectHash: { $0["id"]?.compactText }), DeltaMaker(objectHash: { $0.compactText }),
    DeltaMaker(wholeObjectsInArrays: true, detectsMoves: false), DeltaMaker(replacesInArrays: false),
]

/// An array of two values: the delta from the first to the second gives the second.
private func checkDiff(_ text: [UInt8]) {
    guard case .array(let values)? = try? JSONValue(parsing: text), values.count == 2 else { return }
    for maker in makers {
        guard let delta = maker.delta(from: values[0], to: values[1]) else {
            precondition(orderless(values[0]) == orderless(values[1]), "a change without a delta")
            continue
        }
        guard let result = try? delta.apply(to: values[0]) else { preconditionFailure("a delta that does not fit") }
        precondition(orderless(result) == orderless(values[1]), "another value than the second")
    }
}

/// An array of a value and a delta: it fits, or it is refused.
private func checkPatch(_ text: [UInt8]) {
    guard case .array(let values)? = try? JSONValue(parsing: text), values.count == 2 else { return }
    _ = try? JSONDelta(json: values[1]).apply(to: values[0])
}

/// The text of a value with the members of its objects in the order of their names.
private func orderless(_ value: JSONValue) -> [UInt8] {
    func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members):
            .object(
                members.map { .init($0.name, sorted($0.value)) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: value
        }
    }
    return Array(sorted(value).compactText.utf8)
}

// MARK: - Engine.IO and Socket.IO

/// What was read is written, in every form, and read again as the same.
private func checkPayload(_ body: [UInt8], _ version: EngineVersion, _ forms: [EnginePayload.Form]) {
    guard let packets = try? EnginePayload.packets(body, version) else { return }
    precondition((1...EnginePayload.mostReceived).contains(packets.count), "a payload beyond its bounds")
    for form in forms {
        let again = try? EnginePayload.packets(EnginePayload.bytes(packets, form), version)
        precondition(again == packets, "a payload that is read otherwise than it was written")
    }
    for packet in packets {
        precondition(
            (try? EnginePacket(frame: packet.frame(version), version)) == packet, "a packet that changes in a frame")
    }
}

private func checkPacket(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    guard let packet = try? SocketPacket(text: text) else { return }
    precondition((try? SocketPacket(text: packet.text)) == packet, "a packet that is read otherwise than written")
    var gate = SocketGate(version: .four, sid: "s", now: 0)
    _ = gate.receive(text)
}

/// Each byte is something that happens to a session; what follows a zero is what comes.
private func checkSession(_ bytes: [UInt8]) {
    let version: EngineVersion = (bytes.first ?? 0) & 1 == 0 ? .three : .four
    let parts = bytes.dropFirst().split(separator: 0, maxSplits: 1)
    let text = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    var session = EngineSession(
        sid: "s", version: version, transport: (bytes.first ?? 0) & 2 == 0 ? .polling : .webSocket, now: 0)
    var (now, ends): (Int64, Int) = (0, 0)
    for event in parts.first ?? [] {
        now += Int64(event) * 50
        let actions: [EngineAction]
        switch event % 12 {
        case 0: actions = session.pollOpened(now: now)
        case 1: actions = session.postReceived(Array(text.utf8), now: now)
        case 2: actions = session.webSocketOpened(now: now)
        case 3: actions = session.frameReceived(.text("2probe"), on: .probe, now: now)
        case 4: actions = session.frameReceived(.text("5"), on: .probe, now: now)
        case 5: actions = session.frameReceived(.text(text), on: .main, now: now)
        case 6: actions = session.webSocketWritable(event & 16 == 0)
        case 7: actions = session.webSocketClosed(event & 16 == 0 ? .main : .probe)
        case 8: actions = event & 16 == 0 ? session.close(now: now) : []
        case 9: actions = session.tick(now: now)
        case 10:
            session.pollAbandoned()
            actions = []
        default: actions = session.send("m") ?? []
        }
        for case .closed in actions { ends += 1 }
    }
    precondition(ends == (session.closeReason == nil ? 0 : 1), "a session that ends more than once, or silently")
}

// MARK: - Forms and amounts

private func checkForm(_ body: [UInt8]) {
    guard let fields = try? FormFields(parsing: body) else { return }
    precondition(fields.names.count <= FormFields.mostFields, "more fields than are taken")
    precondition(Set(fields.names).count == fields.names.count, "a field that stands there twice")
    for form in FormFields.ValueForm.allCases { _ = fields.sortedValues(form) }
}

private func checkDecimal(_ bytes: [UInt8]) {
    guard let exponent = bytes.first.map({ Int($0 % 19) }) else { return }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if let units = try? DecimalText.units(text, exponent: exponent) {
        precondition(units >= 0, "a negative amount")
        let written = DecimalText.text(units, exponent: exponent)
        precondition((try? DecimalText.units(written, exponent: exponent)) == units, "an amount that changes")
    }
    if let value = DecimalText.integer(text) {
        precondition(DecimalText.integer(DecimalText.integerText(value)) == value, "a whole number that changes")
    }
}
