#include "metrics/measured.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <thread>

#include "metrics/grid_observer.hpp"
#include "metrics/lines.hpp"
#include "metrics/race_check.hpp"

namespace warpscope::metrics {
namespace {

using Done = tl::expected<void, Diagnostic>;

/// Memory states of earlier launches are kept while all of them together hold no more than this, were each a full copy.
constexpr uint64_t kept_memory_bytes = uint64_t{256} << 20;
/// Cell maps of earlier launches are dropped beyond this, oldest first. The last launch's are always kept.
constexpr uint64_t kept_map_bytes = uint64_t{512} << 20;
constexpr uint64_t max_threads = std::numeric_limits<ThreadId>::max() - 1;

uint64_t bytes_of(const LaunchMeasurement& launch) {
    uint64_t entries = 0;
    for (const CellMaps& maps : launch.maps) entries += maps.owner.size() + maps.writes.size() + maps.reads.size();
    return entries * sizeof(uint32_t);
}

double milliseconds(std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

uint32_t worker_count(uint32_t asked) { return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency()); }

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

/// By block; findings of one block stay in the order of their lists.
std::vector<simt::Trap> in_order(std::vector<simt::Trap> first, std::vector<simt::Trap> second, size_t limit) {
    std::move(second.begin(), second.end(), std::back_inserter(first));
    std::stable_sort(first.begin(), first.end(),
                     [](const simt::Trap& a, const simt::Trap& b) { return a.block < b.block; });
    if (first.size() > limit) first.resize(limit);
    return first;
}

} // namespace

MeasuredPlan::MeasuredPlan(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan,
                           const MeasureOptions& options)
    : program_(std::move(program))
    , plan_(plan)
    , options_(options) {}

Done MeasuredPlan::run() {
    if (Done placed = place_buffers(); !placed) return placed;
    if (Done written = write_symbols(); !written) return written;
    for (const PlannedLaunch& launch : plan_.launches) {
        auto prepared = prepare(launch);
        if (!prepared) return tl::unexpected(std::move(prepared.error()));
        prepared_.push_back(std::move(*prepared));
    }
    for (uint32_t i = 0; i < plan_.launches.size() && !cancelled_; ++i) {
        if (Done kept = keep_memory(); !kept) return kept;
        if (Done ran = run_launch(i); !ran) return ran;
        if (options_.races && !races_known_ && !cancelled_)
            if (Done looked = look_for_races(i); !looked) return looked;
        bound_maps();
    }
    // Neither outlives this call: both belong to whoever asked for the measurement.
    options_.launch.cancel = nullptr;
    options_.launch.blocks_done = nullptr;
    return {};
}

Done MeasuredPlan::place_buffers() {
    simt::GlobalMemory memory;
    std::vector<PlacedBuffer> placed;
    for (const PlannedBuffer& buffer : plan_.buffers) {
        const BufferLayout& layout = buffer.layout;
        if (layout.cell_bytes() == 0 || layout.cell_bytes() > std::numeric_limits<uint16_t>::max())
            return fail(ErrorKind::usage, fmt::format("buffer '{}' has cells of {} bytes; 1 to 65535 are possible",
                                                      layout.name, layout.cell_bytes()));
        if (buffer.initial && buffer.initial->size() != layout.bytes())
            return fail(ErrorKind::usage, fmt::format("buffer '{}' is {} bytes long but its contents are {}",
                                                      layout.name, layout.bytes(), buffer.initial->size()));
        const Result<uint32_t> allocation = memory.allocate(layout.name, layout.bytes());
        if (!allocation) return tl::unexpected(allocation.error());
        if (buffer.initial) memory.upload(*allocation, 0, *buffer.initial);
        device_bytes_ += layout.bytes();
        placed.push_back({*allocation, memory.allocations()[*allocation].begin, layout.shape.cells(), layout.shape,
                          buffer.role, CellDivider(layout.cell_bytes()), layout.channels});
    }
    buffers_ = std::make_shared<const BufferTable>(std::move(placed));
    auto device = simt::Device::create(program_, std::move(memory));
    if (!device) return tl::unexpected(std::move(device.error()));
    device_.emplace(std::move(*device));
    if (options_.races) race_facts_ = std::make_shared<const RaceFacts>(race_facts(*program_));
    if (options_.uninitialised) {
        std::vector<uint32_t> undefined;
        for (uint32_t i = 0; i < plan_.buffers.size(); ++i)
            if (!plan_.buffers[i].initial) undefined.push_back(buffers_->buffers()[i].allocation);
        written_ = std::make_shared<WrittenBytes>(device_->memory().allocations(), undefined);
    }
    return {};
}

Done MeasuredPlan::write_symbols() {
    for (const PlannedSymbol& symbol : plan_.symbols) {
        const auto allocation = device_->symbol(symbol.name);
        if (!allocation)
            return fail(ErrorKind::failed, fmt::format("the kernel's module has no variable '{}'", symbol.name),
                        "declare it as __constant__ or __device__ and use it in the kernel: unused ones are left out");
        const uint64_t room = device_->memory().allocations()[*allocation].bytes;
        if (symbol.contents->size() > room)
            return fail(ErrorKind::failed, fmt::format("'{}' holds {} bytes; {} were to be written", symbol.name, room,
                                                       symbol.contents->size()));
        device_->memory().upload(*allocation, 0, *symbol.contents);
    }
    return {};
}

Result<MeasuredPlan::Prepared> MeasuredPlan::prepare(const PlannedLaunch& launch) const {
    const auto kernel = program_->find_kernel(launch.kernel);
    if (!kernel)
        return fail(ErrorKind::failed, fmt::format("there is no kernel '{}'; the module has {}", launch.kernel,
                                                   fmt::join(program_->kernel_names(), ", ")));
    if (auto why = why_illegal(launch.config, options_.launch.limits, program_->resources(*kernel).shared_bytes))
        return fail(ErrorKind::usage, *why);
    // Checked by division: the product itself may not fit into 64 bits.
    if (launch.config.blocks() > max_threads / launch.config.threads_per_block())
        return fail(ErrorKind::usage,
                    fmt::format("a launch of {} blocks of {} threads is too large to measure: at most {} threads",
                                launch.config.blocks(), launch.config.threads_per_block(), max_threads),
                    "use a smaller grid");
    std::vector<uint64_t> addresses;
    for (const PlacedBuffer& buffer : buffers_->buffers()) addresses.push_back(buffer.begin);
    auto parameters = simt::pack_parameters(*program_, *kernel, launch.arguments, addresses);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    return Prepared{*kernel, std::move(*parameters)};
}

Done MeasuredPlan::keep_memory() {
    auto copy = device_->fork();
    if (!copy) return tl::unexpected(std::move(copy.error()));
    if ((before_.size() + 1) * device_bytes_ > kept_memory_bytes)
        for (auto& earlier : before_) earlier.reset();
    before_.emplace_back(std::move(*copy));
    return {};
}

Done MeasuredPlan::run_launch(uint32_t index) {
    const PlannedLaunch& planned = plan_.launches[index];
    simt::LaunchOptions options = options_.launch;
    options.launch_index = index;
    options.workers = worker_count(options.workers);
    const auto& instructions = program_->instructions();
    const simt::LaunchContext context{program_.get(), &device_->memory(), prepared_[index].kernel, planned.config,
                                      index,          options.workers};
    GridObserver observer({context, buffers_, instructions, options_.maps, options_.costs, written_});
    std::vector<simt::Observer*> observers{&observer};
    std::optional<RaceCheck> races;
    if (can_screen()) races.emplace(RaceSetup{context, instructions, race_facts_, {}, true});
    const uint64_t shared_bytes =
        program_->resources(context.kernel).shared_bytes + uint64_t{planned.config.dynamic_shared_bytes};
    if (races && shared_bytes != 0) observers.push_back(&*races);
    const auto start = std::chrono::steady_clock::now();
    auto outcome = simt::launch(*device_, prepared_[index].kernel, planned.config, prepared_[index].parameters,
                                observers, options);
    if (!outcome) return tl::unexpected(std::move(outcome.error()));
    const auto executed = std::chrono::steady_clock::now();

    LaunchMeasurement& measurement = launches_.emplace_back();
    measurement.config = planned.config;
    measurement.kernel = planned.kernel;
    races_known_ = races && !observer.global_is_shared();
    observer.take_results(measurement);
    measurement.divergence.simt_efficiency = simt_efficiency(*outcome);
    measurement.float_operations = float_operations(instructions, *outcome);
    measurement.warp_instructions = outcome->warp_instructions;
    measurement.thread_instructions = outcome->thread_instructions;
    measurement.predicated_off = outcome->predicated_off;
    if (options_.costs) {
        measurement.instructions = instruction_costs(instructions, *outcome, observer.traffic());
        measurement.lines = line_costs(instructions, measurement.instructions);
    }
    measurement.findings = in_order(std::move(outcome->traps), std::move(measurement.findings), options.max_traps);
    measurement.finding_count += outcome->trap_count;
    cancelled_ = outcome->cancelled;
    if (races_known_) add_races(measurement, races->findings());
    if (written_) written_->settle();
    measurement.execute_ms = milliseconds(executed - start);
    measurement.analyse_ms = milliseconds(std::chrono::steady_clock::now() - executed);
    return {};
}

bool MeasuredPlan::can_screen() const {
    return race_facts_ && options_.maps && !race_facts_->synchronises && race_facts_->only_plain_and_atomic;
}

void MeasuredPlan::add_races(LaunchMeasurement& measurement, FindingLog& races) const {
    measurement.finding_count += races.count();
    measurement.findings = in_order(std::move(measurement.findings), races.take(), options_.launch.max_traps);
    drop_explained(measurement.findings);
}

Done MeasuredPlan::look_for_races(uint32_t index) {
    auto device = before_[index]->fork();
    if (!device) return tl::unexpected(std::move(device.error()));
    const Prepared& prepared = prepared_[index];
    LaunchMeasurement& measurement = launches_[index];
    simt::LaunchOptions options = options_.launch;
    options.launch_index = index;
    options.workers = 1;
    options.blocks_done = nullptr; // the measured run has counted them
    options.print = nullptr;       // and printed
    RaceSetup setup{{program_.get(), &device->memory(), prepared.kernel, measurement.config, index, 1},
                    program_->instructions(),
                    race_facts_,
                    std::vector<uint8_t>(device->memory().allocations().size())};
    for (const CellMaps& maps : measurement.maps)
        if (maps.owner.empty()) setup.only_loaded[buffers_->buffers()[maps.buffer].allocation] = 1;
    RaceCheck check(std::move(setup));
    simt::Observer* const observers[] = {&check};
    const auto outcome =
        simt::launch(*device, prepared.kernel, measurement.config, prepared.parameters, observers, options);
    if (!outcome) return tl::unexpected(outcome.error());
    cancelled_ = outcome->cancelled;
    add_races(measurement, check.findings());
    return {};
}

void MeasuredPlan::bound_maps() {
    uint64_t bytes = 0;
    for (size_t i = launches_.size(); i-- > 0;) {
        bytes += bytes_of(launches_[i]);
        if (i + 1 != launches_.size()) launches_[i].instructions = {};
        if (bytes > kept_map_bytes && i + 1 != launches_.size()) launches_[i].maps.clear();
    }
}

std::optional<BufferElement> MeasuredPlan::element(uint64_t address) const {
    const auto allocation = device_->memory().nearest(address);
    const auto buffer = allocation ? buffers_->in_allocation(*allocation) : std::nullopt;
    if (!buffer) return std::nullopt;
    const BufferLayout& layout = plan_.buffers[*buffer].layout;
    const auto offset = static_cast<int64_t>(address - buffers_->buffers()[*buffer].begin);
    const int64_t bytes = size_of(layout.type);
    const int64_t index = offset / bytes - (offset % bytes < 0 ? 1 : 0);
    return BufferElement{*buffer, index, index >= 0 && static_cast<uint64_t>(index) < layout.elements()};
}

HostBuffer MeasuredPlan::buffer(uint32_t index) const {
    const PlacedBuffer& placed = buffers_->buffers()[index];
    HostBuffer out{plan_.buffers[index].layout, nullptr};
    Bytes bytes(out.layout.bytes());
    device_->memory().download(placed.allocation, 0, bytes);
    out.bytes = std::make_shared<const Bytes>(std::move(bytes));
    return out;
}

Result<std::shared_ptr<const Measured>> measure(std::shared_ptr<const simt::Program> program, const ExecutionPlan& plan,
                                                const MeasureOptions& options) {
    auto measured = std::make_shared<MeasuredPlan>(std::move(program), plan, options);
    if (auto done = measured->run(); !done) return tl::unexpected(std::move(done.error()));
    return measured;
}

} // namespace warpscope::metrics
