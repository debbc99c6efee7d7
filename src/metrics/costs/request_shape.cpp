#include "metrics/costs/request_shape.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::metrics {
namespace {

constexpr uint32_t bank_count = 32, bank_bytes = 4;

struct Packed {
    std::array<uint64_t, warp_size> values{};
    uint32_t count = 0;
};

template<class Value>
Packed packed(simt::LaneMask mask, Value&& value) {
    Packed out;
    for (simt::LaneMask rest = mask; rest != 0; rest &= rest - 1)
        out.values[out.count++] = value(static_cast<uint32_t>(std::countr_zero(rest)));
    return out;
}

class BankUse {
public:
    uint32_t add(uint64_t word) {
        const uint32_t bank = word % bank_count;
        const auto begin = words_[bank].begin();
        const auto end = begin + counts_[bank];
        const auto known = std::find(begin, end, word);
        if (known != end) return static_cast<uint32_t>(known - begin);
        words_[bank][counts_[bank]++] = word;
        max_ = std::max(max_, counts_[bank]);
        return counts_[bank] - 1;
    }
    [[nodiscard]] uint32_t max() const { return max_; }

private:
    std::array<std::array<uint64_t, bank_count>, bank_count> words_; // bank b has counts_[b] distinct words
    std::array<uint32_t, bank_count> counts_{};
    uint32_t max_ = 0;
};

static_assert(bytes_per_pass == bank_count * bank_bytes);

simt::LaneMask lanes_from(uint32_t first, uint32_t count) {
    const uint64_t lanes = count >= warp_size ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
    return static_cast<simt::LaneMask>(lanes << first);
}

template<class Use>
void for_each_word(const uint64_t* offset, simt::LaneMask lanes, uint32_t bytes, Use&& use) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
        const uint64_t last = (offset[lane] + bytes - 1) / bank_bytes;
        for (uint64_t word = offset[lane] / bank_bytes; word <= last; ++word) use(lane, word);
    }
}

uint32_t conflict_degree(const uint64_t* offset, simt::LaneMask lanes, uint32_t bytes) {
    BankUse use;
    for_each_word(offset, lanes, bytes, [&](uint32_t, uint64_t word) { use.add(word); });
    return use.max();
}

bool have_one_address(const uint64_t* offset, simt::LaneMask lanes) {
    const uint64_t first = offset[std::countr_zero(lanes)];
    for (; lanes != 0; lanes &= lanes - 1)
        if (offset[std::countr_zero(lanes)] != first) return false;
    return true;
}

/// Returns whether active lanes n and n ^ distance load the same address. In 16-byte loads, all active lanes must have
/// such a neighbor, or none.
bool have_equal_neighbors(const uint64_t* offset, simt::LaneMask lanes, uint32_t bytes, uint32_t distance) {
    const simt::LaneMask lower_lanes = distance == 1 ? 0x55555555u : 0x33333333u;
    const simt::LaneMask lower = lanes & lanes >> distance & lower_lanes;
    for (simt::LaneMask rest = lower; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        if (offset[lane] != offset[lane + distance]) return false;
    }
    return bytes == 8 || lower == 0 || (lower | lower << distance) == lanes;
}

bool share_a_pass(const uint64_t* offset, simt::LaneMask lanes, uint32_t bytes) {
    return (have_equal_neighbors(offset, lanes, bytes, 1) || have_equal_neighbors(offset, lanes, bytes, 2)) &&
           conflict_degree(offset, lanes, bytes) == 1;
}

/// Calls touch(lane, word, group, pass) for each word. Returns the number of passes.
template<class Touch>
uint32_t serve(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes, simt::AccessKind kind, Touch&& touch) {
    uint32_t passes = 0, group = 0;
    const auto serve_group = [&](simt::LaneMask lanes) {
        if (lanes == 0) return;
        BankUse use;
        for_each_word(offset, lanes, bytes,
                      [&](uint32_t lane, uint64_t word) { touch(lane, word, group, passes + use.add(word)); });
        passes += use.max();
        ++group;
    };
    const uint32_t size = std::clamp(bytes_per_pass / bytes, 1u, warp_size);
    const bool can_merge = kind == simt::AccessKind::load && (bytes == 8 || bytes == 16) && mask != 0;
    if (can_merge && have_one_address(offset, mask)) {
        for (simt::LaneMask rest = mask; rest != 0;) {
            simt::LaneMask later = rest;
            for (uint32_t k = 0; k < 2 * size; ++k) later &= later - 1;
            serve_group(rest & ~later);
            rest = later;
        }
        return passes;
    }
    for (uint32_t first = 0; first < warp_size; first += 2 * size) {
        const simt::LaneMask both = mask & lanes_from(first, 2 * size);
        if (can_merge && both != 0 && share_a_pass(offset, both, bytes)) {
            serve_group(both);
            continue;
        }
        serve_group(both & lanes_from(first, size));
        if (first + size < warp_size) serve_group(both & lanes_from(first + size, size));
    }
    return passes;
}

} // namespace

uint32_t shared_passes(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes, simt::AccessKind kind) {
    return serve(offset, mask, bytes, kind, [](uint32_t, uint64_t, uint32_t, uint32_t) {});
}

std::vector<BankTouch> bank_schedule(const uint64_t* offset, simt::LaneMask mask, uint32_t bytes,
                                     simt::AccessKind kind) {
    std::vector<BankTouch> touches;
    serve(offset, mask, bytes, kind, [&](uint32_t lane, uint64_t word, uint32_t group, uint32_t pass) {
        touches.push_back({lane, word, group, pass});
    });
    std::ranges::stable_sort(touches, {}, &BankTouch::lane);
    return touches;
}

