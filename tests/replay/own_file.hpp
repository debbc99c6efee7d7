// A kernel of a test's own, as a file that goes away with the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "recorded.hpp"

namespace warpscope::replay {

/// `plan`: what stands in its TOML file behind the name of the source.
class OwnFile {
public:
    OwnFile(const std::string& source, const std::string& plan)
        : folder_(std::filesystem::path(testing::TempDir()) / ("own_file_" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "own.cu") << source;
        std::ofstream(folder_ / "own.toml") << "title = \"own\"\nsource = \"own.cu\"\n" << plan;
    }
    ~OwnFile() { std::filesystem::remove_all(folder_); }
    OwnFile(const OwnFile&) = delete;
    OwnFile& operator=(const OwnFile&) = delete;

    [[nodiscard]] Recorded record(uint64_t cell, const std::string& compiler, bool as_written = true) const {
        return replay::record({(folder_ / "own.toml").string(), "", "", {}, "emulator", compiler}, cell, as_written);
    }

private:
    std::filesystem::path folder_;
};

} // namespace warpscope::replay
