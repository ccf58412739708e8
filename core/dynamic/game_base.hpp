// What every native game does behind the dynamic interface in the same way.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/action_parts.hpp"
#include "dynamic/any.hpp"
#include "dynamic/packed.hpp"

namespace otherminds {

class GameBase : public AnyGame {
 public:
  ~GameBase() override;

  std::string name() const override { return header_.game; }
  int version() const override { return header_.version; }

  Action parse_action(const std::string& text) const override;
  Action parse_outcome(const std::string& text) const override;
  Value action_parts(Action action) const override;
  Action action_from_parts(const Value& parts) const override { return all_parts().find(parts); }
  Value action_schema() const override { return all_parts().schema(); }

  // Two games are the same when their name and options are.
  bool same_as(const AnyGame& other) const;

  // What stands before the bytes of a state.
  const PackedHeader& header() const { return header_; }

 protected:
  GameBase(std::string name, int version, const Value& options);

  // What an action of the game consists of beside its type.
  virtual Value::Members other_parts(Action action) const = 0;

  [[noreturn]] void refuse_length() const;
  // Refuses a state in which the rules found a problem.
  void check_problem(const std::string& problem) const;

 private:
  Value parts_of(Action action, const std::vector<std::string>& types) const;
  const ActionParts& all_parts() const;

  PackedHeader header_;
  mutable std::once_flag parts_listed_;
  mutable std::optional<ActionParts> all_parts_;  // listed when somebody first asks
};

}  // namespace otherminds
