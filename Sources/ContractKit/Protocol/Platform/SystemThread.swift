// Differences between platforms in threads and their stacks.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system thread that can be waited for, with a stack for the deepest input.
///
/// Foundation's `Thread` does not report that it could not be started, or when it has ended.
package struct SystemThread: @unchecked Sendable {
  // Immutable. The system's functions for it are safe on any thread.
  private let thread: pthread_t

  /// The data that is passed to a thread.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Why no thread was started, as the system's error number.
  package struct Failure: Error {
    package var number: Int32
  }

  /// Starts a thread that must be joined or detached.
  package init(_ body: @escaping @Sendable () -> Void) throws(Failure) { try self.init(detached: false, body) }

  /// Starts a thread that nobody waits for.
  ///
  /// It is detached from the start, because to detach a thread that may just be ending is not safe: glibc reads the
  /// thread's memory once more, which may be released by then.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(Failure) {
    _ = try SystemThread(detached: true, body)
  }

  private init(detached: Bool, _ body: @escaping @Sendable () -> Void) throws(Failure) {
    // A pointer, because on Linux the module with the initializer cannot be imported.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setstacksize(attributes, DeepStack.size)
    if detached { pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED)) }
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
      var thread: pthread_t = 0
    #else
      var thread: pthread_t?
    #endif
    let number = pthread_create(&thread, attributes, { SystemThread.run($0) }, work.toOpaque())
    guard number == 0, let started = thread as pthread_t? else {
      work.release()
      throw Failure(number: number)
    }
    self.thread = started
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    noteStack()
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }

  /// Runs one of the bodies of a thread. Objects that Foundation autoreleases are released with the body.
  package static func perform(_ body: () -> Void) {
    #if canImport(Darwin)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }

  /// A number that is different for each thread that runs.
  package static var current: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  package func join() { pthread_join(thread, nil) }

  /// Detaches the thread, as the alternative to a join. It must be the current thread, or one that cannot end meanwhile.
  package func detach() { pthread_detach(thread) }

  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }
}

// MARK: The stack

extension SystemThread {
  /// How many bytes of its stack the current thread has left; 0 if the system does not report it.
  package static var stackLeft: Int {
    let lowest = lowestAddress
    if lowest == 0 { return 0 }
    return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { here in
      max(0, Int(bitPattern: here.baseAddress) - lowest)
    }
  }

  /// The end of the current thread's stack. It is determined once in each thread, because on Linux that takes many
  /// microseconds.
  static var lowestAddress: Int {
    guard let key else { return findLowestAddress() }
    if let known = pthread_getspecific(key) { return Int(bitPattern: known) }
    let lowest = findLowestAddress()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: lowest))
    return lowest
  }

  /// How many bytes the system may use of a thread's stack for itself.
  private static let reserved = 256 << 10

  /// Records the end of the stack of a thread that begins. A static program cannot ask the system for it, because it has no
  /// table of names.
  private static func noteStack() {
    guard let key else { return }
    withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { here in
      _ = pthread_setspecific(key, here.baseAddress.map { UnsafeRawPointer($0 - DeepStack.size + reserved) })
    }
  }

  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  #if canImport(Darwin)
    static func findLowestAddress() -> Int {
      let thread = pthread_self()
      return Int(bitPattern: pthread_get_stackaddr_np(thread)) - pthread_get_stacksize_np(thread)
    }
  #else
    private typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    /// The C library's module does not have the function, so it is looked up by its name.
    private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
      unsafeBitCast($0, to: GetAttributes.self)
    }

    static func findLowestAddress() -> Int {
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      guard let getAttributes, getAttributes(pthread_self(), attributes) == 0 else { return 0 }
      defer { pthread_attr_destroy(attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      return pthread_attr_getstack(attributes, &lowest, &size) == 0 ? Int(bitPattern: lowest) : 0
    }
  #endif
}
