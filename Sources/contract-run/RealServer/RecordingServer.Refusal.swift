import ContractCore
import ContractLoopback

extension RecordingServer {
  /// Why a request is neither passed on nor recorded.
  enum Refusal: Hashable, CaseIterable {
    /// It is for another host, or for a proxy.
    case host
    /// A page of another site sent it.
    case page
    /// It does not have the key of the base URL.
    case key

    /// The answer to the client. It must not show the key.
    var reply: Reply {
      let text =
        switch self {
        case .host, .page: "this request is not for the recording server"
        case .key:
          "this request does not have the key of this recording; use the base URL that 'contract-run record' printed, with"
            + " its whole path"
        }
      return Reply(.status(403), body: Array("contract-run: \(text)\n".utf8))
    }

    /// Returns the line about the first such request.
    /// - Parameter line: The request as people may see it.
    func note(_ line: String, _ headers: Headers, base: String) -> String {
      switch self {
      case .host:
        "not passed on: \(line): it is for \((headers["Host"] ?? "no host").asLine); let the client use \(base)"
      case .page:
        "not passed on: \(line): a page of another site sent it: \((headers["Origin"] ?? "an unknown one").asLine)"
      case .key:
        "not passed on: \(line): its path does not begin with the key of this recording; let the client use \(base) with"
          + " its whole path, or add --key '' if it uses only host and port"
      }
    }

    /// Returns the line about all such requests.
    func summary(_ count: Int) -> String {
      let requests = English.counted(count, "request")
      return switch self {
      case .host: "not passed on: \(requests) for another host"
      case .page: "not passed on: \(requests) of pages of other sites"
      case .key: "not passed on: \(requests) without the key"
      }
    }
  }
}
