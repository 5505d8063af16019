import Strings

/// The mail with the code that approves a device, in the languages of the house.
enum DeviceMail {
    /// The language of ours that a header `Accept-Language` asks for first; English when it names none of them.
    static func language(_ accepted: String?) -> String {
        Language(accepted: accepted).rawValue
    }

    /// The subject and the text of the mail.
    static func text(code: String, label: String, in tag: String) -> (subject: String, text: String) {
        let language = Language(tag: tag) ?? .english
        return (
            MailStrings.deviceSubject.said(in: language),
            """
            \(MailStrings.deviceOpening(device: label).said(in: language))

                \(code)

            \(MailStrings.deviceClosing.said(in: language))
            """ + "\n"
        )
    }
}
