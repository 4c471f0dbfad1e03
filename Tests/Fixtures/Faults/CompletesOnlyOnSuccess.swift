import ContractKit
import Foundation

// Wrong:
struct UserUploader {
  let session: any UploadSession
  let address: URL

  func upload(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) {
    session.uploadTask(with: request, from: try? JSONEncoder().encode(user)) { data, _, error in
      if let error { return completion(error) }
      guard let data else { return completion(UploadError.noData) }
      do {
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        if answer.success { completion(nil) }
      } catch {
        completion(error)
      }
    }.resume()
  }
}

// Right:
extension UserUploader {
  func uploadRightly(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) {
    session.uploadTask(with: request, from: try? JSONEncoder().encode(user)) { data, _, error in
      if let error { return completion(error) }
      guard let data else { return completion(UploadError.noData) }
      do {
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        completion(answer.success ? nil : UploadError.refused)
      } catch {
        completion(error)
      }
    }.resume()
  }
}

// Both:
struct User: Codable { let name: String }
struct Answer: Decodable { let success: Bool }
enum UploadError: Error { case noData, refused }

protocol UploadSession: Sendable {
  func uploadTask(
    with request: URLRequest, from bodyData: Data?,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionUploadTask
}
extension URLSession: UploadSession {}
extension MockSession: UploadSession {}

extension UserUploader {
  private var request: URLRequest {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
  }
}

extension Operations {
  mutating func completesOnlyOnSuccess(_ isRight: Bool) {
    on(
      "completesOnlyOnSuccess",
      client: { UserUploader(session: $0.mock, address: $0.baseURL.appendingPathComponent("user")) }
    ) { client, call, done in
      let user = try call.input(User.self)
      if isRight { client.uploadRightly(user) { done($0) } } else { client.upload(user) { done($0) } }
    }
  }
}
