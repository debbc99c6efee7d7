#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::scene {

enum class Scope : uint8_t {
    all,    // after the last launch, with sums over all launches
    launch, // after some blocks of a launch
    block,  // after some steps of a block
    warp,   // after some steps of a warp
};

struct Moment {
    Scope scope = Scope::all;
    uint32_t launch = 0;
    uint64_t block = 0; // linear index
    uint32_t warp = 0;  // index in the block
    uint64_t step = 0;  // finished steps (source lines) of block or warp
    /// Number of finished PTX instructions of the next step.
    uint32_t instruction = 0;

    friend bool operator==(const Moment&, const Moment&) = default;
};

[[nodiscard]] inline bool in_block(const Moment& moment) {
    return moment.scope == Scope::block || moment.scope == Scope::warp;
}
/// Step number that means the block's end; greater than any real step.
inline constexpr uint64_t last_step = uint64_t{1} << 62;
/// Parses "block:214", "warp:12", "block:end".
[[nodiscard]] Result<Moment> parse_moment(std::string_view text);
[[nodiscard]] std::string moment_text(const Moment& moment);

} // namespace warpscope::scene
