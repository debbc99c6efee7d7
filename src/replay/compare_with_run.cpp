#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "replay/recording.hpp"

namespace warpscope::replay {
namespace {

/// Returns the relative difference of unequal elements; 1 for integers and non-finite values.
double share_between(const std::byte* one, const std::byte* other, ElementType type) {
    const double a = element_as_double(one, type, 0), b = element_as_double(other, type, 0);
    const double larger = std::max(std::abs(a), std::abs(b));
    return is_floating(type) && std::isfinite(larger) ? std::abs(a - b) / larger : 1;
}

} // namespace

void Recording::compare_with_run() {
    const metrics::Measured& measured = *c_.measured;
    const auto& launches = measured.launches();
    if (c_.launch + 1 != launches.size()) {
        c_.differing_cells = not_compared;
        return;
    }
    const uint64_t threads = c_.config.threads_per_block();
    const State last = state_at(c_.steps.size());
    std::map<uint32_t, HostBuffer> buffers;
    std::map<std::pair<uint32_t, uint64_t>, int64_t> differing;
    std::vector<std::vector<bool>> stored(measured.plan().buffers.size());
    for (const auto& [key, page] : last.pages) {
        if (static_cast<ptx::Space>(key >> 56) != ptx::Space::global) continue;
        const uint64_t begin = (key & ((uint64_t{1} << 40) - 1)) << 8;
        for (uint32_t k = 0; k < page_bytes; ++k) {
            if (page.writes[k] == 0) continue;
            const auto cell = measured.locate(begin + k);
            const auto element = measured.element(begin + k);
            if (!cell || !element || !element->inside) continue;
            const auto& maps = launches[c_.launch].maps;
            const auto map = std::ranges::find(maps, cell->buffer, &metrics::CellMaps::buffer);
            if (map == maps.end() || map->owner.empty()) continue;
            const metrics::ThreadId owner = map->owner[cell->cell];
            if (owner == 0 || (owner - 1) / threads != c_.block) continue; // another block stored last
            stored[cell->buffer].resize(map->owner.size());
            stored[cell->buffer][cell->cell] = true;
            auto [now, fresh] = buffers.try_emplace(cell->buffer);
            if (fresh) now->second = measured.buffer(cell->buffer);
            // Buffers are aligned to elements, so (begin + k) % bytes is the position in the element.
            const uint64_t bytes = size_of(now->second.layout.type);
            const uint64_t offset = static_cast<uint64_t>(element->index) * bytes + (begin + k) % bytes;
            const auto value = byte_at(last, {ptx::Space::global, 0, begin + k});
            if (!value || static_cast<uint8_t>((*now->second.bytes)[offset]) == *value) continue;
            differing.try_emplace({cell->buffer, cell->cell}, element->index);
            std::array<std::byte, 16> left{};
            const std::byte* const measured_bytes = now->second.bytes->data() + offset - (begin + k) % bytes;
            for (uint32_t i = 0; i < bytes && i < left.size(); ++i)
                left[i] =
                    std::byte{byte_at(last, {ptx::Space::global, 0, begin + k - (begin + k) % bytes + i}).value_or(0)};
            c_.largest_difference =
                std::max(c_.largest_difference, share_between(measured_bytes, left.data(), now->second.layout.type));
        }
    }
    count_unstored(stored);
    c_.differing_cells = differing.size();
    if (differing.empty()) return;
    const auto& [where, index] = *differing.begin();
    c_.first_difference = fmt::format("{}[{}]", measured.plan().buffers[where.first].layout.name, index);
}

void Recording::count_unstored(const std::vector<std::vector<bool>>& stored) {
    const uint64_t threads = c_.config.threads_per_block();
    for (const metrics::CellMaps& map : c_.measured->launches()[c_.launch].maps) {
        const std::vector<bool>& here = stored[map.buffer];
        for (uint64_t cell = 0; cell < map.owner.size(); ++cell) {
            const metrics::ThreadId owner = map.owner[cell];
            if (owner == 0 || (owner - 1) / threads != c_.block || (cell < here.size() && here[cell])) continue;
            if (c_.unstored_cells++ != 0) continue;
            const BufferLayout& layout = c_.measured->plan().buffers[map.buffer].layout;
            c_.first_unstored = fmt::format("{}[{}]", layout.name, cell * layout.channels);
        }
    }
}

uint64_t Recording::cells_that_differ() const {
    return c_.unstored_cells + (c_.differing_cells == not_compared ? 0 : c_.differing_cells);
}

} // namespace warpscope::replay
