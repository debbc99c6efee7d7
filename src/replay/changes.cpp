#include "replay/changes.hpp"

#include <bit>
#include <cstring>

namespace warpscope::replay {
namespace {

enum class Coding : uint8_t { each, by_stride };

uint32_t bytes_for(uint64_t value) { return value == 0 ? 0 : (static_cast<uint32_t>(std::bit_width(value)) + 7) / 8; }

} // namespace

template<class T>
void ChangeLog::put(const T& value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
}

template<class T>
T ChangeLog::take(uint64_t& offset) const {
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    offset += sizeof(T);
    return value;
}

void ChangeLog::add(const Change& change) {
    put(change.kind);
    put(change.lanes);
    const auto first = static_cast<uint32_t>(std::countr_zero(change.lanes));
    if (change.kind == ChangeKind::register_) {
        put(change.register_index);
        uint64_t all = 0;
        bool same = true;
        each_lane(change.lanes, [&](uint32_t lane) {
            all |= change.difference[lane];
            same = same && change.difference[lane] == change.difference[first];
        });
        const uint32_t width = bytes_for(all);
        put(static_cast<uint8_t>(width | (same ? 0x10 : 0)));
        each_lane(same ? change.lanes & (~change.lanes + 1) : change.lanes, [&](uint32_t lane) {
            for (uint32_t k = 0; k < width; ++k)
                bytes_.push_back(static_cast<uint8_t>(change.difference[lane] >> 8 * k));
        });
        return;
    }
    put(change.space);
    put(static_cast<uint16_t>(change.bytes));
    // Stores a stride instead of addresses if possible, because most accesses are consecutive or at one address.
    uint64_t stride = 0;
    uint32_t count = 0;
    bool regular = true;
    each_lane(change.lanes, [&](uint32_t lane) {
        if (count == 1) stride = (change.address[lane] - change.address[first]) / (lane - first);
        regular = regular && change.address[lane] == change.address[first] + stride * (lane - first);
        ++count;
    });
    put(regular ? Coding::by_stride : Coding::each);
    put(change.address[first]);
    if (regular)
        put(stride);
    else
        each_lane(change.lanes, [&](uint32_t lane) { put(change.address[lane]); });
    if (change.writes())
        bytes_.insert(bytes_.end(), change.differences, change.differences + uint64_t{count} * change.bytes);
}

void ChangeLog::read(uint64_t& offset, Change& out) const {
    out.kind = take<ChangeKind>(offset);
    out.lanes = take<simt::LaneMask>(offset);
    out.differences = nullptr;
    const auto first = static_cast<uint32_t>(std::countr_zero(out.lanes));
    if (out.kind == ChangeKind::register_) {
        out.register_index = take<uint32_t>(offset);
        const auto coding = take<uint8_t>(offset);
        const uint32_t width = coding & 0xf;
        uint64_t value = 0;
        const auto next = [&] {
            value = 0;
            for (uint32_t k = 0; k < width; ++k) value |= uint64_t{bytes_[offset++]} << 8 * k;
        };
        const bool same = (coding & 0x10) != 0;
        if (same) next();
        each_lane(out.lanes, [&](uint32_t lane) {
            if (!same) next();
            out.difference[lane] = value;
        });
        return;
    }
    out.space = take<ptx::Space>(offset);
    out.bytes = take<uint16_t>(offset);
    const auto coding = take<Coding>(offset);
    const auto begin = take<uint64_t>(offset);
    if (coding == Coding::by_stride) {
        const auto stride = take<uint64_t>(offset);
        each_lane(out.lanes, [&](uint32_t lane) { out.address[lane] = begin + stride * (lane - first); });
    } else {
        each_lane(out.lanes, [&](uint32_t lane) { out.address[lane] = take<uint64_t>(offset); });
    }
    if (out.writes()) {
        out.differences = bytes_.data() + offset;
        offset += uint64_t{static_cast<uint32_t>(std::popcount(out.lanes))} * out.bytes;
    }
}

void apply(const Change& change, uint32_t warp, uint32_t depth, uint32_t function, const FrameLayout& layout,
           bool forwards, State& state) {
    if (change.kind == ChangeKind::load) return;
    if (change.kind == ChangeKind::register_) {
        const FrameLayout::Slot& slot = layout.registers[change.register_index];
        std::byte* const lanes = state.frame(warp, depth, function, layout).registers.data() + slot.offset;
        simt::LaneMask predicate = 0;
        each_lane(change.lanes, [&](uint32_t lane) {
            if (slot.bytes == 0) {
                predicate |= static_cast<simt::LaneMask>(change.difference[lane] & 1) << lane;
                return;
            }
            uint64_t value = lane_value(lanes, slot.bytes, lane) ^ change.difference[lane];
            std::memcpy(lanes + uint64_t{lane} * slot.bytes, &value, slot.bytes);
        });
        if (slot.bytes == 0) {
            simt::LaneMask now = 0;
            std::memcpy(&now, lanes, sizeof now);
            now ^= predicate;
            std::memcpy(lanes, &now, sizeof now);
        }
        return;
    }
    const uint8_t* difference = change.differences;
    uint64_t known = ~uint64_t{0};
    ChangedPage* page = nullptr;
    const uint32_t step = change.kind == ChangeKind::from_outside ? 0 : forwards ? 1 : ~0u;
    each_lane(change.lanes, [&](uint32_t lane) {
        const MemoryAddress begin = change.place(warp, lane);
        each_page(begin, change.bytes, [&](uint64_t number, uint32_t first, uint32_t, uint32_t count) {
            if (number != known) page = &state.pages[known = number];
            for (uint32_t k = first; k < first + count; ++k) {
                page->difference[k] ^= *difference++;
                page->writes[k] += step;
            }
        });
    });
}

} // namespace warpscope::replay
