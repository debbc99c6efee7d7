// Runs a block once more and records it.
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "metrics/trace/one_block_filter.hpp"
#include "replay/recorder.hpp"

namespace warpscope::replay {
namespace {

/// With the given blocks, or all where there are none. None where the block alone waits for others in vain.
Result<std::optional<Recording::Contents>> record(const std::shared_ptr<const metrics::Measured>& measured,
                                                  const std::shared_ptr<const SteppedProgram>& stepped,
                                                  const RecordRequest& request, std::vector<uint64_t> among) {
    const LaunchConfig& config = measured->launches()[request.launch].config;
    const bool alone = among.size() == 1;
    Recorder recorder(stepped, request, config, !alone);
    RecordObserver observer(recorder);
    metrics::OneBlock own(observer, request.block);
    metrics::Rerun rerun;
    rerun.program = stepped->program;
    rerun.launch = request.launch;
    rerun.only_blocks = std::move(among);
    rerun.tried = request.order.get();
    rerun.observers = {&own};
    rerun.cancel = &recorder.stop();
    auto ran = measured->run_again(rerun);
    if (!ran) return tl::unexpected(std::move(ran.error()));
    Recording::Contents contents = recorder.take();
    if (request.cancel != nullptr && request.cancel->load())
        return fail(ErrorKind::cancelled, "recording the block was cancelled");
    if (alone && config.blocks() > 1 && ran->waits_in_vain && !request.order) return std::nullopt;
    contents.order = request.order;
    contents.measured = measured;
    contents.block_index = index_of(request.block, config.grid);
    contents.kernel = ran->kernel;
    contents.parameters = std::move(ran->parameters);
    contents.shared_bytes = stepped->program->resources(ran->kernel).shared_bytes + config.dynamic_shared_bytes;
    if (contents.kept.empty()) {
        contents.kept.emplace_back();
        contents.kept.back().frames.resize(config.warps_per_block());
    }
    return contents;
}

/// What another block does can show in what a block gets.
bool has_atomics(const ptx::Module& module) {
    return std::ranges::any_of(module.functions, [](const ptx::Function& function) {
        return std::ranges::any_of(
            function.body, [](const ptx::Instruction& instruction) { return instruction.opcode == ptx::Opcode::atom; });
    });
}

} // namespace

Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                      std::shared_ptr<const SteppedProgram> stepped,
                                                      const RecordRequest& request) {
    const auto& launches = measured->launches();
    if (request.launch >= launches.size())
        return fail(ErrorKind::usage,
                    fmt::format("launch {} did not run: there were {}", request.launch, launches.size()));
    const LaunchConfig& config = launches[request.launch].config;
    if (request.block >= config.blocks())
        return fail(ErrorKind::usage,
                    fmt::format("the launch has {} blocks, so there is no block {}", config.blocks(), request.block));
    if (request.order) {
        auto contents = record(measured, stepped, request, request.among);
        if (!contents) return tl::unexpected(std::move(contents.error()));
        return std::make_shared<const Recording>(std::move(**contents));
    }
    // Alone such a block may do something else, which only the whole of it would show.
    RecordRequest wish = request;
    if (config.blocks() > 1 && (stepped->program->blocks_can_wait() || has_atomics(stepped->program->module())))
        wish.most_records = 0;
    std::shared_ptr<const Recording> kept;
    for (const bool alone : {true, false}) {
        if (alone && config.cooperative) continue; // it waits for all others
        auto contents = record(measured, stepped, wish, alone ? std::vector{request.block} : std::vector<uint64_t>{});
        if (!contents) return tl::unexpected(std::move(contents.error()));
        if (!*contents) continue;
        auto recording = std::make_shared<Recording>(std::move(**contents));
        if (!recording->is_cut_off()) recording->compare_with_run();
        const uint64_t differing = recording->contents().differing_cells;
        const bool differs = differing != 0 && differing != not_compared;
        if (!differs || !alone) {
            // With the others it may differ as much, which is then the build's doing: alone is simpler.
            if (!alone && kept && differs && kept->contents().differing_cells <= differing) return kept;
            return recording;
        }
        kept = recording;
        if (config.blocks() == 1 || !has_atomics(stepped->program->module())) return kept;
    }
    return kept;
}

} // namespace warpscope::replay
