import API
import HTTPKit

/// The password is right, and the device is one that the account has not approved: a code is on its way by mail.
package struct UnapprovedDevice: ServiceFault {
    /// What the answer to the mail is shown together with.
    package let challenge: String

    /// What an answer calls it.
    package var problem: ProblemCode { .accountsDeviceUnapproved }

    /// Tells the challenge.
    package func complete(_ problem: inout ProblemBody) { problem.challenge = challenge }
}

extension ServiceError {
    /// The password is right, and the device is one that the account has not approved.
    package static func deviceUnapproved(challenge: String) -> ServiceError {
        .refused(UnapprovedDevice(challenge: challenge))
    }
}
