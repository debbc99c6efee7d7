#pragma once

#include <map>
#include <optional>
#include <string>

#include "compile/given_ptx.hpp"

namespace warpscope::scene {

inline constexpr uint64_t largest_carried_ptx = uint64_t{16} << 20; // bytes
inline constexpr uint64_t largest_packed_ptx = uint64_t{1} << 20;   // bytes in a scene, compressed

struct Measured {
    std::string compiler, ptx; // compiler's name; checksum_of() the PTX
    /// PTX that `compiler` made; nullopt for PTX kernels, or if can_carry() is false.
    std::optional<compile::GivenPtx> given;
    std::map<std::string, double> numbers;

    [[nodiscard]] bool empty() const { return compiler.empty() && ptx.empty() && !given && numbers.empty(); }
    friend bool operator==(const Measured&, const Measured&) = default;
};

[[nodiscard]] std::string checksum_of(const std::string& ptx);

[[nodiscard]] bool can_carry(const std::string& ptx);

} // namespace warpscope::scene
