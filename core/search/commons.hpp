// What several threads share that work on one tree, and how each keeps out of the others' way.
//
// Whoever reads or changes the tree is inside the gate. Nobody inside waits for anybody: numbers
// are changed atomically, and what is new is written first and linked in afterwards, by whoever
// comes first. Only who has to lay arrays anew asks the others out, and has the tree alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace otherminds {

// ---- numbers ----

// On common processors these cost what a plain access does.
template <class T>
T loaded(const T& number) {
  return std::atomic_ref<T>(const_cast<T&>(number)).load(std::memory_order_relaxed);
}
template <class T>
void store(T& number, T value) {
  std::atomic_ref<T>(number).store(value, std::memory_order_relaxed);
}

// What another thread has linked in is seen together with all that it had written before.
template <class T>
T linked(const T& link) {
  return std::atomic_ref<T>(const_cast<T&>(link)).load(std::memory_order_acquire);
}
// False where somebody else came first; `expected` is then what is there instead.
template <class T>
bool link(T& place, T& expected, T wanted) {
  return std::atomic_ref<T>(place).compare_exchange_strong(
      expected, wanted, std::memory_order_acq_rel, std::memory_order_acquire);
}

// Asks for a place that this thread is about to change and others have changed: what is asked for
// together arrives together.
inline void expect(const void* place) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0"
               :
               : "m"(*static_cast<const char*>(place)));  // to write, not only read
#else
  __builtin_prefetch(place, 1);
#endif
}

// ---- the gate ----

class Gate {
 public:
  explicit Gate(std::size_t threads) : threads_(threads) {}

  void enter(std::size_t who) {
    std::atomic<bool>& inside = threads_[who].inside;
    for (;;) {
      // In one order for all: either this thread sees the gate closed, or who closes it sees it.
      inside.store(true, std::memory_order_seq_cst);
      if (!closed_.load(std::memory_order_seq_cst)) return;
      inside.store(false, std::memory_order_release);
      wait_until_open();
    }
  }
  void leave(std::size_t who) { threads_[who].inside.store(false, std::memory_order_release); }

  // Works while nobody is inside; the caller is not either.
  template <class Work>
  void alone(Work&& work) {
    const std::lock_guard lock(mutex_);
    const Closed closed(*this);
    work();
  }

 private:
  void wait_until_open();

  static constexpr std::size_t cache_line = 64;

  // Each on a cache line of its own, which no other thread writes.
  struct alignas(cache_line) Thread {
    std::atomic<bool> inside{false};
  };

  // Keeps the gate closed.
  class Closed {
   public:
    explicit Closed(Gate& gate) : gate_(gate) {
      gate.closed_.store(true, std::memory_order_seq_cst);
      for (Thread& thread : gate.threads_) wait_for(thread);
    }
    ~Closed() { gate_.closed_.store(false, std::memory_order_release); }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    static void wait_for(Thread& thread);

    Gate& gate_;
  };

  std::vector<Thread> threads_;
  alignas(cache_line) std::atomic<bool> closed_{false};
  std::mutex mutex_;
};

// ---- room ----

// Places in an array that belong to one thread.
struct Piece {
  std::uint32_t next = 0;
  std::uint32_t end = 0;

  std::uint32_t left() const { return end - next; }
};

// Where one thread builds. Threads that took one place after the other would write to the same
// cache lines all the time. A tree that has one thread needs none of it.
struct Plot {
  Gate* gate = nullptr;
  std::size_t who = 0;
  Piece nodes = {};
  Piece edges = {};
  Piece outcomes = {};
  std::vector<double> copied = {};  // what was counted at edges when they were copied

  // Steps out and works on the tree alone. Whatever was known of places in it by address, or of
  // edges of nodes whose moves may differ between visits, is to be looked up again.
  template <class Work>
  void alone(Work&& work) {
    if (!gate) return work();
    gate->leave(who);
    gate->alone(std::forward<Work>(work));
    gate->enter(who);
  }
};

// Keeps a thread inside.
class Inside {
 public:
  explicit Inside(const Plot& plot) : gate_(plot.gate), who_(plot.who) {
    if (gate_) gate_->enter(who_);
  }
  ~Inside() {
    if (gate_) gate_->leave(who_);
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  Gate* gate_;
  std::size_t who_;
};

}  // namespace otherminds
