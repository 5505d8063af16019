import API
import AccountService
import Basics
import Beacons
import Loyalty
import Photos
import Presence
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

@Suite("Versions of a venue's plan, its draft, and putting it in force")
struct PlanServiceTests {
    @Test(
        "publishing keeps keys, makes new ones that nobody is told, keeps the offers, and is written down",
        arguments: Engine.allCases)
    func publish(engine: Engine) async throws {
        try await DrawingRoom.with(engine) { room in
            let first = try await room.plans.overview(of: room.world.uuid, for: room.eva)
            #expect(first.version?.number == 1 && first.version?.email == nil && first.draft == PlanDraftRow())
            let offers = try await room.world.loyalty.venue(room.world.uuid).offers
            try await room.publish { plan in
                plan.name = "Centro nuevo"
                plan.plan.doors = [SegmentBody(x1: 5, y1: 20, x2: 8, y2: 20)]
                plan.beacons.removeAll { $0.major == 100 && $0.minor == 3 }
                plan.beacons[1].x = 11
                plan.beacons.append(
                    PlanBeaconBody(
                        major: 102, minor: 9, x: 210, y: 4, zone: "till", measuredPower: -61, period: 8, neighbours: [])
                )
            }
            let keys = try await room.world.loyalty.beaconKeys(of: room.world.uuid)
            for (reference, key) in room.world.keys where reference != BeaconRef(major: 100, minor: 3) {
                #expect(keys[reference]?.bytes == key.bytes)
            }
            #expect(keys[BeaconRef(major: 100, minor: 3)] == nil && keys[BeaconRef(major: 102, minor: 9)] != nil)
            let venue = try await room.world.loyalty.venue(room.world.uuid)
            #expect(venue.name == "Centro nuevo" && venue.offers == offers && venue.plan.doors.count == 1)
            let after = try await room.plans.overview(of: room.world.uuid, for: room.ben)
            #expect(after.version?.number == 2 && after.version?.email == "eva@example.org")
            #expect(after.draft.document == nil && after.draft.base == 2)
            #expect(try await room.journal() == ["plan.published 2"])
            // No answer has anything of the new key.
            let secret = try #require(keys[BeaconRef(major: 102, minor: 9)]).bytes.map { String($0, radix: 16) }
            #expect(after.document?.contains(secret.joined()) == false)
        }
    }

    @Test("with a shop its merchants' roles, invitations and offers end, and no other's", arguments: Engine.allCases)
    func goneShop(engine: Engine) async throws {
        try await DrawingRoom.with(engine) { room in
            let (database, uuid) = (room.world.database, room.world.uuid)
            let staff = VenueStaffService(database: database, clock: room.world.clock.serverClock)
            let leaving = try await room.world.visitor("lea").accountID
            let staying = try await room.world.visitor("sol").accountID
            for (account, major) in [(leaving, 102), (staying, 101)] as [([UInt8], UInt16)] {
                try await staff.give(.merchant(venue: uuid, major: major), to: account, by: .operatorOfTheMachine)
            }
            try await database.write { connection in
                for (name, major) in [("gone", 102), ("kept", 101)] as [(String, Int64)] {
                    try connection.execute(
                        """
                        INSERT INTO offers (id, venue, major, shop, texts, points, valid_until, given, family, given_until)
                        VALUES (?1, ?2, ?3, 'Shop', '{}', 0, 4000000000000, 0, ?1, 4000000000000)
                        """, [.text(name), .blob(uuid.bytes), .integer(major)])
                }
            }
            try await room.publish { plan in
                plan.shops.removeAll { $0.major == 102 }
                plan.beacons.removeAll { $0.major == 102 }
            }
            let (roles, given) = try await database.read { connection in
                (
                    try VenueStaffStore(connection).staff(of: uuid).compactMap(\.role.major),
                    try connection.query(
                        "SELECT id FROM offers WHERE family IS NOT NULL AND given_until > ?1",
                        [.integer(room.world.clock.now.milliseconds)]
                    ).map { try $0.text("id") }
                )
            }
            #expect(roles == [101] && given == ["kept"])
            let refused = await room.refusal {
                try await database.read { connection in
                    try VenueStaffService.require(.merchant(venue: uuid, major: 102), of: leaving, in: connection)
                }
            }
            #expect(refused?.code == "staff.not_yours")
        }
    }

