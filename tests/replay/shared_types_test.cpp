// Types of shared arrays, for compilers that write no debug information about them.
#include <bit>

#include "kernel_file.hpp"
#include "replay/arrays.hpp"

namespace warpscope::replay {
namespace {

std::string element_text(const Recording& recording, const std::string& name, uint64_t index) {
    for (const SharedArray& array : shared_arrays(recording)) {
        if (array.name + array.member != name) continue;
        const auto bits = shared_value(recording, recording.state_at(recording.steps().size()), array, index);
        return bits ? value_text(recording, array.element, *bits) : "not written";
    }
    return "no such array";
}

TEST(SharedTypes, MatchTheSource) {
    const KernelFile file(R"(__global__ void own(const int* in, int* out) {
    __shared__ int a[8];
    __shared__ short h[4][8];
    __shared__ unsigned char c[32];
    __shared__ double d[16];
    __shared__ int single;
    __shared__ float4 q[2];
    int t = threadIdx.x;
    if (t < 8) a[t] = -t;
    h[t / 8][t % 8] = (short)(t - 5);
    c[t] = t + 200;
    if (t < 16) d[t] = t / 4.0;
    if (t < 2) q[t] = make_float4(t, t + 1, t + 2, t + 3);
    if (t == 0) single = -42;
    __syncthreads();
    out[t] = a[t % 8] + h[1][t % 8] + c[t] + (int)d[t % 16] + single + (int)q[t % 2].w + in[t];
}
)");
    file.record_by_each(5, [](const Recorded& run, const std::string&) {
        EXPECT_EQ(element_text(*run.recording, "a", 2), "-2");
        EXPECT_EQ(element_text(*run.recording, "h", 3), "-2");
        EXPECT_EQ(element_text(*run.recording, "c", 31), "231");
        EXPECT_EQ(element_text(*run.recording, "d", 3), "0.75");
        EXPECT_EQ(element_text(*run.recording, "single", 0), "-42");
        EXPECT_EQ(element_text(*run.recording, "q", 5), "2") << "q[1].y";
        for (const SharedArray& array : shared_arrays(*run.recording))
            if (array.name == "q") {
                EXPECT_EQ(array.extents, (std::vector<uint64_t>{2, 4}));
            }
    });
}

TEST(SharedTypes, StructuresHaveMembers) {
    const std::vector<std::string> names = compilers();
    if (std::ranges::find(names, "clang") == names.end()) GTEST_SKIP() << "no clang";
    const KernelFile file(R"(struct P { float x; int n; };
__global__ void own(const int* in, int* out) {
    __shared__ P p[4];
    int t = threadIdx.x;
    if (t < 4) { p[t].x = t + 0.5f; p[t].n = t - 2; }
    __syncthreads();
    out[t] = p[t % 4].n + (int)p[t % 4].x + in[t];
}
)");
    const Recorded run = file.record(5, "clang");
    ASSERT_TRUE(run.recording);
    EXPECT_EQ(element_text(*run.recording, "p.x", 3), "3.5");
    EXPECT_EQ(element_text(*run.recording, "p.n", 1), "-1");
}

TEST(BitFields, HaveTheirOwnBits) {
    const KernelFile file(R"(struct Flags { unsigned lo : 3; unsigned hi : 5; int sg : 4; };
__global__ void own(const int* in, int* out) {
    int i = threadIdx.x;
    Flags fl;
    fl.lo = i & 7;
    fl.hi = (i * 3) & 31;
    fl.sg = (i % 16) - 8;
    out[i] = fl.lo + fl.hi + fl.sg + in[i];
}
)");
    file.record_by_each(5, [](const Recorded& run, const std::string&) {
        uint64_t at = 0; // before the storing line
        while (run.recording->place_of(run.recording->steps()[at].pc).line != 8) ++at;
        EXPECT_EQ(run.value("fl.lo", at), "5");
        EXPECT_EQ(run.value("fl.hi", at), "15");
        EXPECT_EQ(run.value("fl.sg", at), "-3");
    });
}

TEST(UnlocatedVariables, CompilerOmissionIsReported) {
    const std::vector<std::string> names = compilers();
    if (std::ranges::find(names, "nvrtc") == names.end()) GTEST_SKIP() << "no NVRTC";
    const KernelFile file(R"(__global__ void own(const int* in, int* out) {
    int i = threadIdx.x;
    bool odd = i & 1;
    if (odd) out[i] = in[i]; else out[i] = 1;
}
)");
    const Recorded run = file.record(5, "nvrtc");
    ASSERT_TRUE(run.recording);
    const auto at = warp_position(*run.recording, 0, run.recording->steps().size() - 1);
    ASSERT_TRUE(at);
    const auto rows = rows_at(*run.recording, run.recording->state_at(run.recording->steps().size() - 1), *at);
    const bool has_row = std::ranges::find(rows, "odd", &Row::name) != rows.end();
    const std::vector<Message> notes = run.recording->notes();
    const bool is_noted =
        std::ranges::find(notes, "the compiler does not say where these variables are: odd") != notes.end();
    EXPECT_NE(has_row, is_noted) << "the variable needs a row or a note";
}

} // namespace
} // namespace warpscope::replay
