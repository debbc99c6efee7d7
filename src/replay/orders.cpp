#include "replay/orders.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.hpp"
#include "replay/lost_update.hpp"
#include "replay/order_pair.hpp"
#include "simt/executor.hpp"

namespace warpscope::replay {
namespace {

using simt::TriedOrder;
using OrderKind = TriedOrder::Kind;

/// Final buffer contents; empty for buffers without stores.
struct Left {
    std::vector<std::vector<std::byte>> buffers;
    bool never_ends = false;
};

std::vector<bool> stored_buffers(const metrics::Measured& measured, uint32_t launch) {
    std::vector<bool> stored(measured.plan().buffers.size(), measured.launches()[launch].maps.empty());
    for (const metrics::CellMaps& maps : measured.launches()[launch].maps)
        if (!maps.owner.empty()) stored[maps.buffer] = true;
    return stored;
}

TriedOrder order_to_try(uint32_t k, const OrderRequest& request) {
    TriedOrder order;
    order.omitted = request.omitted;
    // If barriers are omitted, tries the usual order first, which is easiest to compare.
    if (!request.omitted.empty() && k-- == 0) return order;
    order.kind = k == 0 ? OrderKind::last_first : k == 1 ? OrderKind::first_first : OrderKind::mixed;
    if (order.kind != OrderKind::mixed) return order;
    order.seed = k - 1;
    order.places = request.places;
    order.lanes_too = request.lanes_too;
    return order;
}

class Search {
public:
    Search(const std::shared_ptr<const metrics::Measured>& measured,
           const std::shared_ptr<const SteppedProgram>& stepped, const OrderRequest& request)
        : measured_(measured)
        , stepped_(stepped)
        , request_(request)
        , stored_(stored_buffers(*measured, request.launch)) {}

    Result<OrderSearch> run() {
        OrderSearch search;
        const TriedOrder usual;
        auto first = run_in(usual, request_.blocks);
        if (!first) return tl::unexpected(std::move(first.error()));
        if (first->never_ends)
            return fail(ErrorKind::failed,
                        msg("In the usual order, threads wait forever, so there is no result to compare with."),
                        msg("see Findings for the waiting threads: the launch does not end"));
        constexpr uint32_t max_compared = 16;
        uint32_t compared_orders = 0;
        for (; search.tried < request_.tries && !search.found && compared_orders < max_compared; ++search.tried) {
            if (request_.tried != nullptr) request_.tried->store(search.tried, std::memory_order_relaxed);
            const TriedOrder order = order_to_try(search.tried, request_);
            auto second = run_in(order, request_.blocks);
            if (!second) return tl::unexpected(std::move(second.error()));
            OrderPair pair;
            compare(*first, *second, pair);
            if (pair.element_count == 0 && !pair.never_ends) continue;
            pair.order = std::make_shared<const TriedOrder>(order);
            if (auto compared = compare_launch(pair); !compared) return tl::unexpected(std::move(compared.error()));
            if (auto made = record_both(pair); !made) return tl::unexpected(std::move(made.error()));
            ++compared_orders;
            if (request_.race && request_.race->other_race != 0 && !pair.lost_update)
                search.other_race = request_.race->other_race;
            else
                search.found = std::move(pair);
        }
        if (search.found) search.other_race = 0;
        return search;
    }

private:
    [[nodiscard]] Result<Left> run_in(const TriedOrder& order, const std::vector<uint64_t>& blocks) {
        Left left;
        metrics::Rerun rerun;
        rerun.program = stepped_->program;
        rerun.launch = request_.launch;
        rerun.only_blocks = blocks;
        rerun.tried = &order;
        rerun.cancel = request_.cancel;
        rerun.budget_per_warp = budget_;
        rerun.inspect = [&](const simt::GlobalMemory& memory) {
            left.buffers.resize(stored_.size());
            for (uint32_t k = 0; k < stored_.size(); ++k) {
                if (!stored_[k]) continue;
                const std::byte* const begin = memory.host(memory.allocations()[k].begin);
                left.buffers[k].assign(begin, begin + memory.allocations()[k].bytes);
            }
        };
        auto ran = measured_->run_again(rerun);
        if (!ran) return tl::unexpected(std::move(ran.error()));
        if (request_.cancel != nullptr && request_.cancel->load())
            return fail(ErrorKind::canceled, msg("the search for another order was canceled"));
        left.never_ends = ran->waits_in_vain;
        // Limits reruns, because another order may take much longer than the usual one.
        constexpr uint64_t times = 16, at_least = 1'000'000;
        if (!budget_) budget_ = times * ran->outcome.warp_instructions + at_least;
        return left;
    }

