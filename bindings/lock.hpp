// The interpreter lock, and calls into Python, in threads that the interpreter may leave behind.
//
// When the interpreter ends, it stops a daemon thread at the moment that this thread asks for the
// lock. Before Python 3.14 it does so by pthread_exit(), which unwinds the stack as an exception
// does: through destructors that touch Python objects without the lock, and into handlers that
// abort the process. Such a thread stays where it is instead, until the process is gone.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>
#include <utility>

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace otherminds::python {

template <class Call>
decltype(auto) or_stay(Call&& call) {
#ifdef __GLIBCXX__
  try {
    return std::forward<Call>(call)();
  } catch (const abi::__forced_unwind&) {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
#else
  return std::forward<Call>(call)();
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

// object.method(args...)
template <class... Args>
nanobind::object call(nanobind::handle object, nanobind::handle method, Args&&... args) {
  return or_stay([&] { return object.attr(method)(std::forward<Args>(args)...); });
}

template <class... Args>
nanobind::object call(nanobind::handle object, const char* method, Args&&... args) {
  return or_stay([&] { return object.attr(method)(std::forward<Args>(args)...); });
}

}  // namespace otherminds::python
