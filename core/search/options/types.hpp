// What kind of thing an option is, by the type of its member.
#pragma once

#include <type_traits>
#include <variant>

namespace otherminds {

template <class T>
struct IsVariant : std::false_type {};
template <class... Answers>
struct IsVariant<std::variant<Answers...>> : std::true_type {};

// An option whose value is an answer with options of its own.
template <class T>
concept IsAnswer = IsVariant<std::remove_cv_t<T>>::value || requires { T::title; };

}  // namespace otherminds
