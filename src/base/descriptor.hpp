#pragma once

#include <unistd.h>
#include <utility>

namespace warpscope {

class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept
        : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    [[nodiscard]] int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    [[nodiscard]] int release() { return std::exchange(number_, -1); }
    /// Returns false on failure, such as a full disk.
    bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

} // namespace warpscope
