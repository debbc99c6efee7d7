#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "base/symbol_name.hpp"
#include "ptx/analysis/shared_points_to.hpp"
#include "simt/memory/cooperative_workspace.hpp"
#include "simt/report/finding_log.hpp"
#include "simt/schedule/block.hpp"
#include "simt/schedule/resident_blocks.hpp"
#include "simt/state/machine.hpp"

namespace warpscope::simt {
namespace {

std::vector<uint64_t> in_natural_order(uint64_t blocks) {
    std::vector<uint64_t> order(blocks);
    std::iota(order.begin(), order.end(), uint64_t{0});
    return order;
}

std::vector<uint64_t> with_these_first(const std::vector<uint64_t>& first, uint64_t blocks) {
    std::vector<uint64_t> order;
    order.reserve(blocks);
    std::vector<bool> taken(blocks);
    for (const uint64_t block : first)
        if (block < blocks && !taken[block]) {
            order.push_back(block);
            taken[block] = true;
        }
    for (uint64_t block = 0; block < blocks; ++block)
        if (!taken[block]) order.push_back(block);
    return order;
}

constexpr size_t parameter_padding = 64; // vector loads may read past the end

} // namespace

struct LaunchRunner {
    Device& device;
    const LaunchOptions& options;
    LaunchState state;
    std::vector<std::byte> parameters;
    std::vector<std::unique_ptr<Worker>> workers;
    std::atomic<uint64_t> next_block{0};

    LaunchRunner(Device& on, const LaunchOptions& how, std::span<const std::byte> arguments)
        : device(on)
        , options(how)
        , parameters(arguments.begin(), arguments.end()) {
        parameters.resize(arguments.size() + parameter_padding);
        state.parameters = std::span(parameters).first(arguments.size());
        state.heap = device.heap_.get();
    }

    template<class T>
    static void broadcast(std::byte* frame, uint32_t offset, T value) {
        std::fill_n(slot<T>(frame, offset), warp_size, value);
    }

    [[nodiscard]] uint64_t value_of(const ConstantSlot& constant) const {
        switch (constant.kind) {
        case ConstantSlot::Kind::bits:
        case ConstantSlot::Kind::local: return constant.bits;
        case ConstantSlot::Kind::variable: return device.variable_addresses_[constant.index] + constant.bits;
        case ConstantSlot::Kind::shared: return state.kernel->shared_offsets[constant.index] + constant.bits;
        case ConstantSlot::Kind::function: return function_base + 16 * uint64_t{constant.index};
        case ConstantSlot::Kind::parameter: {
            const uint64_t size = constant.bits & 0xff;
            uint64_t value = 0;
            if (constant.index + size <= parameters.size())
                std::memcpy(&value, parameters.data() + constant.index, size);
            const uint64_t sign = (constant.bits & 0x100) != 0 ? uint64_t{1} << (8 * size - 1) : 0;
            return (value ^ sign) - sign;
        }
        }
        return 0;
    }

    [[nodiscard]] AlignedBytes image(const DecodedFunction& function) const {
        AlignedBytes bytes(function.frame_bytes);
        for (const ConstantSlot& constant : function.constants) {
            const uint64_t value = value_of(constant);
            switch (constant.bytes) {
            case 2: broadcast(bytes.data(), constant.offset, static_cast<uint16_t>(value)); break;
            case 4: broadcast(bytes.data(), constant.offset, static_cast<uint32_t>(value)); break;
            case 8: broadcast(bytes.data(), constant.offset, value); break;
            default: *slot<LaneMask>(bytes.data(), constant.offset) = value != 0 ? all_lanes : 0; break;
            }
        }
        return bytes;
    }

