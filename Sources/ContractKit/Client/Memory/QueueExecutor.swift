/// Runs tasks on a dispatch queue of their own, so that answers come even where clients block every thread that Swift
/// runs tasks on.
final class QueueExecutor: TaskExecutor {
  /// What answers are made and delivered on: serial, so that requests are handed over in their order.
  static let answers = QueueExecutor(DispatchQueue(label: "ContractKit.answers"))

  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
