// What a scene's numbers were measured on, and the numbers.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "compile/given_ptx.hpp"

namespace warpscope::scene {

inline constexpr uint64_t largest_carried_ptx = uint64_t{16} << 20; // bytes of its text
inline constexpr uint64_t largest_packed_ptx = uint64_t{1} << 20;   // bytes that it may take in a scene

struct Measured {
    std::string compiler, ptx; // the compiler's name; checksum_of() the PTX
    /// The PTX itself, of the same compiler; none: the kernel was PTX already, or this one is too large to be carried.
    std::optional<compile::GivenPtx> given;
    std::map<std::string, double> numbers; // reported, by name

    [[nodiscard]] bool empty() const { return compiler.empty() && ptx.empty() && !given && numbers.empty(); }
    friend bool operator==(const Measured&, const Measured&) = default;
};

/// 16 hexadecimal digits that differ for different PTX.
[[nodiscard]] std::string checksum_of(const std::string& ptx);

/// Returns whether a scene may carry this text.
[[nodiscard]] bool can_carry(const std::string& ptx);

} // namespace warpscope::scene
