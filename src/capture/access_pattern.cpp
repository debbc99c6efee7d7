#include "capture/access_pattern.hpp"

#include <algorithm>
#include <bit>

#include "simt/program.hpp"

namespace warpscope::capture {
namespace {

/// Maximum number of counted differences. Further differences only add to the total.
constexpr size_t max_differences = 4096;

/// Candidate strides, weighted by votes. Stride 0 gets the smallest weight.
class Strides {
public:
    void add(const Votes& votes) {
        const auto winner = votes.winner();
        if (!winner) return;
        weights_[*winner] += *winner == 0 ? 1 : 2 * votes.total();
    }
    [[nodiscard]] std::optional<int64_t> heaviest() const {
        const auto max = std::ranges::max_element(weights_, {}, [](const auto& entry) { return entry.second; });
        return max == weights_.end() ? std::nullopt : std::optional(max->first);
    }

private:
    std::map<int64_t, uint64_t> weights_;
};

uint32_t& component(Dim3& index, size_t axis) { return axis == 0 ? index.x : axis == 1 ? index.y : index.z; }
uint32_t extent(const Dim3& size, size_t axis) { return axis == 0 ? size.x : axis == 1 ? size.y : size.z; }

/// Returns "f32" for "ld.global.v4.f32 {%f1, ...".
std::string element_in(const std::string& instruction) {
    const std::string opcode = instruction.substr(0, instruction.find_first_of(" \t"));
    const size_t dot = opcode.rfind('.');
    return dot == std::string::npos ? std::string() : opcode.substr(dot + 1);
}

} // namespace

void Votes::add(int64_t difference) {
    ++total_;
    if (counts_.size() < max_differences || counts_.contains(difference)) ++counts_[difference];
}

std::optional<int64_t> Votes::winner() const {
    const auto max = std::ranges::max_element(counts_, {}, [](const auto& entry) { return entry.second; });
    if (max == counts_.end() || max->second * 2 <= total_) return std::nullopt;
    return max->first;
}

std::unique_ptr<simt::Observer> PatternObserver::fork() { return std::make_unique<PatternObserver>(*this); }

void PatternObserver::on_memory(const simt::MemoryEvent& event) {
    if (event.allocation == ~0u) return;
    const simt::WarpContext& warp = *event.warp;
    const LaunchConfig& config = launch_->config;
    Reached& there = (*sites_)[{event.pc, warp.block}];
    if (there.addresses.empty()) {
        there.addresses.resize(config.threads_per_block());
        there.warps.resize(config.warps_per_block());
        there.allocation = event.allocation;
        there.bytes = event.bytes;
        there.kind = event.kind;
        there.block_index = warp.block_index;
        there.matrix_warp = warp.warp;
        if (const auto lines = matrix_lines(launch_->program->instructions()[event.pc].text))
            there.matrix = MatrixAccess(*lines);
    }
    if (there.matrix && there.allocation == event.allocation) {
        if (there.matrix_warp != warp.warp) return;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if ((event.mask >> lane & 1) != 0) there.matrix->add(event.address[lane], event.bytes);
        return;
    }
    follow(event);
    if (there.allocation != event.allocation || there.warps[warp.warp]) return;
    there.warps[warp.warp] = true;
    for (uint32_t lane = 0; lane < warp_size; ++lane)
        if ((event.mask >> lane & 1) != 0) there.addresses[warp.first_thread() + lane] = event.address[lane];
}

void PatternObserver::follow(const simt::MemoryEvent& event) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(event.mask));
    if (lane >= warp_size) return;
    Place& last = steps_->last[{event.warp->block, event.warp->warp, event.allocation}];
    const Place now{lane, event.address[lane]};
    // Ignores a repeated address: a write often follows a read of it.
    if (last.address != 0 && last.lane == lane && last.address != now.address)
        steps_->by_allocation[event.allocation].add(static_cast<int64_t>(now.address - last.address));
    last = now;
}

std::map<uint32_t, AccessPattern> PatternObserver::patterns(const simt::Program& program) const {
    struct All {
        std::array<Strides, 3> by_thread, by_block;
        Votes by_matrix;
    };
    std::map<uint32_t, AccessPattern> patterns;
    std::map<uint32_t, All> strides;
    const Dim3 block = launch_->config.block;
    for (const auto& [site, there] : *sites_) {
        AccessPattern& pattern = patterns[there.allocation];
        All& all = strides[there.allocation];
        pattern.loaded = pattern.loaded || there.kind != simt::AccessKind::store;
        pattern.stored = pattern.stored || there.kind != simt::AccessKind::load;
        pattern.atomic = pattern.atomic || there.kind == simt::AccessKind::atomic;
        const std::string element = element_in(program.instructions()[site.pc].text);
        const uint32_t bytes = bytes_of_type(element) != 0 ? bytes_of_type(element) : there.bytes;
        if (pattern.element_bytes == 0 || bytes < pattern.element_bytes) {
            pattern.element = element;
            pattern.element_bytes = bytes;
        }
        if (there.matrix) {
            if (const auto pitch = there.matrix->pitch()) all.by_matrix.add(*pitch);
            continue;
        }
        for (size_t axis = 0; axis < 3; ++axis) {
            Votes votes;
            for (uint64_t thread = 0; thread < there.addresses.size(); ++thread) {
                Dim3 next = index_of(thread, block);
                if (++component(next, axis) >= extent(block, axis) || there.addresses[thread] == 0) continue;
                const uint64_t other = there.addresses[linear_index(next, block)];
                if (other != 0) votes.add(static_cast<int64_t>(other - there.addresses[thread]));
            }
            all.by_thread[axis].add(votes);
            Dim3 neighbor = there.block_index;
            if (++component(neighbor, axis) >= extent(launch_->config.grid, axis)) continue;
            const auto beside = sites_->find({site.pc, linear_index(neighbor, launch_->config.grid)});
            if (beside == sites_->end() || beside->second.allocation != there.allocation) continue;
            Votes by_block;
            for (size_t thread = 0; thread < there.addresses.size(); ++thread)
                if (there.addresses[thread] != 0 && beside->second.addresses[thread] != 0)
                    by_block.add(static_cast<int64_t>(beside->second.addresses[thread] - there.addresses[thread]));
            all.by_block[axis].add(by_block);
        }
    }
    for (auto& [allocation, pattern] : patterns) {
        for (size_t axis = 0; axis < 3; ++axis) {
            pattern.by_thread[axis] = strides[allocation].by_thread[axis].heaviest();
            pattern.by_block[axis] = strides[allocation].by_block[axis].heaviest();
        }
        pattern.by_matrix_line = strides[allocation].by_matrix.winner();
        if (const auto steps = steps_->by_allocation.find(allocation); steps != steps_->by_allocation.end())
            pattern.by_step = steps->second.winner();
    }
    return patterns;
}

} // namespace warpscope::capture
