import ContractKit
import Foundation

// Wrong:
struct NoteClient {
  let session: URLSession
  let address: URL

  func save(_ note: Note) async throws -> Int {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(note)
    return try JSONDecoder().decode(Int.self, from: try await session.data(for: request).0)
  }
}

// Right:
extension NoteClient {
  func saveRightly(_ note: Note) async throws -> Int {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(note)
    return try JSONDecoder().decode(Int.self, from: try await session.data(for: request).0)
  }
}

// Both:
struct Note: Codable { let text: String }

extension Operations {
  mutating func sendsNoContentType(_ isRight: Bool) {
    on("sendsNoContentType") { call in
      let client = NoteClient(session: call.session, address: call.baseURL.appendingPathComponent("notes"))
      let note = try call.input(Note.self)
      return try await isRight ? client.saveRightly(note) : client.save(note)
    }
  }
}
