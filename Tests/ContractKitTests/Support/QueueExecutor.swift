import Dispatch

/// Runs tasks one after another on a dispatch queue, so that they begin in the order of their creation. Answers still
/// come if clients block every thread on which Swift runs tasks.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "answers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
