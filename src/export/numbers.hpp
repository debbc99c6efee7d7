// The numbers of a report by name, and whether another run has the same.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

/// "divergence.divergent_warps" and so on: what the report says, without times and without what depends on the machine,
/// and a checksum of the output. Lists of launches and findings are not in it, their sums and number are.
[[nodiscard]] std::map<std::string, double> reported_numbers(const session::RunResult& result);

/// 16 hexadecimal digits that differ for different PTX.
[[nodiscard]] std::string ptx_hash(const session::RunResult& result);

struct Reproduced {
    size_t same = 0, all = 0;
    std::vector<std::string> others; // "global.load_sectors: 120 instead of 96"
    std::string compiler;            // "NVRTC 13.0 instead of clang 14.0.6", where the PTX is another; else empty

    /// "41 of 41 numbers reproduced"
    [[nodiscard]] std::string text() const;
    /// What differs, for those who ask why; empty where nothing does.
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Reproduced compare_numbers(const scene::SavedScene& saved, const session::RunResult& result);

} // namespace warpscope::exporting
