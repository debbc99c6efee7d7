#include "simt/harness.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace warpscope::simt {
namespace {

/// Kernel k(word, old). Every thread adds its number in the warp plus 1 to `word`; old[i] is the value that thread i
/// found.
const char* const counting = R"(
.visible .entry k(.param .u64 word, .param .u64 old)
{
.reg .b64 %word, %old, %offset;
.reg .b32 %t, %b, %i, %add, %found;
ld.param.u64 %word, [word];
ld.param.u64 %old, [old];
mov.u32 %t, %tid.x;
mov.u32 %b, %ctaid.x;
mad.lo.u32 %i, %b, 64, %t;
and.b32 %add, %t, 31;
add.u32 %add, %add, 1;
atom.global.add.u32 %found, [%word], %add;
mul.wide.u32 %offset, %i, 4;
add.u64 %old, %old, %offset;
st.global.u32 [%old], %found;
red.global.add.u32 [%word+4], %add;
ret;
}
)";

TEST(Atomic, AdditionsToOneWordSerialize) {
    constexpr uint32_t blocks = 50, threads = 64, count = blocks * threads;
    for (const uint32_t workers : {1u, 2u, 5u}) {
        Machine machine(module_text(counting));
        machine.options.workers = workers;
        const uint32_t word = machine.buffer("word", std::vector<uint32_t>(2)),
                       old = machine.buffer("old", std::vector<uint32_t>(count));
        LaunchConfig config{{blocks, 1, 1}, {threads, 1, 1}, 0};
        ASSERT_TRUE(machine.run("k", config, machine.address(word), machine.address(old)).findings.empty());
        const auto found = machine.read<uint32_t>(old);
        // In the order of returned values, each value is the sum of all additions before it.
        std::vector<uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0u);
        std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return found[a] < found[b]; });
        uint32_t sum = 0;
        for (const uint32_t thread : order) {
            ASSERT_EQ(found[thread], sum) << "thread " << thread;
            sum += thread % 32 + 1;
        }
        EXPECT_EQ(machine.read<uint32_t>(word), (std::vector<uint32_t>{sum, sum}));
    }
}

/// Kernel k(bins, old). Every thread adds 1 to `steps` random bins of 256 integers, then of 256 floats; old[i] is a bin
/// and the integer that it had.
const char* const histograms = R"(
.visible .entry k(.param .u64 bins, .param .u64 old)
{
.reg .b64 %bins, %old, %offset, %bin;
.reg .b32 %t, %b, %i, %k, %x, %found;
.reg .pred %p;
ld.param.u64 %bins, [bins];
ld.param.u64 %old, [old];
mov.u32 %t, %tid.x;
mov.u32 %b, %ctaid.x;
mad.lo.u32 %i, %b, 256, %t;
mul.lo.u32 %x, %i, 2654435761;
mul.wide.u32 %offset, %i, 1600;
add.u64 %old, %old, %offset;
mov.u32 %k, 0;
loop:
mad.lo.u32 %x, %x, 1664525, 1013904223;
shr.u32 %t, %x, 24;
mul.wide.u32 %offset, %t, 4;
add.u64 %bin, %bins, %offset;
atom.global.add.u32 %found, [%bin], 1;
red.global.add.f32 [%bin+1024], 0f3F800000;
st.global.v2.u32 [%old], {%t, %found};
add.u64 %old, %old, 8;
add.u32 %k, %k, 1;
setp.lt.u32 %p, %k, 200;
@%p bra loop;
ret;
}
)";

TEST(Atomic, ContendedAdditionsAreExact) {
    constexpr uint32_t blocks = 32, threads = 256, steps = 200, bins = 256;
    Machine machine(module_text(histograms));
    machine.options.workers = 2;
    const uint32_t counts = machine.buffer("counts", std::vector<uint32_t>(2 * bins)),
                   old = machine.buffer("old", std::vector<uint32_t>(2 * blocks * threads * steps));
    const LaunchConfig config{{blocks, 1, 1}, {threads, 1, 1}, 0};
    ASSERT_TRUE(machine.run("k", config, machine.address(counts), machine.address(old)).findings.empty());
    const auto found = machine.read<uint32_t>(old), count = machine.read<uint32_t>(counts);
    std::vector<std::vector<bool>> seen(bins);
    for (uint32_t bin = 0; bin < bins; ++bin) seen[bin].resize(count[bin]);
    uint32_t sum = 0;
    for (size_t k = 0; k < found.size(); k += 2) {
        const uint32_t bin = found[k], value = found[k + 1];
        ASSERT_LT(value, count[bin]);
        ASSERT_FALSE(seen[bin][value]) << "two threads found " << value << " in bin " << bin;
        seen[bin][value] = true;
    }
    for (uint32_t bin = 0; bin < bins; ++bin) {
        sum += count[bin];
        EXPECT_EQ(std::bit_cast<float>(count[bins + bin]), static_cast<float>(count[bin]));
    }
    EXPECT_EQ(sum, blocks * threads * steps);
}

} // namespace
} // namespace warpscope::simt