void RequestShape::assign(const simt::MemoryEvent& event, const LaneKernels& kernels) {
    ++generation_;
    span_ = event.highest - event.lowest;
    mask_ = event.mask;
    bytes_ = event.bytes;
    regular_ = event.regular;
    stride_ = event.stride;
    gap_ = event.second - event.first;
    sectors_.fill(0);
    passes_ = {};
    for (Steps& steps : steps_) steps.cell_bytes = 0;
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        const bool on = (event.mask >> lane & 1u) != 0;
        offset_[lane] = on ? event.address[lane] - event.lowest : 0;
        relevant_[lane] = on ? ~uint64_t{0} : 0;
    }
    // Aligned accesses of equal size share all bytes or none, so distinct offsets have distinct bytes.
    const Packed offsets = packed(mask_, [&](uint32_t lane) { return offset_[lane]; });
    lanes_ = offsets.count;
    const uint32_t distinct = kernels.count_distinct(offsets.values.data(), offsets.count);
    ideal_sectors_ = (distinct * bytes_ + sector_bytes - 1) / sector_bytes;
}

uint32_t RequestShape::count_sectors(uint64_t lowest, const LaneKernels& kernels) {
    const Packed numbers =
        packed(mask_, [&](uint32_t lane) { return (lowest % sector_bytes + offset_[lane]) / sector_bytes; });
    const uint32_t count = kernels.count_distinct(numbers.values.data(), numbers.count);
    sectors_[lowest % sector_bytes] = static_cast<uint8_t>(count);
    return count;
}

uint32_t RequestShape::count_passes(uint64_t lowest, simt::AccessKind kind) {
    // Adds only the address modulo 4, because a shift by whole words only permutes the banks.
    std::array<uint64_t, warp_size> moved;
    for (uint32_t lane = 0; lane < warp_size; ++lane) moved[lane] = offset_[lane] + lowest % bank_bytes;
    const uint32_t count = shared_passes(moved.data(), mask_, bytes_, kind);
    passes_[kind == simt::AccessKind::load][lowest % bank_bytes] = static_cast<uint8_t>(count);
    return count;
}

const CellSteps& RequestShape::find_steps(uint32_t cell_bytes, uint32_t phase) {
    std::array<CellStep, 2 * warp_size> steps;
    size_t count = 0;
    for (simt::LaneMask rest = mask_; rest != 0; rest &= rest - 1) {
        const uint64_t first_byte = offset_[std::countr_zero(rest)] + phase;
        steps[count++] = {static_cast<uint32_t>(first_byte / cell_bytes), 1};
        steps[count++] = {static_cast<uint32_t>((first_byte + bytes_ - 1) / cell_bytes + 1), -1};
    }
    std::sort(steps.begin(), steps.begin() + count,
              [](const CellStep& a, const CellStep& b) { return a.cell < b.cell; });
    size_t kept = 0;
    for (size_t i = 0; i < count;) {
        CellStep sum{steps[i].cell, 0};
        for (; i < count && steps[i].cell == sum.cell; ++i) sum.delta += steps[i].delta;
        if (sum.delta != 0) steps[kept++] = sum;
    }
    Steps& known = steps_of(phase);
    known.cell_bytes = cell_bytes;
    known.phase = phase;
    known.steps.few.fill({});
    known.steps.many.clear();
    if (kept <= known.steps.few.size())
        std::copy_n(steps.begin(), kept, known.steps.few.begin());
    else
        known.steps.many.assign(steps.begin(), steps.begin() + kept);
    return known.steps;
}

SectorCount sectors_of_request(const simt::MemoryEvent& event, const LaneKernels& kernels) {
    Packed numbers = packed(event.mask, [&](uint32_t lane) { return event.address[lane] / sector_bytes; });
    const uint32_t touched = kernels.count_distinct(numbers.values.data(), numbers.count);
    uint32_t distinct = numbers.count;
    if (touched < numbers.count) { // if equal, no two lanes share a byte
        numbers = packed(event.mask, [&](uint32_t lane) { return event.address[lane]; });
        distinct = kernels.count_distinct(numbers.values.data(), numbers.count);
    }
    return {touched, (distinct * event.bytes + sector_bytes - 1) / sector_bytes};
}

ShapeCache::ShapeCache(uint32_t pc_count)
    : kernels_(lane_kernels())
    , slots_(slot_count)
    , met_(slot_count)
    , last_slot_(size_t{pc_count} * warp_stride) {}

RequestShape* ShapeCache::look_up(const simt::MemoryEvent& event, bool at_once) {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15ull; // 2^64 / golden ratio
    uint64_t hash = (uint64_t{event.mask} << 8 | event.bytes) * odd;
    // Hashes every lane, because two shapes may differ only where a row of threads ends.
    for (simt::LaneMask rest = event.mask; rest != 0; rest &= rest - 1)
        hash = std::rotl(hash, 5) ^ (event.address[std::countr_zero(rest)] - event.lowest);
    hash = (hash ^ (hash >> 32)) * odd;
    const auto slot = static_cast<uint16_t>(hash >> 56);
    static_assert(slot_count == 256);
    RequestShape& shape = slots_[slot];
    if (!shape.matches(event, kernels_)) {
        if (!at_once && std::exchange(met_[slot], static_cast<uint32_t>(hash)) != static_cast<uint32_t>(hash))
            return nullptr;
        shape.assign(event, kernels_);
    }
    last_slot(event) = slot;
    return &shape;
}

} // namespace warpscope::metrics
