import Foundation
import Testing

@testable import ContractKit

@Suite("Tasks that are resumed and suspended, with both doubles", .timeLimit(.hang))
struct ResumeParityTests {
  /// One step of what a test does with a task.
  enum Step: Sendable { case resume, suspend }

  @Test(
    "a task that is resumed in the end sends one request and gets its answer once", arguments: InjectionPoint.allCases,
    [
      [Step.resume, .resume], [.resume, .suspend, .resume], [.suspend, .resume, .resume],
      [.resume, .resume, .suspend, .resume, .resume],
    ])
  func resumed(injectionPoint: InjectionPoint, steps: [Step]) async {
    let seen = Notes<String>()
    let reported = Notes<String>()
    let ended = Gate()
    let call = Call.memory { request in
      seen.add(request.url)
      return .ok("once", delay: 0.02)
    }
    // swift-format-ignore: NeverForceUnwrap
    let url = URL(string: "http://localhost:8080/a")!
    let task = injectionPoint.session(of: call).dataTask(with: URLRequest(url: url)) { data, _, _ in
      reported.add(String(decoding: data ?? Data(), as: UTF8.self))
      ended.open()
    }
    for step in steps {
      switch step {
      case .resume: task.resume()
      case .suspend: task.suspend()
      }
    }
    await ended.wait()
    #expect(seen.all.count == 1)
    #expect(reported.all == ["once"])
  }

  @Test(
    "an answer that arrives while a task is suspended waits until the task is resumed",
    arguments: InjectionPoint.allCases)
  func suspended(injectionPoint: InjectionPoint) async {
    let answering = Gate()
    let reported = Notes<String>()
    let ended = Gate()
    let call = Call.memory { request in
      await answering.wait()
      return .ok("late")
    }
    // swift-format-ignore: NeverForceUnwrap
    let url = URL(string: "http://localhost:8080/a")!
    let task = injectionPoint.session(of: call).dataTask(with: URLRequest(url: url)) { _, _, _ in
      reported.add("answer")
      ended.open()
    }
    task.resume()
    task.suspend()
    answering.open()
    // Another request of the call is handed over and answered after the answer to the first one.
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      injectionPoint.session(of: call).dataTask(with: URLRequest(url: url)) { _, _, _ in continuation.resume() }
        .resume()
    }
    reported.add("resumed")
    task.resume()
    await ended.wait()
    #expect(reported.all == ["resumed", "answer"])
  }

  @Test("a download that is canceled by producing resume data has none")
  func resumeData() async {
    let call = Call.memory { _ in .ok("{}", delay: 3600) }
    let codes = Notes<Int?>()
    let ended = Gate()
    let task = call.mock.downloadTask(with: call.baseURL) { _, _, error in
      codes.add((error as? URLError)?.errorCode)
      ended.open()
    }
    task.resume()
    let data = Notes<Data?>()
    task.cancel(byProducingResumeData: { data.add($0) })
    await ended.wait()
    #expect(codes.all == [-999] && data.all == [nil])
  }
}