    void prepare() {
        for (const DecodedFunction& function : state.code->functions)
            state.images.push_back(function.code.empty() ? AlignedBytes() : image(function));
        const auto warps = static_cast<uint32_t>(state.config.warps_per_block());
        state.thread_index.resize(warps);
        for (uint32_t warp = 0; warp < warps; ++warp) {
            for (uint32_t lane = 0; lane < warp_size; ++lane) {
                const uint64_t linear =
                    std::min<uint64_t>(warp * warp_size + lane, state.config.threads_per_block() - 1);
                const Dim3 index = index_of(linear, state.config.block);
                state.thread_index[warp][0][lane] = index.x;
                state.thread_index[warp][1][lane] = index.y;
                state.thread_index[warp][2][lane] = index.z;
            }
        }
        state.shared_bytes = state.kernel->static_shared_bytes + state.config.dynamic_shared_bytes;
        state.local_bytes = state.kernel->stack_bytes;
        for (const MemorySite& site : state.code->sites) state.shared_ranges.push_back(range_of(site));
        if (state.config.cooperative && device.workspace_allocation_) {
            const uint32_t allocation = *device.workspace_allocation_;
            const GridWorkspace empty;
            device.memory_->upload(allocation, 0, std::as_bytes(std::span(&empty, 1)));
            state.grid_workspace = device.memory_->allocations()[allocation].begin;
        }
    }

    [[nodiscard]] SharedRange range_of(const MemorySite& site) const {
        SharedRange range{0, state.shared_bytes};
        if (site.shared_variable != ptx::no_shared_variable) {
            const SharedVariable& variable = state.code->shared_variables[site.shared_variable];
            range.begin = state.kernel->shared_offsets[site.shared_variable];
            if (!variable.is_extern) range.end = range.begin + variable.bytes;
        }
        const uint64_t last_byte = site.bytes == 0 ? 0 : site.bytes - 1;
        range.end = std::max(range.begin, range.end - std::min(range.end, last_byte));
        return range;
    }

    void make_workers(std::span<Observer* const> observers) {
        for (uint32_t index = 0; index < state.workers; ++index) {
            auto worker = std::make_unique<Worker>();
            worker->launch = &state;
            worker->index = index;
            worker->turn.is_alone = state.workers == 1;
            worker->counters.resize(state.code->blocks.size());
            worker->switched_off.resize(state.code->predicated.size());
            worker->sites.resize(state.code->sites.size());
            if (options.tried != nullptr) worker->tried = std::make_unique<TriedTurns>(*options.tried, *state.code);
            for (Observer* observer : observers) {
                Observer* const own = worker->observers.emplace_back(observer->fork()).get();
                const uint32_t interests = own->interests();
                worker->hooks |= interests;
                for (size_t bit = 0; bit < worker->listeners.size(); ++bit)
                    if ((interests >> bit & 1) != 0) worker->listeners[bit].push_back(own);
            }
            workers.push_back(std::move(worker));
        }
    }

    /// Runs blocks in chunks, which are larger in large launches, so that workers share few pages.
    void run_share(Worker& worker, const std::vector<uint64_t>& order, uint64_t blocks) {
        const uint64_t share = blocks / state.workers;
        const uint64_t chunk = std::max(std::clamp<uint64_t>(share / 16, 1, 64), std::min<uint64_t>(share / 64, 512));
        // Takes the last blocks one by one: a worker that cannot begin more would keep the rest of its chunk.
        const uint64_t in_chunks =
            state.code->blocks_can_wait ? blocks - std::min(blocks, blocks_at_a_time(state)) : blocks;
        uint64_t k = 0, end = 0;
        run_blocks(worker, [&]() -> std::optional<uint64_t> {
            if (k == end) {
                k = next_block.load(std::memory_order_relaxed);
                do {
                    if (k >= blocks) return std::nullopt;
                    end = k < in_chunks ? std::min(k + chunk, in_chunks) : k + 1;
                } while (!next_block.compare_exchange_weak(k, end, std::memory_order_relaxed));
            }
            state.meeting->pass(worker.index == 0, state.stop);
            if (state.stop.load(std::memory_order_relaxed)) return std::nullopt;
            const uint64_t block = k++;
            return order.empty() ? block : order[block];
        });
        state.exclusive_turns->end_worker(worker.turn);
        state.progress->worker_ended(worker.index);
        state.meeting->worker_ended();
    }

