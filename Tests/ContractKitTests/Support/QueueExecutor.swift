import Dispatch

/// Runs tasks one after another on a dispatch queue, so that they begin in the order in which they were made, and answers
/// come even where clients block every thread that Swift runs tasks on.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "answers")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
