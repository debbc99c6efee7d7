#pragma once

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>

#include "base/process/temporary_folder.hpp"
#include "capture/launch_experiment.hpp"
#include "program/build.hpp"
#include "program/host_compiler.hpp"
#include "program/record.hpp"
#include "program/run.hpp"
#include "session/session.hpp"

namespace warpscope::capture {
namespace fs = std::filesystem;

constexpr uint64_t megabyte = uint64_t{1} << 20;

/// Runs a program of tests/programs/shown and records its launches.
class Program {
public:
    explicit Program(const std::string& name, uint64_t keep_bytes = 64 * megabyte, std::optional<uint32_t> only = {})
        : folder_(std::move(*TemporaryFolder::create())) {
        source_.file = std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/" +
                       (name.find('/') == std::string::npos ? "shown/" : "") + name;
        const auto built = program::build({{source_.file}, {}}, folder_.path());
        if (!built) throw std::runtime_error(built.error().text());
        program::RunRequest request{built->executable, {}, folder_.path()};
        request.keep_bytes = keep_bytes;
        request.keep_only = only;
        request.output = [this](std::string_view text) { output += text; };
        const auto ran = program::run(request);
        if (!ran) throw std::runtime_error(ran.error().text());
        outcome = *ran;
        const auto read = program::read_record(folder_.path(), built->executable, source_.file);
        if (!read) throw std::runtime_error(read.error().text());
        record = *read;
        for (const auto& [number, allocation] : record.allocations)
            source_.names[number] = {allocation.name, allocation.is_guess ? allocation.named_by.line : 0};
    }
    [[nodiscard]] const fs::path& folder() const { return folder_.path(); }
    [[nodiscard]] Result<LaunchExperiment> open(uint32_t launch,
                                                const std::map<std::string, SetShape>& set = {}) const {
        return open_launch(folder_.path(), launch, source_, set);
    }

    program::Record record;
    program::RunOutcome outcome;
    std::string output;

private:
    TemporaryFolder folder_;
    ProgramSource source_;
};

class Launches : public testing::Test {
    void SetUp() override {
        if (!program::find_host_compiler(compile::CompilerChoice::automatic))
            GTEST_SKIP() << "no compiler for programs with main()";
    }
};

inline std::shared_ptr<const session::RunResult> run(const catalog::Experiment& experiment) {
    session::Request request;
    request.experiment = std::make_shared<catalog::Experiment>(experiment);
    request.settings = catalog::default_settings(experiment.variants.front());
    request.device = session::DeviceChoice::emulator;
    const auto result = session::run(request);
    EXPECT_TRUE(result) << result.error().text();
    return result ? *result : nullptr;
}

inline const LaunchBuffer& buffer(const LaunchExperiment& opened, const std::string& name) {
    for (const LaunchBuffer& one : opened.buffers)
        if (one.name == name) return one;
    throw std::runtime_error("no buffer " + name);
}

template<class T>
T element(const HostBuffer& contents, size_t index) {
    T value{};
    std::memcpy(&value, contents.bytes->data() + index * sizeof(T), sizeof(T));
    return value;
}

} // namespace warpscope::capture
