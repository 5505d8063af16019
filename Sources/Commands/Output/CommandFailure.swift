/// An operation that failed for a reason that one line can say.
package struct CommandFailure: Error {
    /// What is wrong and, where there is one, what to do about it; it never holds a secret.
    package let reason: String
    /// What the process ends with.
    package let exitCode: Int32

    package init(_ reason: String, exitCode: Int32 = 1) {
        self.reason = reason
        self.exitCode = exitCode
    }
}