    [[nodiscard]] Result<void> compare_launch(OrderPair& pair) {
        if (!request_.whole_launch || pair.never_ends) return {};
        if (request_.blocks.empty()) {
            pair.in_launch = pair.element_count;
            return {};
        }
        auto first = run_in({}, {});
        if (!first) return tl::unexpected(std::move(first.error()));
        auto second = run_in(*pair.order, {});
        if (!second) return tl::unexpected(std::move(second.error()));
        OrderPair all;
        if (second->never_ends) return {};
        compare(*first, *second, all);
        pair.in_launch = all.element_count;
        pair.cells = std::move(all.cells);
        return {};
    }

    void compare(const Left& first, const Left& second, OrderPair& pair) const {
        pair.never_ends = second.never_ends;
        pair.cells.resize(first.buffers.size());
        for (uint32_t k = 0; k < first.buffers.size(); ++k) {
            const BufferLayout& layout = measured_->plan().buffers[k].layout;
            const std::byte *const a = first.buffers[k].data(), *const b = second.buffers[k].data();
            const uint64_t bytes = first.buffers[k].size(), each = size_of(layout.type);
            if (bytes == 0 || std::memcmp(a, b, bytes) == 0) continue;
            for (uint64_t index = 0; index < bytes / each; ++index) {
                if (std::memcmp(a + index * each, b + index * each, each) == 0) continue;
                pair.element_count += 1;
                std::vector<bool>& cells = pair.cells[k];
                if (cells.empty()) cells.resize(layout.shape.cells());
                if (index / layout.channels < cells.size()) cells[index / layout.channels] = true;
                if (pair.elements.size() < max_listed_elements)
                    pair.elements.push_back({k, index, index / layout.channels, element_text(a, layout.type, index),
                                             element_text(b, layout.type, index)});
            }
        }
    }

    [[nodiscard]] Result<std::shared_ptr<const Recording>> record(uint64_t block,
                                                                  std::shared_ptr<const TriedOrder> order) const {
        RecordRequest record_request;
        record_request.launch = request_.launch;
        record_request.block = block;
        record_request.among = request_.blocks;
        record_request.order = std::move(order);
        record_request.memory_limit /= request_.other_block ? 3 : 2; // recordings of a search share the limit
        record_request.cancel = request_.cancel;
        return record_block(measured_, stepped_, record_request);
    }

    Result<void> record_both(OrderPair& pair) const {
        auto first = record(request_.block, std::make_shared<const TriedOrder>());
        if (!first) return tl::unexpected(std::move(first.error()));
        auto second = record(request_.block, pair.order);
        if (!second) return tl::unexpected(std::move(second.error()));
        pair.first = std::move(*first);
        pair.second = std::move(*second);
        pair.several_blocks = request_.blocks.size() != 1;
        const LaunchConfig& config = measured_->launches()[request_.launch].config;
        const Dim3& grid = config.grid;
        if (request_.blocks.size() < config.blocks())
            for (const uint64_t block : request_.blocks)
                pair.ran.push_back(short_index_text(index_of(block, grid), grid));
        if (request_.blocks.size() == 2 && request_.other_block) {
            pair.other_block = short_index_text(index_of(*request_.other_block, grid), grid);
        }
        find_divergence(pair);
        return explain_race_of_blocks(pair);
    }

