#include "metrics/ownership/owner_statistics.hpp"

#include <bit>

namespace warpscope::metrics {
namespace {

constexpr uint64_t bits_per_word = 64;

/// Sets the owners' bits, word by word, because neighbors mostly share a word.
void set_bits(std::vector<uint64_t>& words, std::span<const ThreadId> owners) {
    uint64_t word = 0, bits = 0;
    for (const ThreadId owner : owners) {
        if (owner == 0) continue;
        const uint64_t bit = uint64_t{owner} - 1;
        if (bit / bits_per_word != word) {
            words[word] |= bits;
            word = bit / bits_per_word;
            bits = 0;
        }
        bits |= uint64_t{1} << bit % bits_per_word;
    }
    if (bits != 0) words[word] |= bits;
}

uint64_t count_bits(const std::vector<uint64_t>& words, uint64_t begin, uint64_t end) {
    uint64_t count = 0;
    while (begin < end) {
        const uint64_t shift = begin % bits_per_word;
        const uint64_t here = std::min(bits_per_word - shift, end - begin);
        const uint64_t mask = here == bits_per_word ? ~uint64_t{0} : (uint64_t{1} << here) - 1;
        count += static_cast<uint64_t>(std::popcount(words[begin / bits_per_word] >> shift & mask));
        begin += here;
    }
    return count;
}

} // namespace

Ownership ownership_of(const LaunchConfig& config, std::span<const OwnerMap> maps) {
    Ownership out;
    const uint64_t threads = config.threads();
    const uint64_t per_block = config.threads_per_block();
    out.owner_bits.resize((threads + bits_per_word - 1) / bits_per_word);
    for (const OwnerMap& map : maps) set_bits(out.owner_bits, map.owner);
    out.owners_per_block.reserve(config.blocks());
    for (uint64_t block = 0; block < config.blocks(); ++block) {
        const uint64_t owners = count_bits(out.owner_bits, block * per_block, (block + 1) * per_block);
        out.owners_per_block.push_back(static_cast<uint32_t>(owners));
        out.owners += owners;
        ++out.blocks_by_owners[owners];
    }
    out.idle_threads = threads - out.owners;
    return out;
}

} // namespace warpscope::metrics
