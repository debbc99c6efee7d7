// What the library of src/runtime has told of a run, with places in the program's machine code turned into lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::program {

struct Record {
    std::map<std::string, uint64_t> calls;
    std::vector<nlohmann::ordered_json> launches, findings; // as the report has them
    bool ended = false;                                     // the program came to its end and not by a signal
    uint64_t launch_count = 0;                              // also of those that are not listed
};

/// `source`: the program's file, as its user named it.
[[nodiscard]] Result<Record> read_record(const std::filesystem::path& folder, const std::filesystem::path& executable,
                                         const std::filesystem::path& source);

} // namespace warpscope::program
