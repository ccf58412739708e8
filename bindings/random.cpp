// Streams and generators of random numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/typing.h>

#include "convert.hpp"
#include "engine/random.hpp"
#include "module.hpp"

namespace otherminds::python {

void bind_random(nb::module_& module) {
  module.attr("T") = nb::type_var("T");  // for signatures that give back what they take
  nb::class_<Rng>(module, "Rng", "A generator that walks one stream of random numbers.")
      .def(
          "below",
          [](Rng& rng, std::int64_t bound) {
            if (bound < 1 || bound > 0xffffffffLL)
              throw Error(ErrorKind::option, "below() needs a bound from 1 to 2^32 - 1.");
            return rng.below(static_cast<std::uint32_t>(bound));
          },
          nb::arg("bound"), "A whole number from 0 to bound - 1.")
      .def("unit", &Rng::unit, "A number from 0 to 1, 1 excluded.")
      .def("bits", &Rng::next, "64 random bits.")
      .def(
          "choice",
          [](Rng& rng, nb::sequence items) {
            const std::size_t size = nb::len(items);
            if (size == 0) throw Error(ErrorKind::option, "choice() needs at least one item.");
            return nb::object(items[rng.below(static_cast<std::uint32_t>(size))]);
          },
          nb::arg("items"), nb::sig("def choice(self, items: collections.abc.Sequence[T]) -> T"),
          "One of the items, each as likely as the others.")
      .def("copy", [](const Rng& rng) { return rng; }, "A twin that draws the same numbers.");

  nb::class_<Stream>(module, "Stream",
                     "The name of a sequence of random numbers; children are independent of it "
                     "and of each other.")
      .def(
          "__init__", [](Stream* self, nb::int_ seed) { new (self) Stream(to_stream(seed)); },
          nb::arg("seed"))
      .def(
          "child",
          [](const Stream& stream, nb::object label) {
            if (nb::isinstance<nb::str>(label)) return stream.child(nb::cast<std::string>(label));
            return stream.child(to_number(label));
          },
          nb::arg("label"), nb::sig("def child(self, label: int | str) -> Stream"),
          "The stream that a number or a word names below this one.")
      .def("rng", &Stream::rng, "A generator at the start of the stream.")
      .def_prop_ro("key", &Stream::key, "The 64 bits that name the stream.")
      .def(
          "__eq__",
          [](const Stream& stream, nb::handle other) {
            return nb::isinstance<Stream>(other) && nb::cast<Stream>(other).key() == stream.key();
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Stream& stream) { return static_cast<Py_hash_t>(stream.key()); })
      .def("__repr__",
           [](const Stream& stream) { return "<Stream " + hexadecimal(stream.key()) + ">"; })
      .def(
          "__reduce__",
          [](const Stream& stream) {
            // Pickles find functions by name, and a static method has none that they accept.
            const nb::object call = nb::module_::import_("operator").attr("methodcaller");
            return nb::make_tuple(call("from_key", stream.key()),
                                  nb::make_tuple(nb::type<Stream>()));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def_static("from_key", &Stream::from_key, nb::arg("key"), "The stream of a known key.");
}

}  // namespace otherminds::python
