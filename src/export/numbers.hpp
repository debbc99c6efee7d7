// Numbers of a report by name, and their reproduction by another run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

/// Returns the report's numbers ("divergence.divergent_warps") and a checksum of the output. Excludes times,
/// machine-dependent numbers and lists.
[[nodiscard]] std::map<std::string, double> reported_numbers(const session::RunResult& result);

/// Returns the measurement and PTX for a scene.
[[nodiscard]] scene::Measured measured_by(const session::RunResult& result);

struct Reproduced {
    /// Number that differs.
    struct Other {
        std::string name;
        std::optional<double> now; // nullopt: no longer reported
        double before = 0;
    };
    size_t same = 0, all = 0;
    std::vector<Other> others;
    bool other_ptx = false, scenes_ptx = false; // scenes_ptx: ran the scene's PTX
    std::string compiler, compiler_before;      // compilers of the PTX; empty if it was given

    /// "41 of 41 numbers reproduced"
    [[nodiscard]] std::string text() const;
    /// Explains the differences; empty without any.
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Reproduced compare_numbers(const scene::Measured& saved, const session::RunResult& result);

} // namespace warpscope::exporting
