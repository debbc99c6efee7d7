// What the library of src/runtime has told of a run, with places in the program's machine code turned into lines.
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
    std::vector<nlohmann::ordered_json> launches, findings; // as the report has them; launches that were measured
    std::vector<Operation> operations;
    std::map<uint64_t, AllocationName> allocations; // by number
    bool ended = false;                             // the program came to its end and not by a signal
    uint64_t launch_count = 0;                      // also of those that are not listed
};

/// `source`: the program's file, as its user named it. With `cancel` set places are not looked for any more.
[[nodiscard]] Result<Record> read_record(const std::filesystem::path& folder, const std::filesystem::path& executable,
                                         const std::filesystem::path& source,
                                         const std::atomic<bool>* cancel = nullptr);

/// Of a run that may be under way.
[[nodiscard]] uint64_t launches_so_far(const std::filesystem::path& folder);

/// What a launch is told by.
struct LaunchIdentity {
    std::string kernel;
    Dim3 grid, block;
    friend bool operator==(const LaunchIdentity&, const LaunchIdentity&) = default;
};
/// Why another run of a program is not as the first one was up to a launch; empty where it is. `fetched`: the launch
/// itself, at which the other run was ended.
[[nodiscard]] std::string difference(const std::vector<Operation>& first, const std::vector<Operation>& again,
                                     uint32_t launch, const std::optional<LaunchIdentity>& fetched);

[[nodiscard]] std::vector<ProgramFinding> findings_of(const Record& record);

} // namespace warpscope::program
