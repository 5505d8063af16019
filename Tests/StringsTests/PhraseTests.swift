import Testing

@testable import Strings

struct PhraseTests {
    private func forms(_ suffix: String) -> Forms {
        Forms(en: "en\(suffix)", es: "es\(suffix)", pt: "pt\(suffix)", it: "it\(suffix)")
    }

    @Test("a phrase is said in the language that is asked for, with its values")
    func languages() {
        let phrase = Phrase(forms(" {name} of {title}, {name}"), values: [("name", "a"), ("title", 7)])
        #expect(Language.allCases.map { phrase.said(in: $0) } == ["en", "es", "pt", "it"].map { "\($0) a of 7, a" })
    }

    @Test("a value is never searched for names: what somebody wrote stays as it is")
    func braces() {
        let phrase = Phrase(forms(" {name}/{title}"), values: [("name", "{title}"), ("title", "}{")])
        #expect(phrase.said(in: .english) == "en {title}/}{")
    }

    @Test("a phrase within a phrase is said in the same language")
    func nesting() {
        let outer = Phrase(forms(": {inner}"), values: [("inner", Phrase(forms("!")))])
        #expect(outer.said(in: .italian) == "it: it!")
    }

    @Test("Portuguese says none in the singular, the others say it in the plural")
    func counts() {
        func said(_ count: Int, _ language: Language) -> String {
            Phrase(count: count, one: forms(" one"), other: forms(" other")).said(in: language)
        }
        #expect(Language.allCases.map { said(1, $0) } == ["en one", "es one", "pt one", "it one"])
        #expect(Language.allCases.map { said(2, $0) } == ["en other", "es other", "pt other", "it other"])
        #expect(Language.allCases.map { said(0, $0) } == ["en other", "es other", "pt one", "it other"])
    }

    @Test("a text agrees with the gender that its noun has in that language")
    func genders() {
        let mail = Phrase(
            Forms(en: "e-mail", es: "correo", pt: "e-mail", it: "e-mail"),
            gender: Forms(en: "masculine", es: "masculine", pt: "masculine", it: "feminine"))
        let copied = Phrase(
            noun: mail,
            feminine: Forms(en: "{noun} copied", es: "{noun} copiada", pt: "{noun} copiada", it: "{noun} copiata"),
            masculine: Forms(en: "{noun} copied", es: "{noun} copiado", pt: "{noun} copiado", it: "{noun} copiato"),
            values: [("noun", mail)])
        #expect(
            Language.allCases.map { copied.said(in: $0) }
                == ["e-mail copied", "correo copiado", "e-mail copiado", "e-mail copiata"])
    }

    @Test("what is generated says what the catalogues say, nouns with their own gender")
    func generated() {
        let password = VaultStrings.copyCopied(noun: VaultStrings.fieldPassword, title: "Banco")
        #expect(password.said(in: .spanish) == "copiada: contraseña de Banco")
        let email = VaultStrings.copyCopied(noun: VaultStrings.fieldEmail, title: "Banca")
        #expect(email.said(in: .italian) == "copiata: e-mail di Banca")
        #expect(email.said(in: .portuguese) == "copiado: e-mail de Banca")
        #expect(VaultStrings.itemTrashEmptied(count: 1).said(in: .english) == "1 item erased for good")
        #expect(VaultStrings.itemTrashEmptied(count: 0).said(in: .portuguese) == "0 item apagado para sempre")
    }
}
