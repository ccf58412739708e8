#include "engine/model_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/error.hpp"

namespace otherminds {

namespace {

constexpr std::array<std::string_view, 4> model_kinds = {"softmax", "sigmoid", "frequency",
                                                         "value"};

// Far from what training gives, and so small that no sum of products overflows.
constexpr float largest_weight = 1e6F;

// A model belongs to no game while it is read.
struct Unplaced {
  int seats() const { return 0; }
  int action_count() const { return 0; }
};

void check(const ModelFile& model) {
  if (std::ranges::find(model_kinds, model.kind) == model_kinds.end())
    throw Error(ErrorKind::format, "There is no model of the kind '" + model.kind + "'.");
  for (const ModelArray& array : model.arrays) {
    std::uint64_t size = 1;
    for (const std::uint64_t extent : array.shape) {
      if (extent == 0 || size > std::numeric_limits<std::uint32_t>::max() / extent)
        throw Error(ErrorKind::format, "The shape of '" + array.name + "' in a model cannot be.");
      size *= extent;
    }
    if (size != array.numbers.size())
      throw Error(ErrorKind::format,
                  "The array '" + array.name + "' of a model does not have the size of its shape.");
    // Written so that what is no number fails, too.
    if (!std::ranges::all_of(array.numbers, [](float x) { return std::abs(x) <= largest_weight; }))
      throw Error(ErrorKind::format,
                  "The array '" + array.name + "' of a model has numbers that no training gives.");
  }
}

}  // namespace

const ModelArray& ModelFile::named(std::string_view name) const {
  const auto found = std::ranges::find(arrays, name, &ModelArray::name);
  if (found == arrays.end())
    throw Error(ErrorKind::format, "A model of the kind '" + kind + "' needs an array '" +
                                       std::string(name) + "', which this one lacks.");
  return *found;
}

const std::vector<float>& ModelFile::array(std::string_view name,
                                           std::vector<std::uint64_t> shape) const {
  const ModelArray& found = named(name);
  if (found.shape != shape)
    throw Error(ErrorKind::format,
                "The array '" + found.name + "' of a model has another shape than it needs.");
  return found.numbers;
}

std::string write_model(const ModelFile& model) {
  check(model);
  ArchiveWriter bytes;
  const GameSize size{Unplaced{}};
  PlainArchive<ArchiveWriter> archive(bytes, size);
  archive(model);
  return std::move(bytes.written.bytes);
}

ModelFile read_model(std::string_view payload) {
  ModelFile model;
  ArchiveReader bytes(payload);
  const GameSize size{Unplaced{}};
  PlainArchive<ArchiveReader> archive(bytes, size);
  archive(model);
  bytes.finish();
  check(model);
  return model;
}

}  // namespace otherminds
