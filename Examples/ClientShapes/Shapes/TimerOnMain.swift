import ContractKit
import Foundation

extension Operations {
  mutating func addTimer() {
    on("timer", client: { @MainActor in SearchField(session: $0.session, baseURL: $0.baseURL) }) {
      @MainActor field, call, done in
      field.onResult = { done($0) }
      for text in try call.input([String].self, at: "typed") { field.type(text) }
    }
  }
}

/// A search field that sends a request when the user has stopped typing for a moment. It uses a `Timer` on
/// `RunLoop.main`.
@MainActor final class SearchField {
  /// Called once for each search, with the result.
  var onResult: (@MainActor (Result<[Thing], any Error>) -> Void)?
  private var timer: Timer?
  private let session: URLSession
  private let baseURL: URL

  init(session: URLSession = .shared, baseURL: URL) {
    self.session = session
    self.baseURL = baseURL
  }

  func type(_ text: String) {
    timer?.invalidate()
    timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { [weak self] _ in
      // A timer of the main run loop fires on the main thread.
      MainActor.assumeIsolated { self?.search(text) }
    }
  }

  private func search(_ text: String) {
    timer = nil
    let url = baseURL.appendingPathComponent("things").appending(queryItems: [URLQueryItem(name: "q", value: text)])
    session.dataTask(with: url) { [weak self] data, response, error in
      let result = Result<[Thing], any Error> {
        if let error { throw error }
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw ThingError.notHTTP }
        guard status == 200 else { throw ThingError.status(status) }
        return try JSONDecoder().decode([Thing].self, from: data ?? Data())
      }
      DispatchQueue.main.async {
        self?.onResult?(result)
        self?.onResult = nil
      }
    }.resume()
  }
}