    Result<void> explain_race_of_blocks(OrderPair& pair) const {
        if (!request_.other_block || pair.elements.empty()) return {};
        const auto other = record(*request_.other_block, pair.order);
        if (!other && other.error().kind == ErrorKind::canceled) return tl::unexpected(other.error());
        if (!other) return {}; // both orders are found; only the lost update is unknown
        const DifferingElement& element = racing_element(pair);
        pair.lost_update = find_lost_update(pair, element, **other);
        if (!pair.lost_update) return {};
        const bool has_other_race = request_.race && request_.race->other_race != 0;
        if (request_.blocks.size() != 2 || has_other_race) pair.lost_update->expected.clear();
        if (has_other_race && !is_racing(element) && !is_in_lines(*pair.lost_update, *request_.race))
            pair.lost_update.reset();
        if (!pair.lost_update) return {};
        if (has_other_race) pair.lost_update->other_race = request_.race->other_race;
        if (pair.read && !reads(*pair.read, element)) pair.read.reset();
        return {};
    }

    [[nodiscard]] bool reads(const DifferingRead& read, const DifferingElement& element) const {
        if (read.at.space != ptx::Space::global) return false;
        const auto at = measured_->element(read.at.address);
        return at && at->buffer == element.buffer && at->index == static_cast<int64_t>(element.index);
    }

    [[nodiscard]] bool is_racing(const DifferingElement& one) const {
        return request_.race && request_.race->element && one.buffer == request_.race->element->buffer &&
               static_cast<int64_t>(one.index) == request_.race->element->index;
    }

    [[nodiscard]] const DifferingElement& racing_element(const OrderPair& pair) const {
        const auto found =
            std::ranges::find_if(pair.elements, [&](const DifferingElement& one) { return is_racing(one); });
        return found != pair.elements.end() ? *found : pair.elements.front();
    }

    [[nodiscard]] static bool is_in_lines(const LostUpdate& lost, const RaceOfBlocks& race) {
        const auto is_own = [&](uint32_t line) { return line == race.line || line == race.other_line; };
        return is_own(lost.lost.store_line) || is_own(lost.kept.store_line);
    }

