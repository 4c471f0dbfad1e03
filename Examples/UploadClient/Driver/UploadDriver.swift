import ContractKit
public import UploadClient

@main struct UploadDriver: Driver {
  func register(in operations: inout Operations) {
    operations.on("uploadUser", client: { UploadClient(session: $0.mock, baseURL: $0.baseURL) }) { client, call, done in
      client.upload(try call.input()) { done($0) }
    }
  }
}

// This line is enough, because the mock has URLSession's methods. On Linux, only the mock sees the body of an upload
// task.
extension MockSession: UploadSession {}
