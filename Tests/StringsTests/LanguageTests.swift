import Testing

@testable import Strings

struct LanguageTests {
    @Test(
        "the environment names the language in the order of POSIX, and an empty variable names none",
        arguments: [
            (["LC_ALL": "it_IT.UTF-8", "LANG": "es_ES.UTF-8"], Language.italian),
            (["LC_ALL": "", "LC_MESSAGES": "pt_BR", "LANG": "es_ES.UTF-8"], .portuguese),
            (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_MX.UTF-8"], .spanish),
            (["LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"], .english),
            (["LANG": "POSIX"], .english), (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "est"], .english),
            ([:], .english),
        ])
    func environment(variables: [String: String], language: Language) {
        #expect(Language(environment: { variables[$0] }) == language)
    }

    @Test(
        "a browser's first language of ours counts",
        arguments: [
            ("es-CL,es;q=0.9,en;q=0.8", Language.spanish), ("fr, pt-BR;q=0.5", .portuguese), ("IT", .italian),
            ("de;q=1, *;q=0.1", .english), ("", .english), (String(repeating: "fr,", count: 100) + "es", .english),
        ])
    func accepted(header: String, language: Language) {
        #expect(Language(accepted: header) == language)
    }

    @Test("no header is English")
    func noHeader() {
        #expect(Language(accepted: nil) == .english)
    }
}
