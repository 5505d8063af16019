import Forwarding
import Foundation
import Synchronization
import Testing

@testable import Network

@Suite struct NameResolverTests {
    /// Name servers of which those of names that begin with `slow` answer when the test ends.
    private final class Names: Sendable {
        private let condition = NSCondition()
        private let state = Mutex<(running: Int, most: Int, isOver: Bool)>((0, 0, false))

        var most: Int { state.withLock { $0.most } }

        @Sendable func addresses(of name: String) -> [IPAddress] {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
            }
            condition.lock()
            while name.hasPrefix("slow"), !state.withLock({ $0.isOver }) { condition.wait() }
            condition.unlock()
            state.withLock { $0.running -= 1 }
            return [IPAddress("9.9.9.9")].compactMap { $0 }
        }

        func end() {
            state.withLock { $0.isOver = true }
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }
    }

    private func resolver(_ names: Names, patience: Duration = .milliseconds(300)) -> NameResolver {
        var bounds = NameResolver.Bounds()
        bounds.patience = patience
        bounds.threads = 8
        return NameResolver(bounds, lookUp: names.addresses)
    }

    @Test func `who never answers is given up at the deadline`() async {
        let names = Names()
        let start = ContinuousClock.now
        #expect(await resolver(names).addresses(of: "slow.example", for: "eve").isEmpty)
        #expect(ContinuousClock.now - start < .seconds(5))
        names.end()
    }

    @Test func `sixty dead names of one owner take two threads, and nothing from others`() async {
        let names = Names()
        // The owner's questions stay open for longer than the test takes.
        let resolver = resolver(names, patience: .seconds(10))
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask { await resolver.addresses(of: "slow\(number).example", for: "eve").count }
            }
            while names.most < 2 { await Task.yield() }
            let start = ContinuousClock.now
            for owner in ["ana", "ben"] { #expect(await resolver.addresses(of: "shop.example", for: owner).count == 1) }
            #expect(ContinuousClock.now - start < .seconds(2) && names.most == 3)
            names.end()
            #expect(await group.reduce(0, +) == 60)
        }
    }

    @Test func `the last quarter of the threads is for owners who have none`() async {
        let names = Names()
        let resolver = resolver(names, patience: .seconds(10))
        await withTaskGroup(of: Void.self) { group in
            for owner in 0..<4 {
                for number in 0..<4 {
                    group.addTask { _ = await resolver.addresses(of: "slow\(number).example", for: "\(owner)") }
                }
            }
            while names.most < 6 { await Task.yield() }
            // Owners with two threads have got six; whoever has none has one more, and so has another one.
            #expect(await resolver.addresses(of: "shop.example", for: "ana").count == 1)
            names.end()
        }
    }
}
