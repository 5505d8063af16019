import ArgumentParser
import Testing
import Vault
import VaultDevice

@testable import Commands

@Suite("What is typed about a vault")
struct VaultArgumentsTests {
    @Test(
        "a field is a kind and a value, which may hold anything",
        arguments: [
            ("password=a=b", FieldKind.password, "a=b"), ("user=", .user, ""),
            ("url=https://a/?b=c", .url, "https://a/?b=c"),
            ("text:PIN=1234", .text(name: "PIN"), "1234"), ("concealed:Clave=x", .concealed(name: "Clave"), "x"),
            ("password=-", .password, nil), ("note=-x", .note, "-x"),
        ] as [(String, FieldKind, String?)])
    func fields(text: String, kind: FieldKind, value: String?) throws {
        let argument = FieldArgument(argument: text)
        #expect(argument.kind == kind && argument.given == value)
        try [argument].requireKinds()
        if let value { #expect(try argument.field() == Field(kind: kind, value: value)) }
    }

    @Test(
        "what names no kind is refused without being repeated",
        arguments: ["hunter2", "secret=hunter2", "=hunter2", "text:=hunter2"])
    func noKind(text: String) {
        let error = #expect(throws: ValidationError.self) { try [FieldArgument(argument: text)].requireKinds() }
        #expect(error?.message.contains("hunter2") == false)
        #expect(error?.message.contains("password") == true)
    }

    @Test("every kind that is offered to the shell is taken")
    func completions() {
        for text in FieldKindArgument.allValueStrings where !text.contains("NAME") {
            #expect(FieldKindArgument(argument: text)?.kind.word == text)
            #expect(FieldArgument(argument: "\(text)=x").kind?.word == text)
        }
        #expect(FieldKindArgument(argument: "nonsense") == nil)
    }

    @Test("a secret for one-time passwords must be one, an empty field may be")
    func oneTimePasswords() throws {
        try Field(kind: .oneTimePassword, value: "").requireUsable()
        try Field(kind: .oneTimePassword, value: "JBSWY3DPEHPK3PXP").requireUsable()
        try Field(kind: .password, value: "!").requireUsable()
        #expect(throws: (any Error).self) { try Field(kind: .oneTimePassword, value: "no secret!").requireUsable() }
    }

    @Test("ciphers, costs, lock-outs and languages go by their names")
    func settings() {
        for suite in CipherSuite.allCases { #expect(CipherArgument(argument: suite.name)?.suite == suite) }
        #expect(
            CipherArgument(argument: "rot13") == nil && CipherArgument.standard.defaultValueDescription == "aes-256-gcm"
        )
        #expect(CostArgument(rawValue: "default") == .standard && CostArgument(rawValue: "floor") == .floor)
        for argument in LockoutArgument.allCases { #expect(LockoutArgument(argument.rule) == argument) }
        for tag in ["es", "en", "pt", "it", "ES"] { #expect(LanguageArgument(argument: tag)?.tag == tag.lowercased()) }
        #expect(LanguageArgument(argument: "de") == nil && LanguageArgument(argument: "") == nil)
    }

    @Test(
        "a beacon is UUID, major and minor",
        arguments: [
            ("8DEEFBB9-F738-4297-8040-96668BB44281,1,65535", true), ("8DEEFBB9-F738-4297-8040-96668BB44281,1", false),
            ("8DEEFBB9-F738-4297-8040-96668BB44281,1,65536", false), ("8DEEFBB9,1,2", false),
            ("8DEEFBB9-F738-4297-8040-96668BB44281,1,2,3", false), ("", false),
        ])
    func beacons(text: String, isOne: Bool) {
        #expect((BeaconArgument(argument: text) != nil) == isOne)
    }

    @Test(
        "where the device is, is said in one way",
        arguments: [
            (["--position", "40.4,-3.7"], true), (["--position", "-40.4,-3.7,12"], true),
            (["--gpsd", "localhost:2947"], true),
            (["--nmea", "/dev/ttyUSB0"], true), ([], true), (["--position", "91,0"], false),
            (["--position", "40"], false),
            (["--position", "40,181"], false), (["--position", "40,3,-1"], false),
            (["--position", "40,3", "--gpsd", "localhost"], false), (["--gpsd", "a", "--nmea", "b"], false),
            (["--gpsd", "localhost:99999"], false),
        ])
    func places(arguments: [String], isTaken: Bool) throws {
        if isTaken {
            let options = try VaultPlaceOptions.parse(arguments)
            #expect(options.namesPosition == !arguments.isEmpty)
            #expect((try options.positionSource != nil) == !arguments.isEmpty)
        } else {
            #expect(throws: (any Error).self) { _ = try VaultPlaceOptions.parse(arguments) }
        }
    }

    @Test("the agent is asked only when nothing was given that opens a slot")
    func secrets() throws {
        func hasSecrets(_ arguments: String...) throws -> Bool { try VaultOptions.parse(arguments).hasSecrets }
        #expect(try !hasSecrets("--json", "--user", "ana", "--vault", "/tmp"))
        #expect(try hasSecrets("--password-file", "p"))
        #expect(try hasSecrets("--recovery-file", "r"))
        #expect(try hasSecrets("--position", "40,3"))
        // An account alone hears no beacon, and a radio alone has nobody to prove presence for.
        #expect(try !hasSecrets("--email", "ana@example.org"))
        #expect(try !hasSecrets("--hci", "hci0"))
        #expect(try hasSecrets("--email", "ana@example.org", "--hci", "hci0"))
    }

    @Test("a passkey is added by its name, alone; everything else by what it asks for")
    func newSlots() throws {
        func named(_ arguments: String...) throws -> VaultSlotAddCommand.Named? {
            try VaultSlotAddCommand.parse(arguments).named
        }
        #expect(try named("passkey") == .passkey && named("passkey", "--json") == .passkey)
        #expect(try named("--password") == nil && named("--tang", "http://10.0.0.2") == nil)
        #expect(throws: (any Error).self) { try named() }
        #expect(throws: (any Error).self) { try named("password") }
        for option in [
            ["--password"], ["--place", "--position", "40,3"], ["--tang", "http://a"], ["--label", "Casa"],
        ] {
            #expect(throws: (any Error).self) { try VaultSlotAddCommand.parse(["passkey"] + option) }
        }
    }
}
