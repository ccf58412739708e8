// Lets the one who asked for long work look at other things from time to time.
#pragma once

#include <chrono>

namespace otherminds {

class Pulse {
 public:
  virtual ~Pulse() = default;

  // The work calls this often, in the thread that asked for it: it costs next to nothing.
  void beat() {
    if (++beats_ % stride != 0) return;
    const auto now = Clock::now();
    if (now < next_look_) return;
    look();
    next_look_ = Clock::now() + pause;
  }

 private:
  using Clock = std::chrono::steady_clock;

  // About twenty times per second. What it throws ends the work.
  virtual void look() = 0;

  static constexpr unsigned stride = 64;  // the clock is read now and then only
  static constexpr std::chrono::milliseconds pause{50};
  unsigned beats_ = 0;
  Clock::time_point next_look_ = Clock::now() + pause;
};

}  // namespace otherminds
