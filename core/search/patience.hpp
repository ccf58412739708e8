// How long a search may take, for all that goes on inside of one of its iterations: searches within
// it, worlds by the million. They would not come back to the loop for seconds, so they look here.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "search/result.hpp"

namespace otherminds {

// That of the thread that makes one, as long as it lives. A search within a search has none of its
// own: it is bound by that of the outermost, which a person or a match waits for.
class Patience {
 public:
  // The time is over: what is under way is dropped. Only the outermost search sees it.
  struct Over {};

  // `halt`: ends it from another thread.
  explicit Patience(std::optional<double> seconds, Monitor* monitor = nullptr,
                    const std::atomic<bool>* halt = nullptr);
  // A share of what this thread has: for what comes before something else.
  struct Share {
    double part;
  };
  explicit Patience(Share share);
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

  // Whether there is any left, or nobody waits in this thread. Called often, it costs next to
  // nothing; what the monitor throws passes through.
  static bool lasts();
  // Throws Over if not.
  static void check() {
    if (!lasts()) throw Over();
  }

  // When the outermost search began, the drawing of its worlds included; now, for those within it.
  static std::chrono::steady_clock::time_point since() {
    return exists() && !nested() ? current_->start_ : Clock::now();
  }
  // Whether this thread has one.
  static bool exists() { return current_ != nullptr; }
  // Whether this thread is in a search within a search.
  static bool nested() { return exists() && current_->depth_ > 0; }
  // What the monitor is told while an iteration is under way.
  static void note(std::int64_t iterations) {
    if (exists()) current_->iterations_ = iterations;
  }

  // Around each search within a search.
  class Inner {
   public:
    Inner() : around_(current_) {
      if (around_) ++around_->depth_;
    }
    ~Inner() {
      if (around_) --around_->depth_;
    }
    Inner(const Inner&) = delete;
    Inner& operator=(const Inner&) = delete;

   private:
    Patience* around_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  bool look();
  std::optional<double> part_of_rest(double part) const;

  static thread_local Patience* current_;

  Patience* const around_;  // of whom called somebody else's code, which searches on its own
  const Clock::time_point start_ = Clock::now();
  const std::optional<double> seconds_;
  Monitor* const monitor_;
  const std::atomic<bool>* const halt_;
  std::int64_t iterations_ = 0;
  unsigned calls_ = 0;
  int depth_ = 0;
  bool over_ = false;
};

}  // namespace otherminds
