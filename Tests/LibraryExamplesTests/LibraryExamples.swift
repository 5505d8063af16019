import Testing

/// One example for each library product, as `Docs/libraries.md` shows it.
///
/// What stands between the two marks of a test is on the page, with the file's imports except `Testing`:
/// `Scripts/check-examples` compares them, and `Scripts/check-examples --write` brings the page up to date.
@Suite("Examples of the libraries")
struct LibraryExamples {}
