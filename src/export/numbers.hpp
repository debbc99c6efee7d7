// The numbers of a report by name, and whether another run has the same.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

/// "divergence.divergent_warps" and so on: what the report says, without times and without what depends on the machine,
/// and a checksum of the output. Lists of launches and findings are not in it, their sums and number are.
[[nodiscard]] std::map<std::string, double> reported_numbers(const session::RunResult& result);

/// What a scene of the run says was measured, with the PTX.
[[nodiscard]] scene::Measured measured_by(const session::RunResult& result);

struct Reproduced {
    /// A number that is not what it was.
    struct Other {
        std::string name;
        std::optional<double> now; // none: no longer reported
        double before = 0;
    };
    size_t same = 0, all = 0;
    std::vector<Other> others;
    bool other_ptx = false, scenes_ptx = false; // scenes_ptx: run on the scene's own
    std::string compiler, compiler_before;      // of the PTX; empty: it was given as such

    /// "41 of 41 numbers reproduced"
    [[nodiscard]] std::string text() const;
    /// What differs, for those who ask why; empty where nothing does.
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Reproduced compare_numbers(const scene::Measured& saved, const session::RunResult& result);

} // namespace warpscope::exporting
