#pragma once

#include <algorithm>

#include "analysis/runs.hpp"
#include "insight/moment_view.hpp"
#include "insight/record_block.hpp"

namespace warpscope::insight {

using analysis::run;

/// Runs a variant of the catalog with clang, whose unoptimized code has a branch for each comparison.
inline std::shared_ptr<const session::RunResult> run_by_clang(const std::string& experiment, const std::string& variant,
                                                              const std::string& input) {
    static const catalog::Catalog catalog = catalog::load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    session::Request request;
    request.experiment = std::make_shared<const catalog::Experiment>(*catalog.find(experiment));
    request.variant = variant;
    request.settings = catalog::default_settings(*request.experiment->find(variant));
    request.input = *input::parse_spec(input);
    request.device = session::DeviceChoice::emulator;
    request.compiler = compile::CompilerChoice::clang;
    auto result = session::run(request);
    EXPECT_TRUE(result) << result.error().text();
    return result ? *result : nullptr;
}

/// Records the kernel without optimization, so that its variables exist. Fails the test and returns null on errors.
inline std::shared_ptr<const RecordedBlock> record(const std::shared_ptr<const session::RunResult>& result,
                                                   uint64_t block) {
    if (!result) return nullptr;
    auto recorded = record_block(result, last_launch(*result), block, true);
    EXPECT_TRUE(recorded) << recorded.error().text();
    return recorded ? *recorded : nullptr;
}

/// Returns the moment right after the `number`-th mark of a kind in a block, counted from 1.
inline scene::Moment after_mark(const RecordedBlock& block, replay::MarkKind kind, uint32_t number) {
    scene::Moment moment;
    moment.scope = scene::Scope::block;
    moment.launch = block.recording->contents().launch;
    moment.block = block.recording->contents().block;
    for (const replay::Mark& mark : block.recording->marks()) {
        if (mark.kind != kind || --number > 0) continue;
        moment.step = uint64_t{mark.step} + (kind == replay::MarkKind::barrier ? 0 : 1);
        return moment;
    }
    ADD_FAILURE() << "the block has fewer such marks";
    return moment;
}

inline std::shared_ptr<const MomentView> view_at(const std::shared_ptr<const RecordedBlock>& block,
                                                 const scene::Moment& moment, Tick tick = Tick::line) {
    return MomentMaker(block).make(moment, tick, std::make_shared<const std::vector<replay::Watch>>());
}

inline const ValueRange* find_range(const std::vector<NamedRange>& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &NamedRange::name);
    return found == all.end() ? nullptr : &found->range;
}

inline bool is_range(const ValueRange* range, int64_t low, int64_t high) {
    return range != nullptr && range->low == replay::Number(low) && range->high == replay::Number(high);
}

} // namespace warpscope::insight
