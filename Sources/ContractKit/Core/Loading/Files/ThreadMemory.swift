/// Memory for a thread that is going to make much and keep it.
///
/// glibc gives each thread a heap of its own, and that grows by single pages: a call of the system for every four kilobytes,
/// while other threads wait for theirs. What was once asked for and let go of it keeps for the thread. On other systems
/// nothing comes of this, and nothing is lost.
enum ThreadMemory {
  /// Lets the heap of the current thread grow at once, by address and not by memory: pages count when they are written to.
  static func makeRoom() {
    // What is this large comes from elsewhere, until something as large was let go of.
    for bytes in [16 << 20, 8 << 20] {
      var room: [UInt8] = []
      room.reserveCapacity(bytes)
    }
  }
}
