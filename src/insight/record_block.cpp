#include "insight/record_block.hpp"

namespace warpscope::insight {

std::shared_ptr<const RecordedBlock> make_recorded_block(std::shared_ptr<const session::RunResult> run,
                                                         session::SteppedBuild build,
                                                         std::shared_ptr<const replay::Recording> recording,
                                                         const std::atomic<bool>* cancel) {
    auto block = std::make_shared<RecordedBlock>();
    block->run = std::move(run);
    block->build = std::move(build);
    block->history = replay::History::of(recording, cancel);
    if (!block->history) return nullptr;
    block->arrays = replay::shared_arrays(*recording);
    block->recording = std::move(recording);
    block->racing = racing_steps(*block);
    return block;
}

Result<std::shared_ptr<const RecordedBlock>> record_block(std::shared_ptr<const session::RunResult> run,
                                                          uint32_t launch, uint64_t block, bool as_written) {
    auto build = session::stepped_build(*run, as_written);
    if (!build) return tl::unexpected(build.error());
    replay::RecordRequest request;
    request.launch = launch;
    request.block = block;
    auto recording = replay::record_block(run->measured, build->stepped, request);
    if (!recording) return tl::unexpected(recording.error());
    return make_recorded_block(std::move(run), std::move(*build), std::move(*recording));
}

uint32_t last_launch(const session::RunResult& run) {
    return static_cast<uint32_t>(run.measured->launches().size()) - 1;
}

} // namespace warpscope::insight
