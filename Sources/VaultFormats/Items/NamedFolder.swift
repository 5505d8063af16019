/// A folder of another manager's file, which may stand in another one.
struct NamedFolder {
    /// How deep folders may stand in one another; a circle ends there as well.
    private static let depthLimit = 32

    let title: String
    /// The identifier of the folder that this one stands in.
    let parent: String?

    /// The titles from the outermost folder to this one, with slashes between them.
    func path(in folders: [String: NamedFolder]) -> String {
        var titles: [String] = []
        var next: NamedFolder? = self
        while let folder = next, titles.count < Self.depthLimit {
            titles.insert(folder.title, at: 0)
            next = folder.parent.flatMap { folders[$0] }
        }
        return titles.joined(separator: "/")
    }
}
