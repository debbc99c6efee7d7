// Where in time the views stand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::scene {

/// What a moment is counted in.
enum class Scope : uint8_t {
    all,    // everything has run: sums over all launches and blocks
    launch, // after some of a launch's blocks
    block,  // after some of a block's steps
    warp,   // after some of a warp's steps
};

struct Moment {
    Scope scope = Scope::all;
    uint32_t launch = 0; // not of Scope::all
    uint64_t block = 0;  // of Scope::block and Scope::warp: its linear index
    uint32_t warp = 0;   // of Scope::warp: its index in the block
    uint64_t step = 0;   // that many are done: source lines, of the block or of the warp
    /// PTX instructions of the next one that are done, too.
    uint32_t instruction = 0;

    friend bool operator==(const Moment&, const Moment&) = default;
};

/// Returns whether it is one of a single block.
[[nodiscard]] inline bool in_block(const Moment& moment) {
    return moment.scope == Scope::block || moment.scope == Scope::warp;
}
/// A step behind the end of every block.
inline constexpr uint64_t last_step = uint64_t{1} << 62;
/// Scope and step as the command line has them: "block:214", "warp:12", "block:end".
[[nodiscard]] Result<Moment> parse_moment(std::string_view text);
[[nodiscard]] std::string moment_text(const Moment& moment);

} // namespace warpscope::scene
