#include "metrics/run/measured_plan.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <thread>

#include "base/kept_memory.hpp"
#include "metrics/costs/line_costs.hpp"
#include "metrics/findings/finding_list.hpp"
#include "metrics/run/launch_observer.hpp"
#include "metrics/run/launch_under_check.hpp"

namespace warpscope::metrics {
namespace {

using Done = tl::expected<void, Diagnostic>;

/// Maximum size of kept maps; the oldest are dropped.
constexpr uint64_t kept_map_bytes = kept_limit(uint64_t{512} << 20);
constexpr uint64_t max_threads = std::numeric_limits<ThreadId>::max() - 1;

uint64_t bytes_of(const LaunchMeasurement& launch) {
    uint64_t bytes = 0;
    for (const CellMaps& maps : launch.maps)
        bytes += maps.owner.size() * sizeof(ThreadId) + maps.writes.bytes() + maps.reads.bytes();
    return bytes + launch.instructions.size() * sizeof(InstructionCost);
}

double milliseconds(std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

uint32_t worker_count(uint32_t asked) {
    // Static, because the query reads a file.
    static const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
    return asked != 0 ? asked : cores;
}

double simt_efficiency(const simt::LaunchOutcome& outcome) {
    if (outcome.warp_instructions == 0) return 0;
    return static_cast<double>(outcome.thread_instructions + outcome.predicated_off) /
           (static_cast<double>(outcome.warp_instructions) * warp_size);
}

uint64_t float_operations(std::span<const simt::InstructionInfo> instructions, const simt::LaunchOutcome& outcome) {
    uint64_t sum = 0;
    for (size_t pc = 0; pc < instructions.size() && pc < outcome.active_lanes.size(); ++pc)
        sum += outcome.active_lanes[pc] * instructions[pc].float_operations;
    return sum;
}

simt::LaunchOutcome refused_outcome(const simt::Program& program, uint32_t kernel, uint32_t launch,
                                    const Message& why) {
    const auto& instructions = program.instructions();
    const std::string name = program.kernel_names()[kernel];
    const auto is_kernels = [&](const simt::InstructionInfo& instruction) {
        return program.module().functions[instruction.function].name == name;
    };
    const auto first = std::find_if(instructions.begin(), instructions.end(), is_kernels);
    simt::Finding finding;
    finding.kind = simt::FindingKind::invalid_launch;
    finding.launch = launch;
    finding.block_index = finding.thread_index = {0, 0, 0};
    finding.message = msg("{} The launch fails before the kernel starts.", why);
    if (first != instructions.end()) {
        finding.pc = static_cast<uint32_t>(first - instructions.begin());
        finding.source = first->source;
        finding.ptx_line = first->ptx_line;
    }
    simt::LaunchOutcome outcome;
    for (auto* counts : {&outcome.executions, &outcome.active_lanes, &outcome.divergent})
        counts->resize(instructions.size());
    outcome.findings.push_back(std::move(finding));
    outcome.finding_count = 1;
    return outcome;
}

} // namespace

MeasuredPlan::MeasuredPlan(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan,
                           const MeasureOptions& options)
    : program_(std::move(program))
    , plan_(plan)
    , options_(options) {}

Done MeasuredPlan::run() {
    if (Done placed = place_buffers(); !placed) return placed;
    for (const PlannedLaunch& launch : plan_.launches) {
        auto prepared = prepare(launch, *program_);
        if (!prepared) return tl::unexpected(std::move(prepared.error()));
        prepared_.push_back(std::move(*prepared));
    }
    for (uint32_t i = 0; i < plan_.launches.size() && !canceled_; ++i) {
        if (i != 0) copy_parts(device_->memory(), i);
        mark_copied(i);
        keep_memory();
        if (Done ran = run_launch(i); !ran) return ran;
        bound_maps();
    }
    if (!canceled_ && !plan_.launches.empty())
        copy_parts(device_->memory(), static_cast<uint32_t>(plan_.launches.size()));
    if (!canceled_) take_contents();
    // These options refer to objects of measure()'s caller.
    options_.launch.cancel = nullptr;
    options_.launch.blocks_done = nullptr;
    options_.launch.print = nullptr;
    options_.snapshot.reset();
    options_.launch.first_blocks.clear(); // reruns show no picture
    return {};
}

Result<MeasuredPlan::Prepared> MeasuredPlan::prepare(const PlannedLaunch& launch, const simt::Program& program) const {
    const auto kernel = program.find_kernel(launch.kernel);
    if (!kernel) return tl::unexpected(program.module().missing_entry_error(launch.kernel));
    if (launch.refused.empty())
        if (auto why = config_error(launch.config, options_.launch.limits, program.resources(*kernel).shared_bytes))
            return fail(ErrorKind::usage, *why);
    // Divides, because the product may exceed 64 bits.
    if (launch.config.blocks() > max_threads / launch.config.threads_per_block())
        return fail(ErrorKind::usage,
                    msg("a launch of {} blocks of {} threads is too large to measure: at most {} threads",
                        launch.config.blocks(), launch.config.threads_per_block(), max_threads),
                    msg("use a smaller grid"));
    std::vector<uint64_t> addresses;
    for (const PlacedBuffer& buffer : buffers_->buffers()) addresses.push_back(buffer.begin);
    auto parameters = simt::pack_parameters(program, *kernel, launch.arguments, addresses,
                                            static_cast<uint32_t>(plan_.textures.size()));
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    return Prepared{*kernel, std::move(*parameters)};
}

Done MeasuredPlan::run_launch(uint32_t index) {
    const PlannedLaunch& planned = plan_.launches[index];
    simt::LaunchOptions options = options_.launch;
    options.launch_index = index;
    // Runs on one worker if blocks can wait for each other, so that findings do not depend on host scheduling.
    const bool in_one_order = options_.races && program_->blocks_can_wait();
    options.workers = in_one_order ? 1 : worker_count(options.workers);
    const auto& instructions = program_->instructions();
    const simt::LaunchContext context{program_.get(), &device_->memory(), prepared_[index].kernel, planned.config,
                                      index,          options.workers};
    std::vector<std::unique_ptr<LaunchCheck>> checks;
    for (const std::unique_ptr<Check>& check : *checks_)
        if (auto of_launch = check->begin(context, written_)) checks.push_back(std::move(of_launch));
    LaunchObserver observer({context, buffers_, instructions, options_.maps, options_.costs, written_,
                             live_before_ ? &live_before_->pages : nullptr},
                            InlineChecks(checks));
    std::vector<simt::Observer*> observers{&observer};
    for (const std::unique_ptr<LaunchCheck>& check : checks)
        if (simt::Observer* const own = check->observer()) observers.push_back(own);
    if (live_observer_ != nullptr) observers.push_back(live_observer_);
    if (options_.snapshot && index + 1 == plan_.launches.size()) options.snapshot = snapshots();
    const auto start = std::chrono::steady_clock::now();
    auto outcome = planned.refused.empty()
                       ? simt::launch(*device_, prepared_[index].kernel, planned.config, prepared_[index].parameters,
                                      observers, options)
                       : refused_outcome(*program_, prepared_[index].kernel, index, planned.refused);
    if (!outcome) return tl::unexpected(std::move(outcome.error()));
    const auto executed = std::chrono::steady_clock::now();
    if (written_) written_->settle();

    LaunchMeasurement& measurement = launches_.emplace_back();
    measurement.config = planned.config;
    measurement.kernel = planned.kernel;
    measurement.findings = std::move(outcome->findings);
    measurement.finding_count = outcome->finding_count;
    LaunchUnderCheck checked(*this, index, observer, *outcome);
    CheckFindings seen;
    for (const std::unique_ptr<LaunchCheck>& check : checks) {
        CheckFindings more = check->take_findings(checked);
        std::ranges::move(more.findings, std::back_inserter(seen.findings));
        seen.count += more.count;
    }
    observer.take_results(measurement);
    for (const CellMaps& maps : measurement.maps)
        if (!maps.owner.empty()) may_be_stored_[maps.buffer] = true;
    measurement.divergence.simt_efficiency = simt_efficiency(*outcome);
    measurement.float_operations = float_operations(instructions, *outcome);
    measurement.warp_instructions = outcome->warp_instructions;
    measurement.thread_instructions = outcome->thread_instructions;
    measurement.predicated_off = outcome->predicated_off;
    measurement.longest_sleep_ns = outcome->longest_sleep_ns;
    if (options_.costs) {
        measurement.instructions = instruction_costs(instructions, *outcome, observer.traffic());
        measurement.lines = line_costs(instructions, measurement.instructions);
    }
    add_findings(measurement, std::move(seen.findings), seen.count);
    canceled_ = outcome->canceled;
    measurement.execute_ms = milliseconds(executed - start);
    measurement.analyze_ms = milliseconds(std::chrono::steady_clock::now() - executed);
    if (!planned.refused.empty() || (is_live_ && !live_before_)) return {};
    for (const std::unique_ptr<LaunchCheck>& check : checks)
        if (!canceled_)
            if (Done rechecked = check->recheck(checked); !rechecked) return rechecked;
    return {};
}

std::optional<simt::Snapshots> MeasuredPlan::snapshots() const {
    const SnapshotBuffer& snapshot = *options_.snapshot;
    const PlacedBuffer& buffer = buffers_->buffers().at(snapshot.buffer);
    if (!written_ || !written_->tracks(buffer.allocation)) return std::nullopt;
    simt::Snapshots snapshots;
    snapshots.first = snapshot.first;
    snapshots.every = snapshot.every;
    snapshots.take = [this, &snapshot, &buffer] {
        const std::vector<uint8_t> written = written_->by_byte(buffer.allocation);
        snapshot.show({device_->memory().host(buffer.begin), written.size()}, written);
    };
    return snapshots;
}

void MeasuredPlan::add_findings(LaunchMeasurement& measurement, std::vector<simt::Finding> more, uint64_t count) const {
    measurement.finding_count += count;
    std::vector<simt::Finding>& all = measurement.findings;
    std::ranges::move(more, std::back_inserter(all));
    sort_findings(all);
    const auto kernel = program_->find_kernel(measurement.kernel);
    FindingContext context{program_->instructions(), device_ ? &device_->memory() : nullptr, {}};
    if (kernel) context.shared = program_->shared_variables(*kernel);
    drop_explained(all, context);
    widen_lane_races(all, context);
    drop_repeated(all, context);
    if (all.size() > options_.launch.max_findings) all.resize(options_.launch.max_findings);
}

std::vector<uint8_t> MeasuredPlan::only_loaded(const LaunchMeasurement& measurement) const {
    std::vector<uint8_t> result(device_->memory().allocations().size());
    for (const CellMaps& maps : measurement.maps)
        if (maps.owner.empty()) result[buffers_->buffers()[maps.buffer].allocation] = 1;
    return result;
}

void MeasuredPlan::bound_maps() {
    uint64_t bytes = 0;
    for (size_t i = launches_.size(); i-- > 0;) {
        bytes += bytes_of(launches_[i]);
        if (bytes <= kept_map_bytes || i + 1 == launches_.size()) continue;
        std::vector<InstructionCost>().swap(launches_[i].instructions);
        launches_[i].maps.clear();
    }
}

Result<std::shared_ptr<const Measured>> measure(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan,
                                                const MeasureOptions& options) {
    auto measured = std::make_shared<MeasuredPlan>(std::move(program), plan, options);
    if (auto done = measured->run(); !done) return tl::unexpected(std::move(done.error()));
    return measured;
}

} // namespace warpscope::metrics
