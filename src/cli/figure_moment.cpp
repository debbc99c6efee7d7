#include "cli/figure_moment.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpscope::cli {

Result<SteppedBlock> step_block(const session::RunResult& run, uint32_t launch, uint64_t block, bool as_written) {
    auto build = session::stepped_build(run, as_written);
    if (!build) return tl::unexpected(build.error());
    if (!build->note.empty()) fmt::print(stderr, "note: {}\n", build->note);
    replay::RecordRequest wish;
    wish.launch = launch;
    wish.block = block;
    auto recording = replay::record_block(run.measured, build->stepped, wish);
    if (!recording) return tl::unexpected(recording.error());
    for (const std::string& note : (*recording)->notes()) fmt::print(stderr, "note: {}\n", note);
    return SteppedBlock{std::move(*recording), std::move(*build)};
}

Result<FigureMoment> figure_moment(const session::RunResult& run, const scene::Moment& moment) {
    FigureMoment out;
    out.moment = moment;
    if (!scene::in_block(moment)) {
        if (auto why = analysis::why_not_by_blocks(run)) return fail(ErrorKind::failed, std::move(*why));
        auto dispatch = analysis::model_dispatch(run, chosen_device_model());
        if (!dispatch) return tl::unexpected(dispatch.error());
        // Blocks that end simultaneously are one step.
        const auto ended = static_cast<uint32_t>(std::min<uint64_t>(moment.step, dispatch->blocks.size()));
        out.moment.step = ended == 0 ? 0 : dispatch->ended_by(dispatch->time_of(ended));
        out.dispatch = std::move(*dispatch);
        return out;
    }
    const auto& launches = run.measured->launches();
    if (moment.launch >= launches.size() || moment.block >= launches[moment.launch].config.blocks() ||
        moment.warp >= launches[moment.launch].config.warps_per_block())
        return fail(ErrorKind::failed, "this launch has no such block or warp");
    auto stepped = step_block(run, moment.launch, moment.block, true);
    if (!stepped) return tl::unexpected(stepped.error());
    out.recording = std::move(stepped->recording);
    out.build = std::move(stepped->build);
    return out;
}

} // namespace warpscope::cli
