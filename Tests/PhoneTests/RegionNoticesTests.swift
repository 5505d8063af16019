import Basics
import Beacons
import Phone
import Testing

@Suite("What is told of regions")
struct RegionNoticesTests {
    private static let uuid = UUID128(high: 1, low: 2)
    private static let window = BeaconIdentity(uuid: uuid, major: 100, minor: 1)
    private static let till = BeaconIdentity(uuid: uuid, major: 100, minor: 2)
    private static let entered = PhoneEvent.regionEntered(window)
    private static let exited = PhoneEvent.regionExited(window)

    @Test("everything is told unless something else is chosen, and the screen changes nothing of that")
    func all() {
        var notices = RegionNotices()
        #expect(notices.select([Self.entered, .radioBack, Self.exited]) == [Self.entered, .radioBack, Self.exited])
        #expect(notices.setScreen(isOn: false) == [])
        #expect(notices.select([Self.entered]) == [Self.entered])
        #expect(notices.setScreen(isOn: true) == [])
        #expect(notices.select([Self.exited]) == [Self.exited])
    }

    @Test(
        "entries and exits are chosen apart, and nothing else is kept back",
        arguments: [(true, false, [entered]), (false, true, [exited]), (false, false, [])])
    func chosen(onEntry: Bool, onExit: Bool, told: [PhoneEvent]) {
        var notices = RegionNotices(onEntry: onEntry, onExit: onExit)
        let ranged = PhoneEvent.ranged([])
        #expect(notices.select([Self.entered, ranged, Self.exited]) == (told + [ranged]).sortedAsHappened)
    }

    @Test("in the dark nothing is told; on waking come the regions that were left and those that one is inside")
    func dark() {
        var notices = RegionNotices(whileScreenIsOn: true)
        #expect(notices.select([Self.entered]) == [Self.entered])
        #expect(notices.setScreen(isOn: false) == [])
        #expect(notices.select([Self.exited, .regionEntered(Self.till)]) == [])
        #expect(
            notices.setScreen(isOn: true) == [
                .regionState(Self.window, isInside: false), .regionState(Self.till, isInside: true),
            ])
        // A screen that is on does not wake.
        #expect(notices.setScreen(isOn: true) == [])
        #expect(notices.select([.regionExited(Self.till)]) == [.regionExited(Self.till)])
        #expect(notices.setScreen(isOn: false) == [])
        #expect(notices.setScreen(isOn: true) == [], "what was told as left is not told again")
    }

    @Test("each waking tells anew what one is inside of, as a display notice of an iBeacon app does")
    func anew() {
        var notices = RegionNotices(onEntry: false, onExit: false, whileScreenIsOn: true)
        #expect(notices.select([Self.entered]) == [])
        for _ in 0..<2 {
            #expect(notices.setScreen(isOn: false) == [])
            #expect(notices.setScreen(isOn: true) == [.regionState(Self.window, isInside: true)])
        }
        #expect(notices.setScreen(isOn: false) == [])
        #expect(notices.select([Self.exited]) == [])
        #expect(notices.setScreen(isOn: true) == [], "who does not want exits is told of none")
    }

    @Test("what comes and goes in the dark leaves no trace")
    func comesAndGoes() {
        var notices = RegionNotices(whileScreenIsOn: true)
        #expect(notices.setScreen(isOn: false) == [])
        #expect(notices.select([Self.entered, Self.exited]) == [])
        #expect(notices.setScreen(isOn: true) == [])
    }
}

extension [PhoneEvent] {
    /// Entries, then ranging, then exits.
    fileprivate var sortedAsHappened: [PhoneEvent] {
        func rank(_ event: PhoneEvent) -> Int {
            switch event {
            case .regionEntered: 0
            case .ranged: 1
            default: 2
            }
        }
        return sorted { rank($0) < rank($1) }
    }
}
