#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "cli/target.hpp"
#include "compile/compiler.hpp"
#include "replay/variables.hpp"
#include "session/stepped.hpp"

namespace warpscope::replay {

/// Returns available values of --compiler.
inline std::vector<std::string> compilers() {
    std::vector<std::string> names;
    for (const compile::CompilerStatus& status : compile::compilers())
        if (status.usable) names.emplace_back(status.kind == compile::CompilerKind::nvrtc ? "nvrtc" : "clang");
    return names;
}

struct Recorded {
    std::shared_ptr<const session::RunResult> run;
    session::SteppedBuild build;
    std::shared_ptr<const Recording> recording;
    session::OwnerThread owner; // owner of the requested cell

    /// Returns the value in the owner's lane after `step` steps; nullopt if not set or out of scope.
    [[nodiscard]] std::optional<std::string> value(const std::string& name, uint64_t step) const {
        return value(name, step, recording->state_at(step));
    }
    [[nodiscard]] std::optional<std::string> value(const std::string& name, uint64_t step, const State& state) const {
        const auto at = warp_position(*recording, owner.warp, step);
        if (!at) return std::nullopt;
        for (const Row& row : rows_at(*recording, state, *at))
            if (row.name == name && row.bits[owner.lane])
                return value_text(*recording, row.type, *row.bits[owner.lane]);
        return std::nullopt;
    }
    /// Returns the values over time, without repetitions.
    [[nodiscard]] std::vector<std::string> values(const std::string& name) const {
        std::vector<std::string> all;
        State state = recording->state_at(0);
        for (uint64_t step = 0; step < recording->steps().size(); ++step) {
            const Step& own = recording->steps()[step];
            if (own.warp != owner.warp || (own.active >> owner.lane & 1) == 0) continue;
            recording->move(state, recording->records_before(step + 1));
            if (auto now = value(name, step + 1, state); now && (all.empty() || all.back() != *now))
                all.push_back(*now);
        }
        return all;
    }
};

/// Records the block that stores a cell of the output. Errors fail the test.
inline Recorded record(const cli::TargetOptions& options, uint64_t cell, bool as_written = true) {
    Recorded out;
    const auto request = cli::make_request(catalog::load_catalog(catalog::catalog_folder()), options);
    if (!request) {
        ADD_FAILURE() << request.error().text();
        return out;
    }
    auto run = session::run(*request);
    if (!run) {
        ADD_FAILURE() << run.error().text();
        return out;
    }
    out.run = *run;
    const auto owner = session::owner_of_output(*out.run, cell);
    auto build = session::stepped_build(*out.run, as_written);
    if (!build || !owner) {
        ADD_FAILURE() << (build ? "no thread owns the cell" : build.error().text());
        return out;
    }
    EXPECT_EQ(build->note, "");
    out.owner = *owner;
    out.build = *build;
    RecordRequest record_request;
    record_request.launch = static_cast<uint32_t>(out.run->measured->launches().size()) - 1;
    record_request.block = owner->block;
    auto made = record_block(out.run->measured, out.build.stepped, record_request);
    if (!made)
        ADD_FAILURE() << made.error().text();
    else
        out.recording = *made;
    return out;
}

} // namespace warpscope::replay
