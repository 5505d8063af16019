import Foundation
import Vault

/// The names that programs and people give to columns, in Spanish, Portuguese, Italian, English, German and French.
///
/// Accents are written as people write them, and names are compared without them as well: spreadsheets and older programs
/// drop them.
enum CSVWords {
    /// What a column of this folded name holds; nil for a name that is not known.
    static func column(_ name: String) -> CSVColumn? {
        names[name] ?? names[plain(name)]
    }

    private static let names: [String: CSVColumn] = {
        var names: [String: CSVColumn] = [:]
        for (column, words) in table {
            for word in words {
                names[word] = column
                names[plain(word)] = column
            }
        }
        return names
    }()

    /// `text` without accents, and with spaces in place of hyphens and underscores.
    private static func plain(_ text: String) -> String {
        let letters = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.canonicalCombiningClass == .notReordered
        }
        return String(String.UnicodeScalarView(letters.map { "-_".unicodeScalars.contains($0) ? " " : $0 }))
    }

    private static let table: [(CSVColumn, [String])] = [
        (
            .category,
            [
                "group", "folder", "category", "grouping", "collections", "collection", "carpeta", "categoría", "grupo",
                "pasta", "categoria", "cartella", "gruppo", "ordner", "gruppe", "kategorie", "dossier", "groupe",
                "catégorie", "folder name", "vault",
            ]
        ),
        (
            .title,
            [
                "title", "name", "account", "account name", "item name", "título", "nombre", "cuenta", "nome", "conta",
                "titolo", "titel", "bezeichnung", "konto", "kontoname", "titre", "nom", "compte", "entry",
            ]
        ),
        (
            .favourite,
            [
                "favorite", "favourite", "fav", "favorites", "favourites", "starred", "favorito", "favorita",
                "favoritos",
                "preferito", "preferiti", "favorit", "favoriten", "favori", "favoris",
            ]
        ),
        (.again, ["reprompt"]),
        (
            .created,
            [
                "created", "creation time", "created at", "creado", "fecha de creación", "criado", "data de criação",
                "creato", "data di creazione", "erstellt", "erstellt am", "créé", "date de création",
            ]
        ),
        (
            .modified,
            [
                "last modified", "modified", "last modification", "updated", "modificado", "última modificación",
                "última modificação", "modificato", "ultima modifica", "geändert", "geändert am", "modifié",
                "dernière modification",
            ]
        ),
        (.deleted, ["deleted"]), (.text("Tags"), ["tags", "labels", "etiquetas"]), (.text("Archived"), ["archived"]),
        (.ignored, ["icon"]),
        (
            .field(.user),
            [
                "username", "user name", "user", "login", "login name", "login_username", "userid", "user id",
                "usuario",
                "nombre de usuario", "usuário", "nome de usuário", "utilizador", "nome de utilizador", "utente",
                "nome utente", "benutzer", "benutzername", "nutzername", "anmeldename", "utilisateur",
                "nom d'utilisateur", "nom d’utilisateur", "identifiant", "identifiants",
            ]
        ),
        (
            .field(.password),
            [
                "password", "login_password", "pwd", "pass", "passwd", "passphrase", "passcode", "contraseña", "clave",
                "clave de acceso", "senha", "palavra-passe", "palavra passe", "parola d'ordine", "parola chiave",
                "passwort", "kennwort", "mot de passe", "mdp",
            ]
        ),
        (
            .field(.url),
            [
                "url", "uri", "website", "web site", "login_uri", "login url", "link", "address (url)", "sitio web",
                "sitio", "página web", "página", "web", "dirección web", "site", "endereço web", "sito", "sito web",
                "indirizzo", "indirizzo web", "webseite", "website-adresse", "internetadresse", "webadresse",
                "adresse web", "site web", "site internet", "urls",
            ]
        ),
        (
            .field(.note),
            [
                "notes", "note", "comments", "comment", "extra", "remarks", "notas", "nota", "comentarios",
                "observaciones",
                "observações", "comentários", "commenti", "annotazioni", "notiz", "notizen", "bemerkung", "bemerkungen",
                "kommentar", "anmerkungen", "remarque", "remarques", "commentaire", "commentaires",
            ]
        ),
        (
            .field(.oneTimePassword),
            [
                "totp", "otp", "otpauth", "login_totp", "one-time password", "one time password", "otpurl", "otpsecret",
                "otp secret", "totp secret", "2fa", "one-time code", "two-factor secret", "contraseña de un solo uso",
                "código de un solo uso", "senha de uso único", "einmalpasswort", "einmalkennwort",
                "mot de passe à usage unique",
            ]
        ),
        (
            .field(.email),
            ["email", "e-mail", "mail", "email address", "correo", "correo electrónico", "courriel", "adresse e-mail"]
        ),
        (
            .field(.phone),
            ["phone", "phone number", "teléfono", "telefone", "telefono", "telefon", "téléphone", "mobile", "handy"]
        ),
        (.field(.pin), ["pin"]),
        (
            .field(.description),
            ["description", "descripción", "descrição", "descrizione", "beschreibung"]
        ),
        (.field(.secretNumber), ["secret number"]), (.field(.type), ["type", "tipo", "typ"]),
    ]
}
