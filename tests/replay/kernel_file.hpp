#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <unistd.h>

#include "recorded.hpp"

namespace warpscope::replay {

/// Launch of kernel `own` in 1D blocks. The kernel reads ascending numbers from `in` and writes `out`.
struct KernelPlan {
    std::string type = "s32"; // element type
    uint32_t cells = 32, block = 32;
    std::string more_buffers = {}; // TOML
    std::string arguments = R"("in", "out")";

    [[nodiscard]] std::string text() const {
        const auto buffer = [&](const char* name, const char* role) {
            return fmt::format("[[buffer]]\nname = \"{}\"\nrole = \"{}\"\ntype = \"{}\"\n", name, role, type);
        };
        return fmt::format("input = \"index:{}\"\n[block]\nx = {}\ny = 1\nz = 1\ndimensions = 1\n", cells, block) +
               buffer("in", "input") + "main = true\n" + buffer("out", "output") +
               "shape = [\"cells\", \"1\", \"1\"]\n" + more_buffers +
               "[[launch]]\nkernel = \"own\"\ngrid = [\"ceil_div(cells, block.x)\"]\narguments = [" + arguments + "]\n";
    }
};

class KernelFile {
public:
    explicit KernelFile(const std::string& source, const KernelPlan& plan = {})
        : folder_(std::filesystem::path(testing::TempDir()) / ("own_file_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "own.cu") << source;
        std::ofstream(folder_ / "own.toml") << "title = \"own\"\nsource = \"own.cu\"\n" << plan.text();
    }
    ~KernelFile() { std::filesystem::remove_all(folder_); }
    KernelFile(const KernelFile&) = delete;
    KernelFile& operator=(const KernelFile&) = delete;

    [[nodiscard]] Recorded record(uint64_t cell, const std::string& compiler, bool as_written = true) const {
        return replay::record({(folder_ / "own.toml").string(), "", "", {}, "emulator", compiler}, cell, as_written);
    }

    /// Calls `check(recorded, compiler)` for each available compiler.
    template<typename Check>
    void record_by_each(uint64_t cell, const Check& check) const {
        for (const std::string& compiler : compilers()) {
            SCOPED_TRACE(compiler);
            const Recorded run = record(cell, compiler);
            ASSERT_TRUE(run.recording);
            check(run, compiler);
        }
    }

private:
    std::filesystem::path folder_;
};

} // namespace warpscope::replay
