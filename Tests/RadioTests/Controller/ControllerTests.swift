import Basics
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import Radio

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite("Controllers over TCP and serial lines", .timeLimit(.minutes(1)))
struct ControllerTests {
    private struct Done: Error {}

    private let beacon = HCIHost.Role(
        scan: false, advertise: AdvertisingPlan(intervalMilliseconds: 20) { _ in [[2, 1, 6]] })

    private func controller(_ transport: TransportAddress, _ role: HCIHost.Role) -> Controller {
        Controller(
            transport: transport, role: role, logger: Logger(label: "test"),
            backOff: BackOff(shortest: .milliseconds(20), longest: .milliseconds(100)),
            generator: SplitMix64(seed: 1), clock: Controller.systemClock)
    }

    @Test("a controller that goes away is reported lost, opened again, and reported back")
    func reconnects() async throws {
        let begun = Controller.systemClock()
        let first = try await AirServer.start()
        let transport = TransportAddress.tcp(host: "127.0.0.1", port: first.port)
        await #expect(throws: Done.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await controller(transport, beacon).run { _ in } }
                var second: AirServer?
                var order: [String] = []
                var heard = 0
                defer { group.cancelAll() }
                try await controller(transport, HCIHost.Role(scan: true)).run { event in
                    switch event {
                    case .ready(let capabilities):
                        order.append("ready")
                        #expect(capabilities.commandFamily == .extended)
                    case .lost(let reason):
                        order.append("lost")
                        #expect(reason == "the controller closed the connection")
                        second = try await AirServer.start(port: first.port)
                    case .back:
                        order.append("back")
                        heard = 0
                    case .heard(let advertisement):
                        heard += 1
                        #expect(advertisement.data == [2, 1, 6])
                        #expect((begun...Controller.systemClock()).contains(advertisement.time))
                        guard heard == 5 else { return }
                        guard second == nil else {
                            #expect(order == ["ready", "lost", "back"])
                            try await second?.stop()
                            throw Done()
                        }
                        try await first.stop()
                    }
                }
            }
        }
    }

    #if canImport(Glibc)
        @Test("a serial line is a controller, and its other end closing is a loss")
        func serialLine() async throws {
            let server = try await AirServer.start()
            let line = try #require(PseudoTerminal())
            let wire = try await server.adopt(line.controller)
            await #expect(throws: Done.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    defer { group.cancelAll() }
                    group.addTask {
                        try await controller(.tcp(host: "127.0.0.1", port: server.port), beacon).run { _ in }
                    }
                    var heard = 0
                    try await controller(.serial(path: line.path, baud: 115_200), HCIHost.Role(scan: true)).run {
                        event in
                        switch event {
                        case .heard:
                            heard += 1
                            if heard == 5 { try await wire.close() }
                        case .lost:
                            throw Done()
                        default:
                            break
                        }
                    }
                }
            }
            try await server.stop()
        }
    #endif

    @Test("cancelling ends the run, and the advertiser falls silent")
    func cancelling() async throws {
        let server = try await AirServer.start()
        let transport = TransportAddress.tcp(host: "127.0.0.1", port: server.port)
        await #expect(throws: CancellationError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await controller(transport, HCIHost.Role(scan: true)).run { _ in } }
                group.addTask { try await Task.sleep(for: .milliseconds(300)) }
                try await group.next()
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        try await server.stop()
    }

    @Test("a transport that is not there is an error at the first opening")
    func notThere() async throws {
        let server = try await AirServer.start()
        let port = server.port
        try await server.stop()
        let address = TransportAddress.tcp(host: "127.0.0.1", port: port)
        await #expect(throws: TransportError.system(address, errno: ECONNREFUSED)) {
            try await controller(address, beacon).run { _ in }
        }
        let line = TransportAddress.serial(path: "/dev/no-such-line", baud: 115_200)
        await #expect(throws: TransportError.notFound(line)) { try await controller(line, beacon).run { _ in } }
        let file = TransportAddress.serial(path: "/dev/null", baud: 115_200)
        await #expect(throws: TransportError.notFound(file)) { try await controller(file, beacon).run { _ in } }
        let speed = TransportAddress.serial(path: "/dev/null", baud: 12_345)
        await #expect(throws: TransportError.unsupportedSpeed(speed)) {
            try await controller(speed, beacon).run { _ in }
        }
        await #expect(throws: TransportError.self) { try await controller(.hci(index: 60_000), beacon).run { _ in } }
    }

    @Test("a server that never answers is no controller")
    func neverAnswers() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let transport = TransportAddress.tcp(host: "127.0.0.1", port: listener.localAddress?.port ?? 0)
        await #expect(throws: ControllerFailure(reason: "the controller did not answer HCI_Reset")) {
            try await controller(transport, beacon).run { _ in }
        }
        try await listener.close()
    }

    @Test("what the handler throws ends the run")
    func handlerThrows() async throws {
        let server = try await AirServer.start()
        await #expect(throws: Done.self) {
            try await controller(.tcp(host: "127.0.0.1", port: server.port), beacon).run { _ in throw Done() }
        }
        try await server.stop()
    }

    @Test("reasons are one line each and name the device")
    func reasons() {
        let hci = TransportAddress.hci(index: 3)
        let errors = [ENODEV, EPERM, EBUSY, EAFNOSUPPORT, EIO].map { TransportError(hci, errno: $0) }
        #expect(errors.prefix(4) == [.notFound(hci), .notPermitted(hci), .busy(hci), .noBluetooth(hci)])
        for error in errors {
            #expect(error.description.contains("hci3") && !error.description.contains("\n"))
        }
    }
}
