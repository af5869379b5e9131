#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow/c_data.hpp"
#include "base/buffer.hpp"

namespace gyre::test {

/// An Arrow array with its schema, put together by hand. The schema is valid as long as the object; an array that was handed
/// over keeps it until the array is released.
class Handmade {
 public:
  Handmade(std::string format, std::int64_t length, std::int64_t offset = 0)
      : format_(std::move(format)) {
    array_.length = length;
    array_.offset = offset;
    array_.null_count = -1;
    schema_.flags = arrow::nullable;
  }

  template <class T>
  Handmade& buffer(const std::vector<T>& values) {
    kept_.push_back(Buffer::copy(std::as_bytes(std::span(values))));
    return *this;
  }
  Handmade& buffer(std::string_view bytes) {
    kept_.push_back(Buffer::copy(bytes));
    return *this;
  }
  Handmade& no_buffer() {
    kept_.emplace_back();
    return *this;
  }
  Handmade& child(std::string name, Handmade child) {
    children_.push_back(std::make_unique<Handmade>(std::move(child)));
    children_.back()->name_ = std::move(name);
    return *this;
  }
  Handmade& dictionary(Handmade values) {
    dictionary_ = std::make_unique<Handmade>(std::move(values));
    return *this;
  }
  Handmade& not_nullable() {
    schema_.flags = 0;
    return *this;
  }

  const ArrowSchema& schema() {
    schema_.format = format_.c_str();
    schema_.name = name_.c_str();
    schema_nodes_.clear();
    for (auto& child : children_)
      schema_nodes_.push_back(const_cast<ArrowSchema*>(&child->schema()));
    schema_.n_children = static_cast<std::int64_t>(schema_nodes_.size());
    schema_.children = schema_nodes_.data();
    schema_.dictionary = dictionary_ ? const_cast<ArrowSchema*>(&dictionary_->schema()) : nullptr;
    return schema_;
  }

  static ArrowArray hand_over(std::unique_ptr<Handmade> made) {
    auto array = *made->node();
    array.private_data = made.release();
    array.release = [](ArrowArray* released) {
      released->release = nullptr;
      delete static_cast<Handmade*>(released->private_data);
    };
    return array;
  }

 private:
  ArrowArray* node() {
    addresses_.clear();
    for (const auto& buffer : kept_) addresses_.push_back(buffer.data());
    nodes_.clear();
    for (auto& child : children_) nodes_.push_back(child->node());
    array_.n_buffers = static_cast<std::int64_t>(addresses_.size());
    array_.buffers = addresses_.data();
    array_.n_children = static_cast<std::int64_t>(nodes_.size());
    array_.children = nodes_.data();
    array_.dictionary = dictionary_ ? dictionary_->node() : nullptr;
    return &array_;
  }

  std::string format_, name_;
  std::vector<Buffer> kept_;
  std::vector<const void*> addresses_;
  std::vector<std::unique_ptr<Handmade>> children_;
  std::unique_ptr<Handmade> dictionary_;
  std::vector<ArrowArray*> nodes_;
  std::vector<ArrowSchema*> schema_nodes_;
  ArrowArray array_{};
  ArrowSchema schema_{};
};

}  // namespace gyre::test
