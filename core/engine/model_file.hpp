// A learned model as bytes: what it was learned for, a card for people, and named arrays.
//
// The bytes hold numbers and texts only, with a checksum at the end (dynamic/packed.hpp), so that a
// file from somebody else can be read without running anything. What is read is checked all the
// same: sizes before anything is allocated, numbers before anything is computed with them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/archive.hpp"

namespace otherminds {

struct ModelArray {
  std::string name;
  std::vector<std::uint64_t> shape;
  std::vector<float> numbers;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.name, self.shape, self.numbers);
  }
};

struct ModelFile {
  std::string game;
  std::string kind;            // softmax, sigmoid, frequency or value
  std::uint64_t encoding = 0;  // of the game's actions, see dynamic/action_encoding.hpp
  std::uint64_t tensor = 0;    // how many numbers describe a view
  std::uint64_t seats = 0;
  std::uint64_t actions = 0;
  std::string card;  // JSON
  std::vector<ModelArray> arrays;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.game, self.kind, self.encoding, self.tensor, self.seats, self.actions, self.card,
            self.arrays);
  }

  // The array of that name with that shape; Error(format) if there is none.
  const std::vector<float>& array(std::string_view name, std::vector<std::uint64_t> shape) const;
  // The array of that name; Error(format) if there is none.
  const ModelArray& named(std::string_view name) const;
};

std::string write_model(const ModelFile& model);

// Throws Error(format) for bytes that are no model, or one with numbers that no training gives.
ModelFile read_model(std::string_view payload);

}  // namespace otherminds
