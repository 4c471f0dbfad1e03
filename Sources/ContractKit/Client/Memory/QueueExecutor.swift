/// Runs tasks one after another on a dispatch queue, so that answers come even where clients block every thread that Swift
/// runs tasks on.
final class QueueExecutor: TaskExecutor {
  // Serial, so that tasks begin in the order in which they were made.
  private let queue = DispatchQueue(label: "ContractKit.answers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
