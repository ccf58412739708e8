// Streams and generators of random numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/typing.h>

#include <array>
#include <bit>
#include <tuple>

#include "convert.hpp"
#include "engine/random.hpp"
#include "engine/tournament_streams.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

// Where a generator stands.
using Words = std::array<std::uint64_t, 4>;

nb::int_ to_int(HashKey key) {
  return nb::int_((nb::int_(key.high) << nb::int_(64)) | nb::int_(key.low));
}

HashKey to_key(nb::int_ number) {
  const nb::int_ half(64), all(128), zero(0);
  if (number < zero || !nb::int_(number >> all).equal(zero))
    throw Error(ErrorKind::option, "The key of a stream is a whole number from 0 to 2^128 - 1.");
  const nb::int_ ones(~std::uint64_t{0});
  return {nb::cast<std::uint64_t>(nb::int_(number & ones)),
          nb::cast<std::uint64_t>(nb::int_(number >> half))};
}

}  // namespace

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
      .def(
          "copy", [](const Rng& rng) { return rng; }, "A twin that draws the same numbers.")
      .def(
          "__getstate__", [](const Rng& rng) { return std::bit_cast<Words>(rng); },
          nb::sig("def __getstate__(self) -> list[int]"))
      .def(
          "__setstate__",
          [](Rng& rng, const Words& words) {
            if (words == Words{})
              throw Error(ErrorKind::format, "A generator of four zeros would draw nothing else.");
            new (&rng) Rng(std::bit_cast<Rng>(words));
          },
          nb::arg("state"), nb::sig("def __setstate__(self, state: list[int]) -> None"));

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
      .def_prop_ro(
          "key", [](const Stream& stream) { return to_int(stream.key()); },
          "The 128 bits that name the stream.")
      .def(
          "__eq__",
          [](const Stream& stream, nb::handle other) {
            return nb::isinstance<Stream>(other) && nb::cast<Stream>(other) == stream;
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const Stream& stream) { return static_cast<Py_hash_t>(stream.key().low); })
      .def("__repr__",
           [](const Stream& stream) {
             return "<Stream " + hexadecimal(stream.key().high) + hexadecimal(stream.key().low) +
                    ">";
           })
      .def(
          "__reduce__",
          [](const Stream& stream) {
            // Pickles find functions by name, and a static method has none that they accept.
            const nb::object call = nb::module_::import_("operator").attr("methodcaller");
            return nb::make_tuple(call("from_key", to_int(stream.key())),
                                  nb::make_tuple(nb::type<Stream>()));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def_static(
          "from_key", [](nb::int_ key) { return Stream::from_key(to_key(key)); }, nb::arg("key"),
          "The stream of a known key.");

  nb::class_<MatchStreams>(module, "MatchStreams",
                           "The streams of one match: of the deal, of chance, and of each agent.")
      .def(
          "__init__",
          [](MatchStreams* self, nb::object seed, std::uint64_t block, std::uint64_t index) {
            new (self) MatchStreams(to_stream(seed), block, index);
          },
          nb::arg("seed"), nb::arg("block"), nb::arg("index"),
          nb::sig("def __init__(self, seed: int | Stream, block: int, index: int) -> None"))
      .def_ro("deal", &MatchStreams::deal, "Decides the deal; the same for all matches of a block.")
      .def_ro("chance", &MatchStreams::chance,
              "Decides what chance does, by a child for each event.")
      .def("event", &MatchStreams::event, nb::arg("number"),
           "Decides one event of chance; the first has the number 0.")
      .def("agent", &MatchStreams::agent, nb::arg("seat"), "Decides what a seat's agent draws.")
      .def(
          "__getstate__",
          [](const MatchStreams& streams) {
            return std::tuple(streams.deal, streams.chance, streams.agents);
          },
          nb::sig("def __getstate__(self) -> tuple[Stream, Stream, Stream]"))
      .def(
          "__setstate__",
          [](MatchStreams& streams, const std::tuple<Stream, Stream, Stream>& state) {
            new (&streams) MatchStreams(std::get<0>(state), 0, 0);
            std::tie(streams.deal, streams.chance, streams.agents) = state;
          },
          nb::arg("state"),
          nb::sig("def __setstate__(self, state: tuple[Stream, Stream, Stream]) -> None"));

  module.attr("MATCHES_OF_LINE_UP") = matches_of_line_up;
  module.def(
      "stream_place",
      [](std::uint64_t line_up, std::uint64_t block, std::uint64_t match, std::uint64_t series) {
        const StreamPlace place = stream_place(line_up, block, match, series);
        return std::tuple(place.block, place.match);
      },
      nb::arg("line_up"), nb::arg("block"), nb::arg("match"), nb::arg("series"),
      "The block and the index by which MatchStreams has the streams of a tournament's match.");
}

}  // namespace otherminds::python
