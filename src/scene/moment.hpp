// Point in time shown by the views.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace warpscope::scene {

/// Unit of a moment.
enum class Scope : uint8_t {
    all,    // after everything: sums over all launches and blocks
    launch, // after some blocks of a launch
    block,  // after some steps of a block
    warp,   // after some steps of a warp
};

struct Moment {
    Scope scope = Scope::all;
    uint32_t launch = 0; // unused for Scope::all
    uint64_t block = 0;  // linear index, for Scope::block and Scope::warp
    uint32_t warp = 0;   // index in the block, for Scope::warp
    uint64_t step = 0;   // finished steps, in source lines of the block or warp
    /// Finished PTX instructions of the next step.
    uint32_t instruction = 0;

    friend bool operator==(const Moment&, const Moment&) = default;
};

[[nodiscard]] inline bool in_block(const Moment& moment) {
    return moment.scope == Scope::block || moment.scope == Scope::warp;
}
/// Larger than any block's number of steps.
inline constexpr uint64_t last_step = uint64_t{1} << 62;
/// Converts from and to the command line form: "block:214", "warp:12", "block:end".
[[nodiscard]] Result<Moment> parse_moment(std::string_view text);
[[nodiscard]] std::string moment_text(const Moment& moment);

} // namespace warpscope::scene