    void run() {
        std::vector<uint64_t> order;
        uint64_t blocks = state.config.blocks();
        if (options.only_blocks) {
            for (const uint64_t block : *options.only_blocks)
                if (block < blocks) order.push_back(block);
            blocks = order.size();
        }
        if (!options.first_blocks.empty() && !options.only_blocks && !state.code->blocks_can_wait && options.seed == 0)
            order = with_these_first(options.first_blocks, blocks);
        using Kind = TriedOrder::Kind;
        const uint64_t seed =
            options.tried != nullptr && options.tried->kind == Kind::mixed ? options.tried->seed : options.seed;
        if (seed != 0 && blocks <= uint64_t{1} << 24) {
            // Shuffles only among blocks that run at the same time, because blocks may wait for earlier blocks.
            const uint64_t wave = state.code->blocks_can_wait ? blocks_at_a_time(state) : blocks;
            std::vector<uint64_t> mixed;
            for (uint64_t first = 0; first < blocks; first += wave)
                for (const uint64_t k : shuffled(static_cast<uint32_t>(std::min(wave, blocks - first)), seed))
                    mixed.push_back(order.empty() ? first + k : order[first + k]);
            order = std::move(mixed);
        }
        const bool last_first = options.tried != nullptr && options.tried->kind == Kind::last_first;
        if ((options.second_order && !options.keeps_direction) ||
            (last_first && (!state.code->blocks_can_wait || blocks <= blocks_at_a_time(state)))) {
            if (order.empty()) order = in_natural_order(blocks);
            std::ranges::reverse(order);
        }
        state.progress.emplace(state.workers, state.code->reads_clocks);
        const bool takes_snapshots = options.snapshot.has_value() && !state.code->blocks_can_wait;
        state.meeting.emplace(takes_snapshots ? &*options.snapshot : nullptr, state.workers);
        // Workers meet for snapshots.
        state.exclusive_turns.emplace(state.workers, !takes_snapshots);
        std::vector<std::jthread> threads;
        for (uint32_t index = 1; index < state.workers; ++index)
            threads.emplace_back([&, index] { run_share(*workers[index], order, blocks); });
        run_share(*workers[0], order, blocks);
    }

