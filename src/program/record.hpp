#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "program/operations.hpp"

namespace warpscope::program {

struct Record {
    std::map<std::string, uint64_t> calls;
    std::vector<nlohmann::ordered_json> launches, findings; // entries of the report
    std::vector<Operation> operations;
    std::map<uint64_t, AllocationName> allocations; // by number
    bool ended = false;                             // false after a signal
    uint64_t launch_count = 0;                      // includes unlisted launches
};

/// Reads a run's record with source lines. `source`: as the user named it. `cancel` ends the search for lines.
[[nodiscard]] Result<Record> read_record(const std::filesystem::path& folder, const std::filesystem::path& executable,
                                         const std::filesystem::path& source,
                                         const std::atomic<bool>* cancel = nullptr);

/// May be called while the program runs.
[[nodiscard]] uint64_t launches_so_far(const std::filesystem::path& folder);

struct LaunchIdentity {
    std::string kernel;
    Dim3 grid, block;
    friend bool operator==(const LaunchIdentity&, const LaunchIdentity&) = default;
};
/// Compares a repeated run with the first run up to `launch`. Returns the difference, or "". `fetched`: `launch` in the
/// repeated run.
[[nodiscard]] Message difference(const std::vector<Operation>& first, const std::vector<Operation>& again,
                                 uint32_t launch, const std::optional<LaunchIdentity>& fetched);

[[nodiscard]] std::vector<ProgramFinding> findings_of(const Record& record);

} // namespace warpscope::program
