import ContractCore
import ContractResources

/// The control page: one document, which fetches only the state.
enum ControlPage {
  private static let template = String(cString: contractServePage)
  private static let style = String(cString: contractPageStyle) + String(cString: contractServeStyle)
  /// The page's script. It sets text from requests and contracts only as text, never as HTML.
  static let script = String(cString: contractPageScript) + String(cString: contractServeScript)

  /// Returns the document.
  ///
  /// - Parameter nonce: The mark of the page's own style and script. The browser runs no others (CSP, level 3).
  static func html(nonce: String) -> String {
    template.filled(with: [
      "nonce": nonce, "style": style, "script": script, "documentation": Documentation.page("serve.md"),
    ])
  }
}
