// The interpreter lock, and calls into Python, in threads that the interpreter may leave behind.
//
// When the interpreter ends, it stops a daemon thread at the moment that this thread asks for the
// lock. Before Python 3.14 it does so by pthread_exit(), which unwinds the stack as an exception
// does: through destructors that touch Python objects without the lock, and into handlers that
// abort the process. Such a thread stays where it is instead, until the process is gone.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <chrono>
#include <thread>
#include <tuple>

#include "engine/pulse.hpp"

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace otherminds::python {

// Calls something that may ask for the lock. It must not own anything: what it owned would be
// destroyed on the way here, without the lock.
template <class Call>
#ifdef __GNUC__
__attribute__((no_sanitize("null")))  // the exception caught here is no object
#endif
auto or_stay(Call call) {
#ifdef __GLIBCXX__
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return call();
#endif
}

// Holds the lock for a scope, whether or not the thread has it already.
class Locked {
 public:
  Locked() : state_(or_stay([] { return PyGILState_Ensure(); })) {}
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_;
};

// Gives the lock away for a scope.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    or_stay([this] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

// Has Ctrl-C end work that runs without the lock, and every other signal handled meanwhile.
class Signals final : public Pulse {
 private:
  void look() override {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
  }
};

// A new reference that Python gave, or what it raised.
inline nanobind::object checked(PyObject* answer) {
  if (!answer) throw nanobind::python_error();
  return nanobind::steal(answer);
}

// object.method(args...)
template <class... Args>
nanobind::object call(nanobind::handle object, nanobind::handle method, const Args&... args) {
  const std::array<nanobind::object, sizeof...(Args)> given{nanobind::cast(args)...};
  return checked(or_stay([&] {
    return std::apply(
        [&](const auto&... each) {
          return PyObject_CallMethodObjArgs(object.ptr(), method.ptr(), each.ptr()..., nullptr);
        },
        given);
  }));
}

template <class... Args>
nanobind::object call(nanobind::handle object, const char* method, const Args&... args) {
  return call(object, nanobind::str(method), args...);
}

// function(args...)
template <class... Args>
nanobind::object call_function(nanobind::handle function, const Args&... args) {
  const std::array<nanobind::object, sizeof...(Args)> given{nanobind::cast(args)...};
  return checked(or_stay([&] {
    return std::apply(
        [&](const auto&... each) {
          return PyObject_CallFunctionObjArgs(function.ptr(), each.ptr()..., nullptr);
        },
        given);
  }));
}

// object.name, which may be a property
inline nanobind::object attribute(nanobind::handle object, const char* name) {
  return checked(or_stay([&] { return PyObject_GetAttrString(object.ptr(), name); }));
}

// bool(object)
inline bool truth(nanobind::handle object) {
  const int answer = or_stay([&] { return PyObject_IsTrue(object.ptr()); });
  if (answer < 0) throw nanobind::python_error();
  return answer == 1;
}

// left == right
inline bool equal(nanobind::handle left, nanobind::handle right) {
  const int answer =
      or_stay([&] { return PyObject_RichCompareBool(left.ptr(), right.ptr(), Py_EQ); });
  if (answer < 0) throw nanobind::python_error();
  return answer == 1;
}

}  // namespace otherminds::python
