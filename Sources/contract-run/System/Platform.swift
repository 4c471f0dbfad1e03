// Functions that the C library's Swift module lacks, and differences between platforms. No other file of the command
// has an #if.

import ContractCore
import Foundation

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

enum Platform {
  /// The names of the library OpenSSL, in the order in which they are tried, and how it is installed.
  #if canImport(Darwin)
    static let openSSL = [
      "/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib", "/usr/local/opt/openssl@3/lib/libssl.3.dylib",
      "/opt/local/libexec/openssl3/lib/libssl.3.dylib",
    ]
    static let openSSLAdvice = "install it: brew install openssl@3"
  #else
    static let openSSL = ["libssl.so.3", "libssl.so.1.1"]
    static let openSSLAdvice = "install it: apt-get install libssl3 (on Alpine: apk add libssl3)"
  #endif

  /// Returns whether the machine has a time zone, such as `Asia/Karachi`, or a locale, such as `tr_TR.UTF-8`.
  static func hasLocale(_ name: String) -> Bool {
    if name.contains("/") {
      let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
      return FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
    #if canImport(Darwin)
      let category = LC_CTYPE_MASK
    #else
      let category = Int32(1) << LC_CTYPE
    #endif
    guard let locale = newlocale(category, name, nil) else { return false }
    freelocale(locale)
    return true
  }

  /// Returns how a process ended, from the status of `waitpid`. The module does not have the C macros for this.
  static func termination(ofStatus status: Int32) -> TerminationStatus {
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Waits for a child's end but does not reap it, so that its process group still belongs to it.
  static func waitWithoutReaping(_ pid: pid_t) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
  }

  /// Returns whether a child has ended. It is not reaped.
  static func hasEnded(_ pid: pid_t) -> Bool {
    var info = siginfo_t()
    // With WNOHANG, the call succeeds for a child that lives, and leaves the signal at 0.
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | WNOHANG) == -1 ? errno != EINTR : info.si_signo != 0
  }

  /// Returns the living processes of a group.
  static func processes(ofGroup group: pid_t) -> [pid_t] {
    #if canImport(Darwin)
      var processes = [pid_t](repeating: 0, count: 1024)
      let size = Int32(processes.count * MemoryLayout<pid_t>.size)
      let found = proc_listpids(UInt32(PROC_PGRP_ONLY), UInt32(group), &processes, size)
      return processes.prefix(Int(found) / MemoryLayout<pid_t>.size).filter { $0 > 0 }
    #else
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { pid_t($0) }.filter { getpgid($0) == group }
    #endif
  }

  /// Returns the memory of a process; none if it has ended.
  static func memory(of process: pid_t) -> GroupMemory.Share {
    #if canImport(Darwin)
      var usage = rusage_info_v4()
      let result = withUnsafeMutablePointer(to: &usage) { usage in
        usage.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
        }
      }
      if result != 0 { return GroupMemory.Share() }
      return GroupMemory.Share(now: Int(usage.ri_phys_footprint), most: Int(usage.ri_lifetime_max_phys_footprint))
    #else
      let text = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
      func bytes(_ name: String) -> Int {
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
      }
      return GroupMemory.Share(now: bytes("VmRSS"), most: bytes("VmHWM"))
    #endif
  }

  /// Makes the most memory that a process has had what it has now, if the system can do that.
  static func forgetMost(of process: pid_t) {
    #if !canImport(Darwin)
      // The kernel's documentation of /proc/PID/clear_refs.
      let file = open("/proc/\(process)/clear_refs", O_WRONLY)
      if file == -1 { return }
      _ = write(file, "5", 1)
      close(file)
    #endif
  }

  /// Calls the system's `read`, for types that have a method of that name.
  static func read(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
    bytes.withUnsafeMutableBytes { buffer in
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, count)
      #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, count)
      #else
        Darwin.read(descriptor, buffer.baseAddress, count)
      #endif
    }
  }

  /// How many times longer than alone a computation takes now: the number of threads that want a processor, for each
  /// processor. At least 1, and at most 20.
  static var slowness: Double {
    var loads = [0.0]
    let processors = Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    return getloadavg(&loads, 1) == 1 ? min(20, max(1, loads[0] / processors)) : 1
  }

  /// What a file system knows about a file. Times, of the last change of the contents and of anything, are in
  /// nanoseconds since 1970.
  struct Status: Equatable {
    var isFolder: Bool
    var modified, changed, size: Int64
    var number: UInt64
    private var device: UInt64

    /// What no other file of the machine has.
    var identity: [UInt64] { [device, number] }

    fileprivate init(_ found: stat) {
      func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
      let times = Platform.times(of: found)
      (modified, changed) = (nanoseconds(times.modified), nanoseconds(times.changed))
      (size, number) = (Int64(found.st_size), UInt64(found.st_ino))
      device = UInt64(truncatingIfNeeded: found.st_dev)
      isFolder = found.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// Returns what the file system knows about a path, with links followed; nil if there is no file.
  static func status(of path: String) -> Status? {
    var found = stat()
    return stat(path, &found) == 0 ? Status(found) : nil
  }

  /// Returns what the file system knows about the file of a descriptor; nil if it is closed.
  static func status(of descriptor: Int32) -> Status? {
    var found = stat()
    return fstat(descriptor, &found) == 0 ? Status(found) : nil
  }

  private static func times(of found: stat) -> (modified: timespec, changed: timespec) {
    #if canImport(Darwin)
      (found.st_mtimespec, found.st_ctimespec)
    #else
      (found.st_mtim, found.st_ctim)
    #endif
  }

  /// Returns the system's message for an error number.
  static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// Returns the number of columns of the terminal on a descriptor, or nil if it is not a terminal.
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static var descriptorLimit: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    #else
      let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
    #endif
    return isKnown ? Int(clamping: limit.rlim_cur) : 256
  }

  /// Opens the standard streams that the process was started without, so that no pipe of a driver takes their place.
  static func openStandardStreams() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Turns a write to a closed pipe into an error instead of a signal.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that becomes too large.
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  static func restoreDefault(_ number: Int32) { _ = signal(number, SIG_DFL) }

  static func ignores(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
