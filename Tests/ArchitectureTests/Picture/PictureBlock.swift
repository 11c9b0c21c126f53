// SPDX-License-Identifier: Apache-2.0

/// The part of a Markdown page that holds the picture, between two comments.
struct PictureBlock {
    private static let begin = "<!-- picture of the house: begin -->\n"
    private static let end = "\n<!-- picture of the house: end -->"

    private let before: Substring
    private let after: Substring
    /// What stands between the two comments.
    let content: String

    /// Nil if the page lacks one of the comments.
    init?(in page: String) {
        guard let begin = page.firstRange(of: Self.begin),
            let end = page[begin.upperBound...].firstRange(of: Self.end)
        else { return nil }
        before = page[..<begin.upperBound]
        content = String(page[begin.upperBound..<end.lowerBound])
        after = page[end.lowerBound...]
    }

    static func block(of mermaid: String) -> String {
        "```mermaid\n\(mermaid)\n```"
    }

    /// The page with other content between the comments.
    func page(with content: String) -> String {
        before + content + after
    }
}
