// Written by `make api` from the table in API/; edit that, not this.

/// How large a photo is.
package enum PhotoSize: String, CaseIterable, Codable, Sendable {
    /// It fits a square of 512 pixels.
    case large
    /// It fits a square of 96 pixels.
    case small

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["large", "small"])
}

/// The photo of an account.
package struct PhotoBody: APIBody {
    /// By what it is asked for; missing when there is none.
    package var photo: String?

    /// The photo of an account.
    package init(photo: String? = nil) {
        self.photo = photo
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Photo",
        [
            .optional("photo", .hexadecimal(bytes: 32))
        ])
}
