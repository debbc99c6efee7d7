#include <algorithm>
#include <cstring>

#include "simt/memory.hpp"
#include "simt/memory/zero_page.hpp"

namespace warpscope::simt {
namespace {

/// The last page may be shorter.
template<class Visit>
void for_each_page(uint64_t begin, uint64_t end, Visit visit) {
    for (uint64_t at = begin; at < end; at += page_bytes) visit(at, std::min<uint64_t>(page_bytes, end - at));
}

} // namespace

SavedMemory::SavedMemory(const GlobalMemory& memory) {
    for (const Allocation& a : memory.allocations()) {
        std::vector<Run>& runs = saved_.emplace_back(Saved{a.bytes, {}}).runs;
        const std::span bytes(memory.host(a.begin), a.bytes);
        uint64_t begin = 0;
        const auto end_run = [&](uint64_t end) {
            if (begin < end) runs.push_back({begin, {bytes.begin() + begin, bytes.begin() + end}});
        };
        for_each_page(0, a.bytes, [&](uint64_t at, uint64_t size) {
            if (!is_zero_page(bytes.subspan(at, size))) return;
            end_run(at);
            begin = at + size;
        });
        end_run(a.bytes);
    }
}

void SavedMemory::restore(GlobalMemory& memory) const {
    for (size_t k = 0; k < saved_.size(); ++k) {
        const Allocation& a = memory.allocations()[k];
        std::byte* const to = memory.host(a.begin);
        uint64_t done = 0;
        const auto clear_until = [&](uint64_t end) {
            for_each_page(done, end, [&](uint64_t at, uint64_t size) {
                if (!is_zero_page(std::span(to + at, size))) std::memset(to + at, 0, size);
            });
        };
        for (const Run& run : saved_[k].runs) {
            clear_until(run.offset);
            done = run.offset + run.bytes.size();
            // Writing an equal page would only take memory: inputs are mapped copy on write.
            for_each_page(run.offset, done, [&](uint64_t at, uint64_t size) {
                const std::byte* const from = run.bytes.data() + (at - run.offset);
                if (std::memcmp(to + at, from, size) != 0) std::memcpy(to + at, from, size);
            });
        }
        clear_until(a.bytes);
    }
}

std::vector<std::byte> SavedMemory::contents(uint32_t allocation) const {
    const Saved& saved = saved_[allocation];
    std::vector<std::byte> out(saved.bytes);
    for (const Run& run : saved.runs) std::ranges::copy(run.bytes, out.begin() + run.offset);
    return out;
}

} // namespace warpscope::simt
