#include "instrument/readings.hpp"

#include <algorithm>
#include <cstring>

#include "instrument/probes.hpp"
#include "instrument/reductions.hpp"

namespace warpscope::instrument {
namespace {

template<class T>
std::vector<T> values(const HostBuffer& buffer) {
    std::vector<T> out(buffer.bytes->size() / sizeof(T));
    std::memcpy(out.data(), buffer.bytes->data(), out.size() * sizeof(T));
    return out;
}

std::vector<BlockTime> block_times(const HostBuffer& buffer) {
    const auto words = values<uint64_t>(buffer);
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i + 2 < words.size(); i += block_words)
        if (words[i] != 0) first = std::min(first, words[i + 1]);
    std::vector<BlockTime> blocks;
    for (size_t i = 0; i + 2 < words.size(); i += block_words) {
        BlockTime block;
        if (words[i] != 0) {
            block.multiprocessor = static_cast<uint32_t>(words[i] - 1);
            block.start_ns = words[i + 1] - first;
            // A coarse clock may give an end before the start.
            block.end_ns = std::max(words[i + 1], words[i + 2]) - first;
        }
        blocks.push_back(block);
    }
    return blocks;
}

} // namespace

Readings read(const Instrumented& instrumented, const std::vector<HostBuffer>& buffers) {
    Readings readings;
    const auto totals = values<uint64_t>(buffers.at(instrumented.totals));
    for (size_t i = 0; i < instrumented.sites.size(); ++i) {
        SiteTotals site;
        site.executions = totals[3 * i];
        site.lanes = totals[3 * i + 1];
        (i < instrumented.branches ? site.split : site.sectors) = totals[3 * i + 2];
        readings.sites.push_back(site);
    }
    constexpr uint32_t idle = 1u << partly_idle_bit;
    for (const uint32_t word : values<uint32_t>(buffers.at(instrumented.classes))) {
        readings.divergent.push_back(word & ~idle);
        readings.partly_idle.push_back((word & idle) != 0);
    }
    readings.owners = values<uint32_t>(buffers.at(instrumented.owners));
    readings.blocks = block_times(buffers.at(instrumented.blocks));
    return readings;
}

} // namespace warpscope::instrument
