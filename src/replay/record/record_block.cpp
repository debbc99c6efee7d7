#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "metrics/trace/one_block_filter.hpp"
#include "ptx/analysis/register_effects.hpp"
#include "replay/record/recorder.hpp"

namespace warpscope::replay {
namespace {

/// Runs the blocks `among` (empty: all). `before_others` ends the recording before other blocks may influence it.
/// Returns nullopt if the block deadlocks alone.
Result<std::optional<Recording::Contents>> record(const std::shared_ptr<const metrics::Measured>& measured,
                                                  const std::shared_ptr<const SteppedProgram>& stepped,
                                                  const RecordRequest& request, std::vector<uint64_t> among,
                                                  bool before_others = false) {
    const LaunchConfig& config = measured->launches()[request.launch].config;
    const bool alone = among.size() == 1;
    Recorder recorder(stepped, request, config, !alone);
    if (before_others) recorder.end_before({*measured, *stepped->program, request.launch, request.block});
    RecordObserver observer(recorder);
    metrics::OneBlockFilter own(observer, request.block);
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
        return fail(ErrorKind::canceled, msg("recording the block was canceled"));
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

bool has_atomics(const ptx::Module& module) {
    return std::ranges::any_of(module.functions, [](const ptx::Function& function) {
        return std::ranges::any_of(
            function.body, [](const ptx::Instruction& instruction) { return instruction.opcode == ptx::Opcode::atom; });
    });
}

/// Returns whether results of atomics are read. Requires optimized code: unoptimized code stores every result.
bool uses_results_of_atomics(const ptx::Function& function) {
    std::vector<bool> from_atomic(function.registers.size());
    bool any = false;
    for (const ptx::Instruction& in : function.body) {
        const ptx::Space space = in.modifiers.space;
        if (in.opcode != ptx::Opcode::atom || (space != ptx::Space::global && space != ptx::Space::generic)) continue;
        for (const uint32_t result : ptx::effects_of(function, in).writes) from_atomic[result] = any = true;
    }
    return any && std::ranges::any_of(function.body, [&](const ptx::Instruction& in) {
               return std::ranges::any_of(ptx::effects_of(function, in).reads,
                                          [&](uint32_t index) { return from_atomic[index]; });
           });
}

bool depends_on_others(const metrics::Measured& measured, uint32_t launch) {
    const simt::Program& program = measured.program();
    const auto kernel = program.find_kernel(measured.launches()[launch].kernel);
    const std::string name = kernel ? program.kernel_names()[*kernel] : std::string();
    return std::ranges::any_of(program.module().functions, [&](const ptx::Function& function) {
        return (!function.is_entry || function.name == name) && uses_results_of_atomics(function);
    });
}

} // namespace

Result<std::shared_ptr<const Recording>> record_block(std::shared_ptr<const metrics::Measured> measured,
                                                      std::shared_ptr<const SteppedProgram> stepped,
                                                      const RecordRequest& request) {
    const auto& launches = measured->launches();
    if (request.launch >= launches.size())
        return fail(ErrorKind::usage,
                    msg("launch {} did not run: the program made {} launches", request.launch, launches.size()));
    const LaunchConfig& config = launches[request.launch].config;
    if (request.block >= config.blocks())
        return fail(ErrorKind::usage,
                    msg("the launch has {} blocks, so there is no block {}", config.blocks(), request.block));
    if (request.order) {
        auto contents = record(measured, stepped, request, request.among);
        if (!contents) return tl::unexpected(std::move(contents.error()));
        return std::make_shared<const Recording>(std::move(**contents));
    }
    // A recording with a limit is not compared with the run, so it ends before other blocks may matter.
    RecordRequest attempt = request;
    const bool may_depend = config.blocks() > 1 && (config.cooperative || stepped->program->blocks_can_wait() ||
                                                    has_atomics(stepped->program->module()));
    if (request.max_records != 0 && may_depend) {
        auto begun = record(measured, stepped, request, {request.block}, true);
        if (!begun) return tl::unexpected(std::move(begun.error()));
        if (*begun && (*begun)->is_beginning && !(*begun)->steps.empty())
            return std::make_shared<const Recording>(std::move(**begun));
        attempt.max_records = 0;
    }
    const bool depends = config.cooperative || (config.blocks() > 1 && depends_on_others(*measured, request.launch));
    std::shared_ptr<const Recording> kept;
    for (const bool alone : {true, false}) {
        if (alone && depends) continue;
        auto contents =
            record(measured, stepped, attempt, alone ? std::vector{request.block} : std::vector<uint64_t>{});
        if (!contents) return tl::unexpected(std::move(contents.error()));
        if (!*contents) continue;
        auto recording = std::make_shared<Recording>(std::move(**contents));
        if (!recording->is_cut_off()) recording->compare_with_run();
        const uint64_t differing = recording->cells_that_differ();
        if (differing == 0 || !alone) {
            // The code built for stepping causes the difference, not other blocks. Prefers `kept`, the simpler
            // recording of the block alone.
            if (!alone && kept && differing != 0 && kept->cells_that_differ() <= differing) return kept;
            return recording;
        }
        kept = recording;
        const bool stores_all = recording->contents().unstored_cells == 0;
        if (config.blocks() == 1 || (stores_all && !has_atomics(stepped->program->module()))) return kept;
    }
    return kept;
}

} // namespace warpscope::replay
