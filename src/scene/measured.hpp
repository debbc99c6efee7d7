// Measured numbers in a scene, and the PTX that they belong to.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "compile/given_ptx.hpp"

namespace warpscope::scene {

inline constexpr uint64_t largest_carried_ptx = uint64_t{16} << 20; // bytes of text
inline constexpr uint64_t largest_packed_ptx = uint64_t{1} << 20;   // bytes in a scene

struct Measured {
    std::string compiler, ptx; // compiler name; checksum_of() the PTX
    /// PTX of this compiler; none for PTX kernels and PTX that is too large.
    std::optional<compile::GivenPtx> given;
    std::map<std::string, double> numbers; // by name

    [[nodiscard]] bool empty() const { return compiler.empty() && ptx.empty() && !given && numbers.empty(); }
    friend bool operator==(const Measured&, const Measured&) = default;
};

/// Returns a hash in 16 hexadecimal digits.
[[nodiscard]] std::string checksum_of(const std::string& ptx);

[[nodiscard]] bool can_carry(const std::string& ptx);

} // namespace warpscope::scene
