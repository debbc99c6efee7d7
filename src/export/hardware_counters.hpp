// GPU counters of the course's variants, stored by scripts/gpu_counters.py.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"

namespace warpscope::exporting {

struct HardwareCounters {
    struct Counts {
        uint64_t emulator = 0, hardware = 0;
        std::string reason = {}; // such as "merged"
    };

    std::string device, driver, date;
    std::vector<std::string> names;
    std::map<std::string, std::vector<Counts>, std::less<>> variants; // key: "box_blur/naive"; counts as in `names`

    size_t equal_surviving_branches = 0; // variants that are equal apart from branches that ptxas adds
    size_t unexplained = 0;              // differing variants and kernels
    struct Corpus {
        size_t compared = 0, equal = 0; // number of all kernels, and of those equal in every counter
    } corpus;

    [[nodiscard]] size_t equal_variants(std::span<const std::string_view> counters) const;
    [[nodiscard]] size_t equal_variants() const; // in every counter
    [[nodiscard]] size_t variants_with(std::string_view counter) const;
};

[[nodiscard]] std::string agreement_text(const HardwareCounters& counters);

[[nodiscard]] Result<HardwareCounters> read_hardware_counters(const std::filesystem::path& file);
/// Returns hardware_counters.json in $XDG_DATA_HOME/warpscope or, if unset, in ~/.local/share/warpscope; empty without
/// $HOME.
[[nodiscard]] std::filesystem::path user_hardware_counters();
[[nodiscard]] const HardwareCounters* find_hardware_counters(std::span<const HardwareCounters> all,
                                                             std::string_view gpu);
/// Searches the user's file and the assets. Caches the contents of both.
[[nodiscard]] const HardwareCounters* stored_hardware_counters(std::string_view gpu = {});

struct ComparedCounter {
    std::string name;
    uint64_t now = 0;      // sum over the run's launches; counts branches in PTX
    uint64_t emulator = 0; // `now`, or for branches the stored count in machine code
    uint64_t hardware = 0;
    std::string reason = {};

    friend bool operator==(const ComparedCounter&, const ComparedCounter&) = default;
};

/// Returns {} if the run's text, settings or input differ from the stored variant's.
[[nodiscard]] std::vector<ComparedCounter> compare_with_hardware(const HardwareCounters& stored,
                                                                 const session::RunResult& run);

} // namespace warpscope::exporting
