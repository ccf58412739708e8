// Errors that a user can cause. Each carries a sentence that says what was given and what is
// accepted; the kind decides which Python exception it becomes (otherminds.contracts.errors).
#pragma once

#include <stdexcept>
#include <string>

namespace otherminds {

enum class ErrorKind {
  illegal_action,  // an action that is not legal here
  option,          // an unknown or impossible option, budget or name
  format,          // text, bytes or JSON that cannot be read
  game,            // a game broke its contract
  agent,           // an agent broke its contract
  limit,           // a computation reached its limit before it had an answer
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), kind(kind) {}

  ErrorKind kind;
};

}  // namespace otherminds
