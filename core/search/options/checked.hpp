// Options that were read and checked once, on their way through values.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "search/options.hpp"

namespace otherminds {

// A search that models another seat is an option of the outer search: its options come as this.
class CheckedOptions : public Foreign {
 public:
  explicit CheckedOptions(std::shared_ptr<const SearchOptions> options)
      : options_(std::move(options)) {}

  const std::shared_ptr<const SearchOptions>& options() const { return options_; }
  std::string text() const override { return "the options of a search"; }

 private:
  std::shared_ptr<const SearchOptions> options_;
};

}  // namespace otherminds