    [[nodiscard]] LaunchOutcome outcome() const {
        LaunchOutcome result;
        const Program::Impl& code = *state.code;
        result.canceled = state.stop.load();
        result.executions.resize(code.instructions.size());
        result.active_lanes.resize(code.instructions.size());
        result.divergent.resize(code.instructions.size());
        std::map<uint32_t, InactiveLaneShuffle> foreign;
        for (const auto& worker : workers) {
            result.finding_count += worker->finding_count;
            result.waiting_instructions += worker->waiting_instructions;
            result.longest_sleep_ns = std::max(result.longest_sleep_ns, worker->longest_sleep);
            for (const auto& [pc, shuffle] : worker->inactive_lane_shuffles) {
                InactiveLaneShuffle& all = foreign.try_emplace(pc, shuffle).first->second;
                all.first_block = std::min(all.first_block, shuffle.first_block);
                all.last_block = std::max(all.last_block, shuffle.last_block);
            }
            for (size_t b = 0; b < code.blocks.size(); ++b) {
                const BlockCounter& counter = worker->counters[b];
                for (uint32_t pc = code.blocks[b].first_pc; pc < code.blocks[b].end_pc; ++pc) {
                    result.executions[pc] += counter.executions;
                    result.active_lanes[pc] += counter.lanes;
                }
                result.divergent[code.blocks[b].end_pc - 1] += counter.divergent;
            }
            for (size_t p = 0; p < code.predicated.size(); ++p) {
                result.active_lanes[code.predicated[p]] -= worker->switched_off[p];
                result.predicated_off += worker->switched_off[p];
            }
        }
        for (size_t pc = 0; pc < code.instructions.size(); ++pc) {
            result.warp_instructions += result.executions[pc];
            result.thread_instructions += result.active_lanes[pc];
        }
        for (const auto& [pc, shuffle] : foreign) result.inactive_lane_shuffles.push_back(shuffle);
        result.findings = merged_findings(workers, options.max_findings);
        return result;
    }
};

Result<LaunchOutcome> launch(Device& device, uint32_t kernel, const LaunchConfig& config,
                             std::span<const std::byte> parameters, std::span<Observer* const> observers,
                             const LaunchOptions& options) {
    const Program::Impl& code = device.program().impl();
    if (kernel >= code.kernels.size()) return fail(ErrorKind::usage, msg("the program has no kernel {}", kernel));
    const Kernel& entry = code.kernels[kernel];
    const std::string name = written_name(code.module->functions[entry.function].name);
    if (const auto why = config_error(config, options.limits, entry.static_shared_bytes))
        return fail(ErrorKind::usage, msg("{} cannot be launched: {}", name, *why));
    if (entry.resources.max_threads != 0 && config.threads_per_block() > entry.resources.max_threads)
        return fail(ErrorKind::usage, msg("{} is compiled for at most {} threads per block (__launch_bounds__), not {}",
                                          name, entry.resources.max_threads, config.threads_per_block()));
    if (parameters.size() != entry.parameter_bytes)
        return fail(ErrorKind::usage,
                    msg("{} takes {} bytes of parameters, not {}", name, entry.parameter_bytes, parameters.size()));

    LaunchRunner runner(device, options, parameters);
    LaunchState& state = runner.state;
    state.program = &device.program();
    state.code = &code;
    state.kernel = &entry;
    state.memory = &device.memory();
    state.config = config;
    state.options = &options;
    const uint64_t blocks = options.only_blocks ? options.only_blocks->size() : config.blocks();
    static const uint32_t cores = std::max(1u, std::thread::hardware_concurrency());
    const uint64_t wanted = options.workers != 0 ? options.workers : cores;
    state.workers = static_cast<uint32_t>(std::clamp<uint64_t>(wanted, 1, std::max<uint64_t>(blocks, 1)));
    runner.prepare();
    const BlockSize size{state.shared_bytes, state.local_bytes, static_cast<uint32_t>(config.warps_per_block())};
    for (const Observer* observer : observers) state.observed_bytes += observer->bytes_of_block(size);
    const uint64_t room = blocks_at_a_time(state);
    if (config.cooperative && config.blocks() > room)
        return fail(
            ErrorKind::usage,
            room == blocks_on_device(state)
                ? msg("{} cannot be launched cooperatively: all of its {} blocks would run at the same time, and a "
                      "GPU ({}) holds {} of this size",
                      name, config.blocks(), chosen_device_model().name, room)
                : msg("{} cannot be launched cooperatively: all of its {} blocks would run at the same time, and "
                      "the emulator holds {} of this size",
                      name, config.blocks(), room),
            msg("use a smaller grid"));

    // Runs nothing: in reverse order, the running blocks may wait for blocks that do not fit.
    if (options.second_order && blocks > room) return LaunchOutcome{};

    LaunchContext context;
    context.program = state.program;
    context.memory = state.memory;
    context.kernel = kernel;
    context.config = config;
    context.launch = options.launch_index;
    context.workers = state.workers;
    for (Observer* observer : observers) observer->on_launch(context);
    runner.make_workers(observers);
    runner.run();
    for (const auto& worker : runner.workers)
        for (size_t k = 0; k < observers.size(); ++k) observers[k]->merge(*worker->observers[k]);
    for (Observer* observer : observers) observer->on_launch_end();
    LaunchOutcome outcome = runner.outcome();
    outcome.blocks_at_a_time = room;
    return outcome;
}

} // namespace warpscope::simt
