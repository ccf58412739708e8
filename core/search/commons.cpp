#include "search/commons.hpp"

#include <chrono>
#include <thread>

namespace otherminds {

namespace {

// Who has the tree alone is done within microseconds, and a thread that sleeps takes longer than
// that to wake: so whoever waits looks many times first.
constexpr int looks_awake = 4000;

void pause_a_moment() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

void Gate::wait_until_open() {
  for (int looks = 0; looks < looks_awake; ++looks) {
    if (!closed_.load(std::memory_order_acquire)) return;
    pause_a_moment();
  }
  const std::lock_guard wait(mutex_);
}

// A model that plans, or one in Python, may keep a thread inside for long: then nobody spins.
void Gate::Closed::wait_for(Thread& thread) {
  using namespace std::chrono_literals;
  constexpr int looks_aside = looks_awake + 100;
  for (int looks = 0; thread.inside.load(std::memory_order_acquire); ++looks) {
    if (looks < looks_awake)
      pause_a_moment();
    else if (looks < looks_aside)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(100us);
  }
}

}  // namespace otherminds
