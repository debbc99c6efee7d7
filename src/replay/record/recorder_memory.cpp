#include <algorithm>

#include "replay/record/recorder.hpp"
#include "simt/stepping.hpp"

namespace warpscope::replay {

const std::byte* Recorder::memory_of(const simt::WarpContext& warp, const Change& change, uint32_t lane) {
    const simt::WarpView view(warp);
    switch (change.space) {
    case ptx::Space::shared: return view.shared(change.address[lane]);
    case ptx::Space::local:
        local_copy_.resize(change.bytes);
        view.copy_local(lane, change.address[lane], local_copy_);
        return local_copy_.data();
    default: return view.global(change.address[lane]);
    }
}

void Recorder::remember_initial(const simt::WarpContext& warp, const Change& change) {
    uint64_t known = ~uint64_t{0};
    InitialPage* page = nullptr;
    each_lane(change.lanes, [&](uint32_t lane) {
        const std::byte* const now = memory_of(warp, change, lane);
        each_page(change.place(warp.warp, lane), change.bytes,
                  [&](uint64_t number, uint32_t first, uint32_t from, uint32_t count) {
                      if (number != known) page = &out_.initial[known = number];
                      for (uint32_t k = 0; k < count; ++k) {
                          if (page->known[first + k]) continue;
                          page->known.set(first + k);
                          page->bytes[first + k] = static_cast<uint8_t>(now[from + k]);
                      }
                  });
    });
}

void Recorder::compare_memory(const simt::WarpContext& warp, Change& change, ChangeKind kind) {
    change.kind = kind;
    differences_.clear();
    bool any = false;
    static const ChangedPage untouched;
    uint64_t known = ~uint64_t{0};
    const InitialPage* initial = nullptr;
    const ChangedPage* changed = nullptr;
    each_lane(change.lanes, [&](uint32_t lane) {
        const std::byte* const now = memory_of(warp, change, lane);
        each_page(change.place(warp.warp, lane), change.bytes,
                  [&](uint64_t number, uint32_t first, uint32_t from, uint32_t count) {
                      if (number != known) {
                          known = number;
                          initial = &out_.initial[number];
                          const auto found = now_.pages.find(number);
                          changed = found == now_.pages.end() ? &untouched : &found->second;
                      }
                      for (uint32_t k = 0; k < count; ++k) {
                          const auto before =
                              static_cast<uint8_t>(initial->bytes[first + k] ^ changed->difference[first + k]);
                          differences_.push_back(static_cast<uint8_t>(now[from + k]) ^ before);
                          any = any || differences_.back() != 0;
                      }
                  });
    });
    if (kind == ChangeKind::from_outside && !any) return;
    if (any) remove_repeated(change, warp.warp);
    change.differences = differences_.data();
    add(change);
}

void Recorder::remove_repeated(const Change& change, uint32_t warp) {
    uint64_t lowest = ~uint64_t{0}, next = 0;
    bool ascending = true;
    each_lane(change.lanes, [&](uint32_t lane) {
        ascending = ascending && (lowest == ~uint64_t{0} || change.address[lane] >= next);
        lowest = std::min(lowest, change.address[lane]);
        next = change.address[lane] + change.bytes;
    });
    if (ascending || change.space == ptx::Space::local) return;
    std::vector<std::pair<uint64_t, size_t>> bytes;
    size_t index = 0;
    each_lane(change.lanes, [&](uint32_t lane) {
        for (uint32_t k = 0; k < change.bytes; ++k) bytes.emplace_back(change.place(warp, lane).address + k, index++);
    });
    std::ranges::sort(bytes);
    for (size_t k = 1; k < bytes.size(); ++k)
        if (bytes[k].first == bytes[k - 1].first) differences_[bytes[k].second] = 0;
}

} // namespace warpscope::replay
