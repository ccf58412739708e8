// The parts of all actions of a game, listed once: the way back from parts to an action, and what
// each part can be.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/game.hpp"
#include "engine/value.hpp"

namespace otherminds {

class ActionParts {
 public:
  // `listed` holds the parts of each action, by its id. Refuses, as an error of the game, a type
  // that is not among `types`, actions of one type whose parts have different names, and two
  // actions with equal parts.
  ActionParts(std::string game, const std::vector<std::string>& types,
              const std::vector<Value>& listed);

  // The action with these parts, in whatever order they come. The error for parts that no action
  // has names the type, part or value at fault and what is accepted in its place.
  Action find(const Value& parts) const;

  // By type, then by part, every value that the part has in some action, in the order of the
  // actions. A type without actions is left out.
  Value schema() const;

 private:
  struct Part {
    std::string name;
    Value::List values;
    std::unordered_set<std::string> keys;  // of the values
  };
  struct Type {
    std::string name;
    std::vector<Part> parts = {};  // without the type
    Value example = {};            // the parts of its first action
  };

  const Type& type_of(const Value& parts) const;

  std::string game_;
  std::vector<Type> types_;
  std::unordered_map<std::string, Action> actions_;  // by the key of their parts
};

}  // namespace otherminds
