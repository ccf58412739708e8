#include "search/patience.hpp"

namespace otherminds {

thread_local Patience* Patience::current_ = nullptr;

Patience::Patience(std::optional<double> seconds, Monitor* monitor, const std::atomic<bool>* halt)
    : around_(current_), seconds_(seconds), monitor_(monitor), halt_(halt) {
  current_ = this;
}

Patience::Patience(Share share)
    : around_(current_),
      seconds_(current_ ? current_->part_of_rest(share.part) : std::nullopt),
      monitor_(current_ ? current_->monitor_ : nullptr),
      halt_(current_ ? current_->halt_ : nullptr),
      iterations_(current_ ? current_->iterations_ : 0),
      depth_(current_ ? current_->depth_ : 0) {
  current_ = this;
}

std::optional<double> Patience::part_of_rest(double part) const {
  if (!seconds_) return std::nullopt;
  return part * (*seconds_ - std::chrono::duration<double>(Clock::now() - start_).count());
}

Patience::~Patience() { current_ = around_; }

bool Patience::lasts() {
  constexpr unsigned stride = 16;  // the clock is read now and then only
  Patience* const own = current_;
  if (!own || own->over_) return !own;
  return ++own->calls_ % stride != 0 || own->look();
}

bool Patience::look() {
  const auto now = Clock::now();
  const double spent = std::chrono::duration<double>(now - start_).count();
  if ((seconds_ && spent >= *seconds_) || (halt_ && *halt_)) {
    over_ = true;
  } else if (monitor_ && now >= monitor_->next_look) {
    over_ = !monitor_->proceed(iterations_, spent);
    monitor_->next_look = Clock::now() + Monitor::pause;
  }
  return !over_;
}

}  // namespace otherminds
