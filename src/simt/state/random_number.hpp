// splitmix64, the same on every machine.
#pragma once

#include <cstdint>

namespace warpscope::simt {

inline uint64_t next_random(uint64_t& state) {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

} // namespace warpscope::simt
