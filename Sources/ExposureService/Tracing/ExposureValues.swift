import API
import Basics
import HTTPKit

/// The rules of the tracing server; a server that people use has the standard ones.
package struct ExposurePolicy: Sendable {
    /// For how many days a batch is served after its release.
    package var retentionDays = 14
    /// How many days old a key may be when it comes.
    package var oldestKeyDays = 21
    /// For how many days after the one on which it was issued a code can be used; a day ends at midnight in UTC.
    package var codeDays = 3
    /// How long every answer to an upload takes, so that its time tells nothing; milliseconds, 0 for no wait.
    package var responseMilliseconds: Int64 = 1500
    /// How many uploads of one batch never stop the brake from being off.
    package var brakeFloor = 300
    /// So many times as many uploads as usual put the brake on.
    package var brakeFactor = 4
    /// The most wrong codes of one address in a burst.
    ///
    /// A whole town can share an address. A mistyped digit costs nothing of it: the check digit finds it.
    package var wrongCodesOfAddress = 30
    /// After how many seconds an address may send one more wrong code.
    package var secondsPerWrongCode = 600

    /// The rules that a server starts with.
    package static let standard = ExposurePolicy()

    /// Rules that do not wait before they answer, for simulations and tests.
    package static let immediate: ExposurePolicy = {
        var policy = ExposurePolicy()
        policy.responseMilliseconds = 0
        return policy
    }()

    /// The standard rules.
    package init() {}
}

/// Why uploads, codes, cases or batches refuse something.
package enum ExposureError: ServiceFault, CaseIterable {
    /// The code is unknown, used, withdrawn or expired; which one is not told.
    case codeRefused
    /// A key or its date is none that can be published.
    case invalidCase
    /// There is no such code, or it is no longer waiting.
    case unknownCode

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .codeRefused: .exposureCodeRefused
        case .invalidCase: .exposureInvalidCase
        case .unknownCode: .exposureUnknownCode
        }
    }
}

extension ServiceError {
    /// A fault of codes, uploads, cases or batches.
    package static func exposure(_ error: ExposureError) -> ServiceError { .refused(error) }
}

/// Why an upload changed nothing.
package enum UploadRefusal: Error, Sendable {
    /// No key, too many, or one with a date that is not within the last 21 days.
    case keys
    /// The code is none, unknown, used, withdrawn or expired; which it is is not told.
    case code
    /// There were too many wrong codes from this address: any is looked at again after so many seconds, at least 1.
    case later(seconds: Int)
    /// The server did not do what it was asked.
    case service(ServiceError)
}

/// Why there is no batch at an instant.
package enum BatchRefusal: Error, Sendable {
    /// The instant is no multiple of two hours.
    case misaligned
    /// The batch is not released yet, or was too long ago.
    case outOfRange
    /// The server did not do what it was asked.
    case service(ServiceError)
}

/// A code that was just made; it is told once and kept nowhere.
package struct IssuedCode: Sendable {
    /// The code: 12 decimal digits.
    package let code: String
    /// What the console calls it; it says nothing about the code.
    package let id: String
    /// When it can no longer be used: a midnight in UTC, since only the day on which it was issued is kept.
    package let expiresAt: Timestamp
}

/// What is known of a code that was issued: never who got it, and never the code.
package struct CodeRecord: Equatable, Sendable {
    /// What became of a code.
    package enum State: String, Sendable {
        /// It can be used.
        case waiting
        /// It was used.
        case used
        /// Its time is over, and nobody used it.
        case expired
        /// It was withdrawn before anybody used it.
        case withdrawn
    }

    /// What the console calls it.
    package let id: String
    /// The day on which it was issued.
    package let issuedOn: UTCDay
    /// What became of it.
    package let state: State
}

/// Whether uploads are being held for a person to look at.
package struct BrakeState: Equatable, Sendable {
    /// Uploads of one two-hour period that are held.
    package struct Held: Equatable, Sendable {
        /// The release of the batch in which they would have been.
        package let release: Timestamp
        /// How many keys they are.
        package let keys: Int
    }

    /// How many uploads came for a batch.
    package struct Batch: Equatable, Sendable {
        /// When it was released.
        package let release: Timestamp
        /// How many uploads came for it, held ones among them.
        package let uploads: Int
    }

    /// The release of the batch that is being gathered.
    package let release: Timestamp
    /// How many uploads came for it so far.
    package let uploads: Int
    /// From how many on further ones are held.
    package let limit: Int
    /// What is held now, oldest first.
    package let held: [Held]
    /// The 84 batches of the seven days before, oldest first.
    package let earlier: [Batch]

    /// Whether the next upload will be held.
    package var isOn: Bool { uploads >= limit }
}
