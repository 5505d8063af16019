/// The categories that 1Password gives to items, by the numbers of `categoryUuid`.
enum OnePasswordCategory {
    /// The number of a login, of which nothing need be said.
    static let login = "001"

    private static let names = [
        "002": "Credit Card", "003": "Secure Note", "004": "Identity", "005": "Password", "006": "Document",
        "100": "Software License", "101": "Bank Account", "102": "Database", "103": "Driver License",
        "104": "Outdoor License", "105": "Membership", "106": "Passport", "107": "Rewards",
        "108": "Social Security Number", "109": "Wireless Router", "110": "Server", "111": "Email Account",
        "112": "API Credential", "113": "Medical Record", "114": "SSH Key", "115": "Crypto Wallet",
    ]

    /// What a category is called; its number when it is a later one.
    static func name(_ identifier: String) -> String {
        names[identifier] ?? identifier
    }
}
