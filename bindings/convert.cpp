#include "convert.hpp"

#include <variant>

#include "planner_options.hpp"
#include "python_function.hpp"

namespace otherminds::python {

namespace {

constexpr int deepest = 32;  // nothing of ours nests further; protects the stack from strangers

std::string text_of(nb::handle object, ErrorKind kind) {
  std::string text;
  if (!nb::try_cast(object, text))  // half of a surrogate pair, say
    throw Error(kind, "The text " + show(object) + " cannot be written in UTF-8.");
  return text;
}

}  // namespace

std::string to_text(nb::str text) {
  const nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

std::string show(nb::handle object) {
  try {
    std::string text = nb::cast<std::string>(nb::repr(object));
    constexpr std::size_t shown = 60;
    return text.size() > shown ? text.substr(0, shown) + "..." : text;
  } catch (const std::exception&) {
    return "an object that cannot be shown";
  }
}

namespace {

Value convert(nb::handle object, ErrorKind kind, bool functions, int depth) {
  if (depth > deepest) throw Error(kind, "The values are nested too deeply.");
  if (object.is_none()) return {};
  if (nb::isinstance<nb::bool_>(object)) return {nb::cast<bool>(object)};
  if (nb::isinstance<nb::int_>(object)) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
    if (overflow) throw Error(kind, "The number " + show(object) + " is too large.");
    return {static_cast<std::int64_t>(number)};
  }
  if (nb::isinstance<nb::float_>(object)) return {nb::cast<double>(object)};
  if (nb::isinstance<nb::str>(object)) return {text_of(object, kind)};
  if (nb::isinstance<nb::list>(object) || nb::isinstance<nb::tuple>(object)) {
    Value::List list;
    for (nb::handle item : nb::borrow<nb::sequence>(object))
      list.push_back(convert(item, kind, functions, depth + 1));
    return {std::move(list)};
  }
  if (nb::isinstance<nb::dict>(object)) {
    Value::Members members;
    // A copy: reading a member may run code that changes the original.
    const auto copy = nb::steal<nb::dict>(PyDict_Copy(object.ptr()));
    for (const auto& [name, member] : copy) {
      if (!nb::isinstance<nb::str>(name))
        throw Error(kind, "A name must be a text, not " + show(name) + ".");
      members.emplace_back(text_of(name, kind), convert(member, kind, functions, depth + 1));
    }
    return {std::move(members)};
  }
  if (functions && nb::isinstance<PlannerOptions>(object))
    return {std::make_shared<HeldOptions>(nb::borrow(object))};
  if (functions && PyCallable_Check(object.ptr()))
    return {std::make_shared<PythonFunction>(nb::borrow(object))};
  throw Error(kind, "A plain value is needed, not " + show(object) + ".");
}

}  // namespace

Value to_core(nb::handle object, ErrorKind kind, int depth) {
  return convert(object, kind, false, depth);
}

Value to_search_options(nb::handle object) { return convert(object, ErrorKind::option, true, 0); }

nb::object to_python(const Value& value) {
  struct Convert {
    nb::object operator()(std::monostate) const { return nb::none(); }
    nb::object operator()(bool given) const { return nb::bool_(given); }
    nb::object operator()(std::int64_t given) const { return nb::int_(given); }
    nb::object operator()(double given) const { return nb::float_(given); }
    nb::object operator()(const std::string& given) const {
      return nb::str(given.data(), given.size());
    }
    nb::object operator()(const Value::List& given) const {
      nb::list list;
      for (const Value& item : given) list.append(to_python(item));
      return list;
    }
    nb::object operator()(const Value::Members& given) const {
      nb::dict members;
      for (const auto& [name, member] : given) members[nb::str(name.c_str())] = to_python(member);
      return members;
    }
    nb::object operator()(const std::shared_ptr<Foreign>& given) const {
      const nb::handle object = python_object(*given);
      return object ? nb::borrow(object) : nb::object(nb::str(given->text().c_str()));
    }
  };
  return std::visit(Convert{}, value.data);
}

namespace {

// A Python int that is no bool; false if it does not fit.
bool fits(nb::handle number, int& small) {
  if (!PyLong_Check(number.ptr()) || PyBool_Check(number.ptr()))
    throw nb::type_error(("A whole number is needed, not " + show(number) + ".").c_str());
  int overflow = 0;
  const long long wide = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow || !std::in_range<int>(wide)) return false;
  small = static_cast<int>(wide);
  return true;
}

}  // namespace

Action to_action(nb::int_ number) {
  int action = 0;
  if (!fits(number, action))
    throw Error(ErrorKind::illegal_action,
                "The action " + show(number) + " does not exist in any game.");
  return action;
}

int to_index(nb::int_ number) {
  int index = 0;
  if (!fits(number, index))
    throw Error(ErrorKind::option, "The number " + show(number) + " is out of any range here.");
  return index;
}

std::uint64_t to_number(nb::handle number) {
  if (!PyLong_Check(number.ptr()))
    throw nb::type_error(("A whole number is needed, not " + show(number) + ".").c_str());
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  return overflow ? hash_text(text_of(nb::str(number), ErrorKind::option))
                  : static_cast<std::uint64_t>(small);
}

Stream to_stream(nb::handle seed) {
  return nb::isinstance<Stream>(seed) ? nb::cast<Stream>(seed) : Stream(to_number(seed));
}

}  // namespace otherminds::python
