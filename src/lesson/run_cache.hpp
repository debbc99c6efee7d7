#pragma once

#include <filesystem>
#include <vector>

#include "lesson/runs.hpp"

namespace warpscope::lesson {

/// Runs a lesson's launches on the emulator, each once. Not thread-safe.
class RunCache {
public:
    RunCache(const catalog::Catalog& catalog, std::filesystem::path folder)
        : catalog_(catalog)
        , folder_(std::move(folder)) {}

    [[nodiscard]] Result<Run> run(const RunSpec& spec);
    [[nodiscard]] Result<Runs> runs(const Step& step, const RunSpec& change);
    [[nodiscard]] size_t launches() const { return runs_.size(); }

private:
    const catalog::Catalog& catalog_;
    std::filesystem::path folder_;
    std::vector<Run> runs_;
};

} // namespace warpscope::lesson
