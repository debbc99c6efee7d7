#include "cli/figure_moment.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "insight/record_block.hpp"

namespace warpscope::cli {

Result<std::shared_ptr<const insight::RecordedBlock>> record_block(const std::shared_ptr<const session::RunResult>& run,
                                                                   uint32_t launch, uint64_t block, bool as_written) {
    auto recorded = insight::record_block(run, launch, block, as_written);
    if (!recorded) return recorded;
    if (const Message& note = (*recorded)->build.note; !note.empty()) fmt::print(stderr, "note: {}\n", note);
    for (const Message& note : (*recorded)->recording->notes()) fmt::print(stderr, "note: {}\n", note);
    return recorded;
}

Result<FigureMoment> figure_moment(const std::shared_ptr<const session::RunResult>& run, const scene::Moment& moment) {
    FigureMoment out;
    out.moment = moment;
    if (!scene::in_block(moment)) {
        if (auto why = analysis::block_order_error(*run)) return fail(ErrorKind::failed, std::move(*why));
        auto dispatch = analysis::model_dispatch(*run, chosen_device_model());
        if (!dispatch) return tl::unexpected(dispatch.error());
        // Moves past all blocks that end at the same time.
        const auto ended = static_cast<uint32_t>(std::min<uint64_t>(moment.step, dispatch->blocks.size()));
        out.moment.step = ended == 0 ? 0 : dispatch->ended_by(dispatch->time_of(ended));
        out.dispatch = std::move(*dispatch);
        return out;
    }
    const auto& launches = run->measured->launches();
    if (moment.launch >= launches.size() || moment.block >= launches[moment.launch].config.blocks() ||
        moment.warp >= launches[moment.launch].config.warps_per_block())
        return fail(ErrorKind::failed, "this launch has no such block or warp");
    auto recorded = record_block(run, moment.launch, moment.block, true);
    if (!recorded) return tl::unexpected(recorded.error());
    out.block = std::move(*recorded);
    return out;
}

} // namespace warpscope::cli