    std::shared_ptr<const metrics::Measured> measured_;
    std::shared_ptr<const SteppedProgram> stepped_;
    OrderRequest request_;
    std::vector<bool> stored_;
    std::optional<uint64_t> budget_;
};

std::vector<uint32_t> instructions_of(const simt::Program& program, const SourceLocation& one,
                                      const SourceLocation& other) {
    std::vector<uint32_t> found;
    for (uint32_t pc = 0; pc < program.instructions().size(); ++pc) {
        const SourceLocation& own = program.instructions()[pc].user_source;
        const auto same = [&](const SourceLocation& line) { return own.line == line.line && own.file == line.file; };
        if (own.line != 0 && (same(one) || same(other))) found.push_back(pc);
    }
    return found;
}

/// Returns `wanted`, sorted, or {} for all blocks if blocks can wait for each other.
std::vector<uint64_t> blocks_to_run(const metrics::Measured& measured, const SteppedProgram& stepped, uint32_t launch,
                                    std::vector<uint64_t> wanted) {
    if (measured.launches()[launch].config.cooperative || stepped.program->blocks_can_wait()) return {};
    std::ranges::sort(wanted);
    return wanted;
}

bool share_a_line(const simt::Finding& one, const simt::Finding& other) {
    const auto is_in = [&](const SourceLocation& at) {
        return (at.line == other.source.line && at.file == other.source.file) ||
               (at.line == other.other_source.line && at.file == other.other_source.file);
    };
    return is_in(one.source) || is_in(one.other_source);
}

uint32_t line_of_other_race(const std::vector<simt::Finding>& findings, const simt::Finding& race) {
    using simt::FindingKind;
    for (const simt::Finding& other : findings) {
        const bool is_race = other.kind == FindingKind::race_shared || other.kind == FindingKind::race_global ||
                             other.kind == FindingKind::missing_syncwarp;
        if (!is_race || (other.space == race.space && share_a_line(other, race))) continue;
        const bool is_own_line = other.source.line == race.source.line && other.other_source.line != 0;
        if (const uint32_t line = is_own_line ? other.other_source.line : other.source.line; line != 0) return line;
    }
    return 0;
}

} // namespace

bool depends_on_order(const simt::Finding& finding) {
    using simt::FindingKind;
    return finding.kind == FindingKind::race_shared || finding.kind == FindingKind::race_global ||
           finding.kind == FindingKind::race_same_value || finding.kind == FindingKind::missing_syncwarp;
}

std::optional<OrderRequest> order_request(const metrics::Measured& measured, const SteppedProgram& stepped,
                                          const simt::Finding& finding) {
    if (!depends_on_order(finding) || finding.launch >= measured.launches().size()) return std::nullopt;
    const LaunchConfig& config = measured.launches()[finding.launch].config;
    OrderRequest request;
    request.launch = finding.launch;
    request.block = finding.block;
    std::vector<uint64_t> wanted{finding.block};
    if (finding.has_other && finding.other_block != finding.block) {
        wanted.push_back(finding.other_block);
        request.other_block = finding.other_block;
        request.race = RaceOfBlocks{measured.element(finding.address), finding.source.line, finding.other_source.line,
                                    line_of_other_race(measured.launches()[finding.launch].findings, finding)};
    }
    request.blocks = blocks_to_run(measured, stepped, finding.launch, std::move(wanted));
    const auto warp_of = [&](const Dim3& thread) {
        return ((uint64_t{thread.z} * config.block.y + thread.y) * config.block.x + thread.x) / warp_size;
    };
    const bool same_warp = finding.has_other && finding.block == finding.other_block &&
                           warp_of(finding.thread_index) == warp_of(finding.other_thread_index);
    request.lanes_too = same_warp || finding.kind == simt::FindingKind::missing_syncwarp;
    request.places = instructions_of(*stepped.program, finding.source, finding.other_source);
    return request;
}

Result<OrderRequest> request_without_barrier(const metrics::Measured& measured, const SteppedProgram& stepped,
                                             uint32_t launch, uint64_t block, const BarrierLine& at) {
    const simt::Program& program = *stepped.program;
    OrderRequest request;
    request.launch = launch;
    request.block = block;
    request.blocks = blocks_to_run(measured, stepped, launch, {block});
    request.whole_launch = true;
    bool others = false;
    for (uint32_t pc = 0; pc < program.instructions().size(); ++pc) {
        const simt::InstructionInfo& own = program.instructions()[pc];
        if (own.user_source.line != at.line || std::filesystem::path(own.user_source.file).filename() != at.file)
            continue;
        const uint32_t first = program.first_pc(own.function);
        const ptx::Instruction& instruction = program.module().functions[own.function].body[pc - first];
        const bool is_barrier = instruction.opcode == ptx::Opcode::bar || instruction.opcode == ptx::Opcode::barrier;
        if (!is_barrier || instruction.modifiers.mode == ptx::Mode::warp) continue;
        // Omitting only some barriers of the line would be misleading.
        const bool can_be_omitted = instruction.modifiers.mode == ptx::Mode::sync && !instruction.predicated;
        others = others || !can_be_omitted;
        request.omitted.push_back(pc);
    }
    if (others)
        return fail(ErrorKind::usage, msg("The barrier in line {} cannot be left out.", at.line),
                    msg("only a barrier of the whole block, or of a given number of its threads, can be left out, such "
                        "as __syncthreads()"));
    if (request.omitted.empty()) return fail(ErrorKind::usage, msg("Line {} has no barrier of the block.", at.line));
    return request;
}

Result<OrderSearch> search_order(const std::shared_ptr<const metrics::Measured>& measured,
                                 const std::shared_ptr<const SteppedProgram>& stepped, const OrderRequest& request) {
    if (request.launch >= measured->launches().size())
        return fail(ErrorKind::usage, msg("launch {} did not run: the program made {} launches", request.launch,
                                          measured->launches().size()));
    return Search(measured, stepped, request).run();
}

} // namespace warpscope::replay
