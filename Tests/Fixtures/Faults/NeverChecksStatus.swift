import ContractKit
import Foundation

// Wrong:
struct ProfileClient {
  let session: URLSession
  let address: URL

  func profile() async throws -> Profile {
    let (data, _) = try await session.data(from: address)
    return try JSONDecoder().decode(Profile.self, from: data)
  }
}

// Right:
extension ProfileClient {
  func profileRightly() async throws -> Profile {
    let (data, response) = try await session.data(from: address)
    guard let http = response as? HTTPURLResponse, http.statusCode == 200 else {
      throw ProfileError.status((response as? HTTPURLResponse)?.statusCode)
    }
    return try JSONDecoder().decode(Profile.self, from: data)
  }
}

// Both:
struct Profile: Codable { let name: String }
enum ProfileError: Error { case status(Int?) }

extension Operations {
  mutating func neverChecksStatus(_ isRight: Bool) {
    on("neverChecksStatus") { call in
      let client = ProfileClient(session: call.session, address: call.baseURL.appendingPathComponent("profile"))
      return try await isRight ? client.profileRightly() : client.profile()
    }
    mapFailures { error, failure in
      if case ProfileError.status = error { failure.category = .status }
    }
  }
}
