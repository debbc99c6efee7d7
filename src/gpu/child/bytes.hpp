#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "base/buffer.hpp"

namespace warpscope::gpu {

class ByteWriter {
public:
    template<class T>
    requires std::is_trivially_copyable_v<T>
    void put(const T& value) { append(&value, sizeof value); }
    void put(const std::string& text) {
        put(uint64_t{text.size()});
        append(text.data(), text.size());
    }
    void put(const SharedBytes& contents) {
        put(contents != nullptr);
        if (!contents) return;
        put(uint64_t{contents->size()});
        append(contents->data(), contents->size());
    }
    template<class T>
    requires std::is_trivially_copyable_v<T>
    void put(const std::vector<T>& values) {
        put(uint64_t{values.size()});
        append(values.data(), values.size() * sizeof(T));
    }

    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    void append(const void* from, size_t bytes) {
        const size_t end = bytes_.size();
        bytes_.resize(end + bytes);
        if (bytes != 0) std::memcpy(bytes_.data() + end, from, bytes);
    }
    Bytes bytes_;
};

/// Reads ByteWriter's output. Past the end, values are zero or empty.
class ByteReader {
public:
    explicit ByteReader(const Bytes& bytes)
        : bytes_(bytes) {}

    template<class T>
    requires std::is_trivially_copyable_v<T>
    void get(T& value) {
        value = T{};
        copy(&value, sizeof value);
    }
    void get(std::string& text) {
        text.resize(count(1));
        copy(text.data(), text.size());
    }
    void get(SharedBytes& contents) {
        contents.reset();
        if (!get<bool>()) return;
        auto made = std::make_shared<Bytes>(count(1));
        copy(made->data(), made->size());
        contents = std::move(made);
    }
    template<class T>
    requires std::is_trivially_copyable_v<T>
    void get(std::vector<T>& values) {
        values.resize(count(sizeof(T)));
        copy(values.data(), values.size() * sizeof(T));
    }
    template<class T>
    [[nodiscard]] T get() {
        T value{};
        get(value);
        return value;
    }
    /// Reads a count of items of at least `each` bytes. Returns 0 if the data cannot contain so many.
    [[nodiscard]] size_t count(size_t each) {
        const auto number = get<uint64_t>();
        return number <= (bytes_.size() - at_) / each ? static_cast<size_t>(number) : 0;
    }

private:
    void copy(void* to, size_t bytes) {
        if (bytes == 0 || bytes > bytes_.size() - at_) return;
        std::memcpy(to, bytes_.data() + at_, bytes);
        at_ += bytes;
    }
    const Bytes& bytes_;
    size_t at_ = 0;
};

} // namespace warpscope::gpu
