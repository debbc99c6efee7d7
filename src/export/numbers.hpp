#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/saved_scene.hpp"
#include "session/session.hpp"

namespace warpscope::exporting {

/// Includes the output's checksum ("output.checksum"), but no times, machine-dependent numbers or lists.
[[nodiscard]] std::map<std::string, double> reported_numbers(const session::RunResult& result);

[[nodiscard]] scene::Measured measured_by(const session::RunResult& result);

struct Reproduced {
    struct Other {
        std::string name;
        std::optional<double> now; // nullopt: no longer reported
        double before = 0;
    };
    size_t same = 0, all = 0;
    std::vector<Other> others;
    bool other_ptx = false, scenes_ptx = false; // scenes_ptx: the scene's PTX ran
    std::string compiler, compiler_before;      // compiler of the PTX; "" if PTX was given

    /// Returns "all 41 numbers are as saved".
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string why() const;
};

[[nodiscard]] Reproduced compare_numbers(const scene::Measured& saved, const session::RunResult& result);

} // namespace warpscope::exporting
