import API
import HTTPKit

/// An account is made once its address is proved: a code is on its way there, or, where there is an account, a word of it.
package struct UnprovedMailbox: ServiceFault {
    /// What the answer to the mail is shown together with.
    package let challenge: String

    /// What an answer calls it.
    package var problem: ProblemCode { .accountsMailboxUnproved }

    /// Tells the challenge.
    package func complete(_ problem: inout ProblemBody) { problem.challenge = challenge }
}
