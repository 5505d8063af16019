import API
import ArgumentParser
import Basics
import HTTPKit
import LoyaltyService
import ServiceKit
import Storage
import Strings

/// `cerca admin venue-role`: who looks after which venue and shops.
struct AdminVenueRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "venue-role", abstract: "Give, end and list the roles of those who look after venues and shops.",
        discussion: """
            Who runs a venue invites the others in the console; the first one is named here. Nobody signs in to a role \
            without a second factor or a passkey of the account.
            """,
        subcommands: [
            AdminVenueRoleGiveCommand.self, AdminVenueRoleEndCommand.self, AdminVenueRoleListCommand.self,
        ])

    /// Lets `work` use the staff of the venues of a database that exists.
    static func use<Value: Sendable>(
        _ options: CommandDatabaseOptions,
        _ work: @Sendable (VenueStaffService) async throws(ServiceError) -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(options, mustExist: true) { database in
            do throws(ServiceError) {
                return try await work(VenueStaffService(database: database, clock: .system()))
            } catch {
                throw failure(error)
            }
        }
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error.problem {
        case .accountsWrongCredentials: CommandFailure(AdminStrings.accountUnknown.text)
        case .staffUnknownRole: CommandFailure(AdminStrings.venueRoleMissing.text)
        case .staffLastOperator: CommandFailure(AdminStrings.venueRoleLast.text)
        default: error
        }
    }
}

/// Whose role, and which.
struct VenueRoleArguments: ParsableArguments {
    @Argument(help: "The account's e-mail address.")
    var email: String

    @Argument(help: "merchant or operator.")
    var role: String

    @Option(help: "The venue's UUID.")
    var venue: String

    @Option(help: "A shop of the venue by its major, of a merchant; several times for several shops.")
    var shop: [UInt16] = []

    /// What is looked after; the shops of a merchant each by itself.
    func roles() throws -> [VenueRole] {
        guard let uuid = UUID128(venue) else { throw ValidationError("--venue must be a UUID") }
        switch (role, shop.isEmpty) {
        case ("operator", true): return [.operator(venue: uuid)]
        case ("merchant", false): return Set(shop).sorted().map { .merchant(venue: uuid, major: $0) }
        case ("operator", false): throw ValidationError("an operator looks after the venue, and takes no --shop")
        case ("merchant", true): throw ValidationError("a merchant needs --shop")
        default: throw ValidationError("the role must be merchant or operator")
        }
    }

    func validate() throws { _ = try roles() }
}

/// `cerca admin venue-role give`: gives an account a role.
struct AdminVenueRoleGiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give", abstract: "Let an account look after a venue, or shops of one.")

    @OptionGroup
    var arguments: VenueRoleArguments

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let (roles, email) = (try arguments.roles(), arguments.email)
        let hasFactor = try await AdminVenueRoleCommand.use(database) {
            staff throws(ServiceError) in
            var hasFactor = false
            for role in roles { hasFactor = try await staff.give(role, toAccountAt: email) }
            return hasFactor
        }
        guard !json else {
            let members = [
                JSONValue.Member("email", .string(email)), JSONValue.Member("role", .string(arguments.role)),
                JSONValue.Member("state", .string("given")), JSONValue.Member("hasFactor", .boolean(hasFactor)),
            ]
            return print(JSONValue.object(members).compactText)
        }
        AdminStrings.venueRoleGiven(account: email, venue: arguments.venue, role: arguments.role).say()
        if !hasFactor { AdminStrings.venueRoleNoFactor.say() }
    }
}

/// `cerca admin venue-role end`: ends a role of an account.
struct AdminVenueRoleEndCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End what an account looks after, and its sessions for it.",
        discussion: "A server that runs notices at the next request.")

    @OptionGroup
    var arguments: VenueRoleArguments

    @Flag(help: "Even if nobody is left who runs the venue.")
    var evenTheLast = false

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let (roles, email, evenTheLast) = (try arguments.roles(), arguments.email, evenTheLast)
        try await AdminVenueRoleCommand.use(database) { staff throws(ServiceError) in
            for role in roles { try await staff.end(role, ofAccountAt: email, evenTheLast: evenTheLast) }
        }
        guard !json else {
            let members = [
                JSONValue.Member("email", .string(email)), JSONValue.Member("role", .string(arguments.role)),
                JSONValue.Member("state", .string("ended")),
            ]
            return print(JSONValue.object(members).compactText)
        }
        AdminStrings.venueRoleEnded(account: email, venue: arguments.venue, role: arguments.role).say()
    }
}

/// `cerca admin venue-role list`: who looks after what.
struct AdminVenueRoleListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List who looks after which venue and shops.")

    @Option(help: "The UUID of a venue; all of them unless it is named.")
    var venue: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        if let venue, UUID128(venue) == nil { throw ValidationError("--venue must be a UUID") }
    }

    func run() async throws {
        let uuid = venue.flatMap { UUID128($0) }
        let people = try await AdminVenueRoleCommand.use(database) {
            staff throws(ServiceError) in
            try await staff.everybody(at: uuid)
        }
        var output = OutputBuffer()
        VenueRoleLines.write(people, json: json, width: Terminal.columns, to: &output)
        try output.flush()
    }
}

/// Roles at venues as lines: a table for people, one JSON object each for programs.
enum VenueRoleLines {
    /// Writes the roles of people; a table is cut to `width` columns.
    static func write(_ people: [VenueStaffMember], json: Bool, width: Int?, to output: inout OutputBuffer) {
        let rows = people.flatMap { person in person.roles.map { (person, $0) } }
        if json {
            for (person, held) in rows {
                let members = [
                    JSONValue.Member("email", .string(person.email)),
                    JSONValue.Member("role", .string(held.role.word)),
                    JSONValue.Member("venue", .string(held.role.venue.description)),
                    JSONValue.Member("shop", held.role.major.map { .integer(Int64($0)) } ?? .null),
                    JSONValue.Member("since", .string(held.since.rfc3339)),
                    JSONValue.Member("hasFactor", .boolean(person.hasFactor)),
                ]
                output.line(JSONValue.object(members).compactText)
            }
            return
        }
        var table = TextTable([
            .init(AdminStrings.venueRoleAccount.text), .init(AdminStrings.venueRoleRole.text),
            .init(AdminStrings.venueRoleShop.text, right: true), .init(AdminStrings.venueRoleVenue.text),
            .init(AdminStrings.venueRoleFactor.text),
        ])
        for (person, held) in rows {
            table.add([
                person.email, held.role.word, held.role.major.map { String($0) } ?? "-", held.role.venue.description,
                person.hasFactor ? AdminStrings.venueRoleYes.text : AdminStrings.venueRoleNo.text,
            ])
        }
        table.write(to: &output, width: width)
    }
}
