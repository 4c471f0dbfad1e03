import ContractKit
public import UploadClient

@main struct UploadDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("uploadUser", client: { UploadClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.upload(try call.input()) { done($0) }
    }
  }
}

// All that it takes: the mock has URLSession's methods, and on Linux it alone sees what an upload task uploads.
extension MockSession: UploadSession {}
