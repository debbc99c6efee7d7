// Opens the single kernels in tests/cli/guessed with guessed setups, as `warpscope run FILE.cu` does.
//
// Each file is a correct kernel. Its comment "Faulty version: TEXT" makes a faulty twin: TEXT replaces
// the line above.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "catalog/guess/guess.hpp"
#include "session/require_run.hpp"
#include "session/session.hpp"

namespace warpscope::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "// Faulty version:";

std::vector<fs::path> kernel_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(WARPSCOPE_SOURCE_DIR) / "tests/cli/guessed"))
        if (entry.path().extension() == ".cu") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// Returns the text of the kernel's faulty version, or "" if no comment in `file` has one.
std::string faulty_twin(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    bool is_marked = false;
    for (std::string line; std::getline(in, line);) {
        const size_t at = line.find(mark);
        if (at == std::string::npos) {
            lines.push_back(line);
        } else if (!lines.empty()) {
            lines.back() = line.substr(at + mark.size());
            is_marked = true;
        }
    }
    return is_marked ? fmt::format("{}\n", fmt::join(lines, "\n")) : "";
}

class GuessedKernels : public ::testing::Test {
protected:
    GuessedKernels()
        : folder_(fs::temp_directory_path() / fmt::format("warpscope-guessed-{}", ::getpid())) {
        fs::create_directories(folder_);
    }
    ~GuessedKernels() override { fs::remove_all(folder_); }

    [[nodiscard]] fs::path write(const fs::path& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }

private:
    fs::path folder_;
};

Result<std::shared_ptr<const RunResult>> open_kernel(const fs::path& file) {
    auto guessed = catalog::guess_experiment(file);
    if (!guessed) return tl::unexpected(guessed.error());
    Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*guessed));
    const catalog::Variant& variant = request.experiment->variants.front();
    request.variant = variant.name;
    request.settings = catalog::default_settings(variant);
    auto input = catalog::default_input(*request.experiment, variant, WARPSCOPE_SOURCE_DIR "/assets/harbour.png");
    if (!input) return tl::unexpected(input.error());
    request.input = std::move(*input);
    request.device = DeviceChoice::emulator;
    return run(request);
}

std::vector<std::string> finding_kinds(const RunResult& result) {
    std::vector<std::string> kinds;
    for (const metrics::LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& finding : launch.findings)
            if (!finding.is_note) kinds.emplace_back(simt::name_of(finding.kind));
    return kinds;
}

TEST_F(GuessedKernels, CorrectKernelsOpenWithoutFindings) {
    if (!compiler_installed()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const std::vector<fs::path> files = kernel_files();
    ASSERT_GE(files.size(), 100u);
    std::vector<std::string> failures;
    for (const fs::path& file : files) {
        const auto result = open_kernel(file);
        if (!result)
            failures.push_back(fmt::format("{}: {}", file.filename().string(), result.error().text()));
        else if (const auto kinds = finding_kinds(**result); !kinds.empty())
            failures.push_back(fmt::format("{}: {}", file.filename().string(), fmt::join(kinds, ", ")));
    }
    fmt::print("{} of {} kernels open without findings\n{}\n", files.size() - failures.size(), files.size(),
               fmt::join(failures, "\n"));
    EXPECT_LE(failures.size() * 100, files.size() * 5);
}

TEST_F(GuessedKernels, FaultyTwinsShowFindings) {
    if (!compiler_installed()) GTEST_SKIP() << "there is neither NVRTC nor clang here";
    const std::vector<fs::path> files = kernel_files();
    std::vector<std::string> unnoticed;
    for (const fs::path& file : files) {
        const std::string twin = faulty_twin(file);
        ASSERT_FALSE(twin.empty()) << file << " has no line " << mark;
        const auto result = open_kernel(write(file.filename(), twin));
        if (!result || finding_kinds(**result).empty()) unnoticed.push_back(file.filename().string());
    }
    fmt::print("{} of {} faulty kernels show findings; without: {}\n", files.size() - unnoticed.size(), files.size(),
               fmt::join(unnoticed, ", "));
    EXPECT_LE(unnoticed.size() * 100, files.size() * 10);
}

} // namespace
} // namespace warpscope::session
