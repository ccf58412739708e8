#include "engine/archive.hpp"

#include <cstring>

namespace otherminds {

void ArchiveWriter::raw(const void* data, std::size_t size) {
  if (size > 0) written.bytes.append(static_cast<const char*>(data), size);
}

void ArchiveReader::refuse(std::string_view what) {
  throw Error(ErrorKind::format,
              "These bytes cannot be read: " + std::string(what) + " in them cannot be.");
}

void ArchiveReader::raw(void* data, std::size_t size) {
  if (rest_.size() < size) refuse("the length");
  if (size == 0) return;  // an empty list has no place in memory
  std::memcpy(data, rest_.data(), size);
  rest_.remove_prefix(size);
}

const std::shared_ptr<Foreign>& ArchiveReader::object() {
  if (next_object_ >= objects_.size()) refuse("the number of objects");
  return objects_[next_object_++];
}

void ArchiveReader::finish() const {
  if (!rest_.empty() || next_object_ != objects_.size()) refuse("the length");
}

}  // namespace otherminds
