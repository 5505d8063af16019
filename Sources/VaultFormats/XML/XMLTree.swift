/// An element of an XML document, and the tree of elements below it.
final class XMLTree {
    let name: String
    let attributes: [String: String]
    /// What stands in it, when it has no elements of its own: white space between elements is no text.
    let text: String
    /// The elements in it.
    let children: [XMLTree]

    init(name: String, attributes: [String: String], text: String, children: [XMLTree]) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// The first child of that name.
    func child(_ name: String) -> XMLTree? {
        children.first { $0.name == name }
    }

    /// The children of that name.
    func all(_ name: String) -> [XMLTree] {
        children.filter { $0.name == name }
    }

    /// The text of the first child of that name; nil when there is none, or it is empty.
    func text(of name: String) -> String? {
        guard let text = child(name)?.text, !text.isEmpty else { return nil }
        return text
    }

    /// Whether an attribute or a text says `True`, as KeePass writes it.
    static func isTrue(_ text: String?) -> Bool {
        text?.lowercased() == "true"
    }
}
