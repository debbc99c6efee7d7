#include "replay/state.hpp"

#include <algorithm>
#include <cstring>

namespace warpscope::replay {
namespace {

bool all_zero(const std::vector<std::byte>& bytes) {
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{}; });
}

bool pages_in(const ChangedPages& one, const ChangedPages& other) {
    static const ChangedPage untouched;
    return std::ranges::all_of(one, [&](const auto& page) {
        const auto found = other.find(page.first);
        return page.second == (found == other.end() ? untouched : found->second);
    });
}

bool frames_in(const State& one, const State& other) {
    for (uint32_t warp = 0; warp < one.frames.size(); ++warp)
        for (const Frame& frame : one.frames[warp]) {
            const Frame* const found = other.find(warp, frame.depth, frame.function);
            if (found == nullptr ? !all_zero(frame.registers) : *found != frame) return false;
        }
    return true;
}

} // namespace

const Frame* State::find(uint32_t warp, uint32_t depth, uint32_t function) const {
    for (const Frame& frame : frames[warp])
        if (frame.depth == depth && frame.function == function) return &frame;
    return nullptr;
}

Frame& State::frame(uint32_t warp, uint32_t depth, uint32_t function, const FrameLayout& layout) {
    for (Frame& frame : frames[warp])
        if (frame.depth == depth && frame.function == function) return frame;
    return frames[warp].emplace_back(Frame{depth, function, std::vector<std::byte>(layout.bytes)});
}

uint64_t State::bytes() const {
    uint64_t sum = pages.size() * (sizeof(ChangedPage) + 32);
    for (const auto& warp : frames)
        for (const Frame& frame : warp) sum += frame.registers.size() + sizeof(Frame);
    return sum;
}

bool State::same_as(const State& other) const {
    return records == other.records && pages_in(pages, other.pages) && pages_in(other.pages, pages) &&
           frames_in(*this, other) && frames_in(other, *this);
}

uint64_t lane_value(const std::byte* lanes, uint32_t bytes, uint32_t lane) {
    uint64_t value = 0;
    if (bytes != 0) {
        std::memcpy(&value, lanes + uint64_t{lane} * bytes, bytes);
        return value;
    }
    simt::LaneMask mask = 0;
    std::memcpy(&mask, lanes, sizeof mask);
    return mask >> lane & 1;
}

} // namespace warpscope::replay
