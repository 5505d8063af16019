import API
import HTTPKit

/// The password is right, and the device is one that the account has not approved: a code is on its way by mail.
package struct UnapprovedDevice: ServiceFault {
    /// What the answer to the mail is shown together with.
    package let challenge: String

    /// The stable text that names it.
    package var code: String { "accounts.device_unapproved" }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int { 403 }

    /// Tells the challenge.
    package func complete(_ problem: inout ProblemBody) { problem.challenge = challenge }
}

extension ServiceError {
    /// The password is right, and the device is one that the account has not approved.
    package static func deviceUnapproved(challenge: String) -> ServiceError {
        .refused(UnapprovedDevice(challenge: challenge))
    }
}