    @Test("of two who keep drafts or publish at once one is told what is there now", arguments: Engine.allCases)
    func atOnce(engine: Engine) async throws {
        try await DrawingRoom.with(engine) { room in
            let (mine, theirs) = (
                try await room.document { $0.name = "Eva's" }, try await room.document { $0.name = "Ben's" }
            )
            let outcomes = await withTaskGroup(of: [Int64]?.self) { group in
                for (document, account) in [(mine, room.eva), (theirs, room.ben)] {
                    group.addTask {
                        await room.refusal { try await room.save(document, match: 0, by: account) }?.numbers
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1 && outcomes.contains([1, 1]))
            let published = await withTaskGroup(of: [Int64]?.self) { group in
                for account in [room.eva, room.ben] {
                    group.addTask {
                        await room.refusal {
                            try await room.plans.publish(room.world.uuid, match: 1, note: "", by: account)
                        }?.numbers
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(published.filter { $0 == nil }.count == 1 && published.contains([2, 2]))
            #expect(try await room.journal() == ["plan.published 2"])
            #expect(try await room.plans.versions(of: room.world.uuid, for: room.eva).count == 2)
        }
    }

    @Test("what was imported on the machine meanwhile is a version, and a draft of the one before it is not published")
    func imported() async throws {
        try await DrawingRoom.with { room in
            let draft = try await room.save(try await room.document { $0.name = "Mine" })
            var centre = Centre()
            centre.shops[0].name = "Avellana"
            try await room.world.loyalty.importVenue(try centre.venue())
            let refusal = await room.refusal {
                try await room.plans.publish(room.world.uuid, match: draft.number, note: "", by: room.eva)
            }
            // The refused transaction leaves nothing, the next look notes the version.
            #expect(refusal?.numbers?.last == 1)
            let overview = try await room.plans.overview(of: room.world.uuid, for: room.eva)
            #expect(overview.version?.number == 2 && overview.draft.base == 1 && overview.draft.document != nil)
            // On top of what is there now it is taken.
            let again = try await room.save(try await room.document { $0.name = "Mine" }, onto: 2)
            try await room.plans.publish(room.world.uuid, match: again.number, note: "both", by: room.eva)
            let venue = try await room.world.loyalty.venue(room.world.uuid)
            #expect(venue.name == "Mine" && venue.shops[0].name == "Avellana")
            // An import of what is in force is no version.
            try await room.world.loyalty.importVenue(venue)
            #expect(try await room.plans.versions(of: room.world.uuid, for: room.eva).map(\.note) == ["both", "", ""])
        }
    }

    @Test("an older version comes into force again as a new one, with the offers of today", arguments: Engine.allCases)
    func restore(engine: Engine) async throws {
        try await DrawingRoom.with(engine) { room in
            let old = try await room.document()
            try await room.publish { plan in
                plan.shops.removeAll { $0.major == 101 }
                plan.beacons.removeAll { $0.major == 101 }
            }
            #expect(try await room.world.loyalty.venue(room.world.uuid).offers.map(\.id) == ["almendra-coffee"])
            let stale = await room.refusal {
                try await room.plans.restore(1, of: room.world.uuid, match: 1, by: room.eva)
            }
            #expect(stale?.numbers == [2, 2])
            let unknown = await room.refusal {
                try await room.plans.restore(7, of: room.world.uuid, match: 2, by: room.eva)
            }
            #expect(unknown?.code == "plan.unknown_version")
            try await room.plans.restore(1, of: room.world.uuid, match: 2, by: room.ben)
            #expect(try await room.document() == old)
            let versions = try await room.plans.versions(of: room.world.uuid, for: room.eva)
            #expect(versions.map(\.restored) == [1, nil, nil] && versions[0].email == "ben@example.org")
            #expect(try await room.journal() == ["plan.published 2", "plan.restored 3 1"])
            // The beacons came back with other keys: the old ones are gone for good.
            let keys = try await room.world.loyalty.beaconKeys(of: room.world.uuid)
            let back = BeaconRef(major: 101, minor: 1)
            #expect(keys[back] != nil && keys[back]?.bytes != room.world.keys[back]?.bytes)
        }
    }

    @Test("what would change and end is told before; of people only in tens")
    func differences() async throws {
        try await DrawingRoom.with { room in
            let none = await room.refusal { _ = try await room.plans.differences(of: room.world.uuid, for: room.eva) }
            #expect(none?.code == "plan.no_draft")
            _ = try await room.world.visitors(13, choosing: [101])
            try await room.save(
                try await room.document { plan in
                    plan.shops.removeAll { $0.major == 101 }
                    plan.beacons.removeAll { $0.major == 101 }
                    plan.shops[0].name = "Avellana"
                })
            let (base, changes, losses) = try await room.plans.differences(of: room.world.uuid, for: room.eva)
            #expect(base == 1)
            #expect(
                changes.map { "\($0.part) \($0.kind) \($0.major ?? 0)" } == [
                    "shop removed 101", "shop renamed 100", "beacon removed 101", "beacon removed 101",
                ])
            #expect(
                losses.map { "\($0.kind) \($0.major).\($0.minor ?? 0) \($0.atLeast)" } == [
                    "choices 101.0 10", "coupons 101.0 0", "offers 101.0 1", "keys 101.1 1", "keys 101.2 1",
                ])
        }
    }

    @Test("a draft is kept with any fault, each with its path, and where it has one with its place; none is published")
    func faults() async throws {
        try await DrawingRoom.with { room in
            let before = try await room.world.loyalty.venue(room.world.uuid)
            for broken in BrokenPlan.all {
                let document = try await room.document(broken.change)
                let text = String(decoding: try document.json(), as: UTF8.self)
                let match = try await room.plans.overview(of: room.world.uuid, for: room.eva).draft.number
                let (draft, examination) = try await room.plans.saveDraft(
                    text, onto: 1, of: room.world.uuid, match: match, by: room.eva)
                #expect(examination.faults.map(\.fault.path) == [broken.path], "\(broken.path)")
                #expect(examination.faults.first?.fault.message.contains(broken.reason) == true, "\(broken.path)")
                let place = examination.faults.first?.place.map { [$0.x, $0.y] }
                #expect(place == broken.place, "\(broken.path): \(place ?? [])")
                let refusal = await room.refusal {
                    try await room.plans.publish(room.world.uuid, match: draft.number, note: "", by: room.eva)
                }
                #expect(refusal?.code == "plan.faulty", "\(broken.path)")
            }
            #expect(try await room.world.loyalty.venue(room.world.uuid) == before)
            #expect(try await room.journal().isEmpty)
        }
    }

    @Test("whoever looks after another venue, a shop or nothing sees and changes nothing")
    func strangers() async throws {
        try await DrawingRoom.with { room in
            let (uuid, plans) = (room.world.uuid, room.plans)
            let draft = try await room.save(try await room.document())
            let strangers = try await room.strangers()
            let before = try await Contents(of: room.world.database)
            for stranger in strangers {
                let deeds: [() async throws -> Void] = [
                    { _ = try await plans.overview(of: uuid, for: stranger) },
                    { _ = try await plans.versions(of: uuid, for: stranger) },
                    { _ = try await plans.version(1, of: uuid, for: stranger) },
                    { _ = try await plans.file(of: 1, of: uuid, for: stranger) },
                    { _ = try await plans.differences(of: uuid, for: stranger) },
                    { _ = try await plans.saveDraft("{}", onto: 1, of: uuid, match: draft.number, by: stranger) },
                    { _ = try await plans.discardDraft(of: uuid, match: draft.number, by: stranger) },
                    { try await plans.publish(uuid, match: draft.number, note: "", by: stranger) },
                    { try await plans.restore(1, of: uuid, match: 1, by: stranger) },
                    { _ = try await plans.addPicture(of: uuid, by: stranger) { [] } },
                ]
                for (number, deed) in deeds.enumerated() {
                    #expect(await room.refusal(deed)?.code == "staff.not_yours", "\(number)")
                }
            }
            #expect(try await Contents(of: room.world.database).differences(from: before).isEmpty)
        }
    }

    @Test("a picture is made anew, lies at its digest, and ends when nothing names it")
    func pictures() async throws {
        try await DrawingRoom.with { room in
            let (uuid, plans) = (room.world.uuid, room.plans)
            let kept = try await plans.addPicture(of: uuid, by: room.eva) { PlanPictures.floor }
            let unused = try await plans.addPicture(of: uuid, by: room.eva) { PlanPictures.other }
            #expect(kept.picture.width == 40 && kept.picture.jpeg.starts(with: [0xFF, 0xD8]))
            try await room.publish { $0.plan.image = kept.address }
            let digest = { (address: String) in [UInt8](hexadecimal: String(address.suffix(64))) ?? [] }
            #expect(try await plans.picture(digest(unused.address), of: uuid) == unused.picture.jpeg)
            room.world.clock.advance(seconds: 86_400)
            try await room.publish { $0.name = "Another day" }
            #expect(try await plans.picture(digest(kept.address), of: uuid) == kept.picture.jpeg)
            let gone = await room.refusal { _ = try await plans.picture(digest(unused.address), of: uuid) }
            #expect(gone?.code == "plan.unknown_picture")
            let broken: [([UInt8], String)] = [
                ([1, 2, 3], "photos.unknown_format"), ([0xFF, 0xD8, 0xFF, 0xE0], "photos.broken"),
            ]
            for (bytes, code) in broken {
                let refusal = await room.refusal { _ = try await plans.addPicture(of: uuid, by: room.eva) { bytes } }
                #expect(refusal?.code == code)
            }
        }
    }
}
