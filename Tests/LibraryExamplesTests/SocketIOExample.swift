import Basics
import SocketIO
import Testing

extension LibraryExamples {
    @Test("SocketIO: a client that has no socket")
    func socketIO() {
        // example
        // Instants are milliseconds of any clock that only goes forwards. Frames go in; what to do comes out.
        var client = SocketClient(version: .four, now: 0)
        var done = client.frameReceived(
            .text(#"0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#), now: 1)
        done += client.frameReceived(.text(#"40{"sid":"b"}"#), now: 2)
        done += client.emit("subscribe", ["ETHCLP"]) ?? []
        done += client.frameReceived(.text(#"42["ticker",{"bid":2490}]"#), now: 3)

        for action in done {
            switch action {
            case .send(let frame): print("write", frame)
            case .event(let name, let arguments, _): print(name, arguments)
            default: break
            }
        }
        // end of example
        #expect(done.contains(.connected))
        #expect(done.contains(.send(.text(#"42["subscribe","ETHCLP"]"#))))
        #expect(done.last == .event(name: "ticker", arguments: [.object([.init("bid", 2490)])], id: nil))
    }
}
