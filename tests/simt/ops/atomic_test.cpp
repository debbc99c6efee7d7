#include "simt/harness.hpp"

#include <algorithm>
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

} // namespace
} // namespace warpscope::simt
