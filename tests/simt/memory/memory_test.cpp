#include "simt/harness.hpp"

#include <numeric>

#include <fmt/format.h>

namespace warpscope::simt {
namespace {

LaunchConfig threads(uint32_t count) {
    LaunchConfig config;
    config.block = {count, 1, 1};
    return config;
}

/// Returns a kernel k(in, out). %in and %out are pointers, %t is the thread, %w is %t in 64 bits.
std::string memory_kernel(const std::string& body, const std::string& before = {}) {
    return module_text(before +
                       ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .b64 %in, %out, %w, %a<4>;\n.reg "
                       ".b32 %t, %r<9>;\n.reg .b16 %h<4>;\n"
                       ".reg .pred %p<3>;\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %t, "
                       "%tid.x;\ncvt.u64.u32 %w, %t;\n" +
                       body + "\nret;\n}\n");
}

class MemoryEvents : public Observer {
public:
    struct Seen {
        uint32_t bytes;
        LaneMask mask;
        bool contiguous, broadcast;
        uint64_t span;
        uint32_t allocation;
        std::vector<uint64_t> addresses;
        friend bool operator==(const Seen&, const Seen&) = default;
    };
    std::vector<Seen> seen;

    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<MemoryEvents>(); }
    void on_memory(const MemoryEvent& e) override {
        if (e.kind != AccessKind::load) return;
        Seen s{e.bytes, e.mask, e.contiguous, e.broadcast, e.highest - e.lowest, e.allocation, {}};
        for (uint32_t l = 0; l < 32; ++l)
            if ((e.mask >> l & 1) != 0) s.addresses.push_back(e.address[l]);
        seen.push_back(std::move(s));
    }
    void merge(Observer& worker) override {
        auto& other = static_cast<MemoryEvents&>(worker).seen;
        seen.insert(seen.end(), other.begin(), other.end());
    }
};

struct LoadForm {
    const char* type;
    uint32_t bytes;

    [[nodiscard]] uint32_t of(const uint8_t* from) const {
        uint32_t value = 0;
        std::memcpy(&value, from, bytes);
        if (type[0] != 's') return value;
        return bytes == 1 ? static_cast<uint32_t>(static_cast<int8_t>(value))
                          : static_cast<uint32_t>(static_cast<int16_t>(value));
    }
};
constexpr LoadForm load_forms[] = {{"u8", 1}, {"s8", 1}, {"u16", 2}, {"s16", 2}, {"u32", 4}};

std::vector<uint8_t> mixed_bytes(size_t count) {
    std::vector<uint8_t> bytes(count);
    for (size_t k = 0; k < count; ++k) bytes[k] = static_cast<uint8_t>(k * 151 + k / 256);
    return bytes;
}

TEST(Memory, IrregularReadsReturnTheirBytes) {
    const std::vector<uint8_t> bytes = mixed_bytes(1024);
    const std::vector<uint8_t> indices = [] { // element indices without equal lanes or a constant stride
        std::vector<uint8_t> made(32 * 4);
        for (uint32_t l = 0; l < 32; ++l) made[4 * l] = static_cast<uint8_t>(l * l * 5 % 251);
        return made;
    }();
    for (const LoadForm form : load_forms)
        for (const LaneMask mask : {~0u, 0xfffffffeu, 0x12345678u}) {
            Machine machine(memory_kernel(
                "mov.u32 %r1, 1;\nshl.b32 %r1, %r1, %t;\nand.b32 %r1, %r1, " + std::to_string(mask) +
                ";\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 ret;\nmad.wide.u32 %a1, %t, 4, %out;\nld.global.u32 %r2, [%a1];\n"
                "mad.wide.u32 %a0, %r2, " +
                std::to_string(form.bytes) + ", %in;\nld.global." + form.type +
                " %r4, [%a0];\nst.global.u32 [%a1], %r4;"));
            const uint32_t in = machine.buffer("in", bytes), out = machine.buffer("out", indices);
            const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
            ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
            const auto got = machine.read<uint32_t>(out);
            for (uint32_t l = 0; l < 32; ++l) {
                const uint32_t index = indices[4 * l];
                EXPECT_EQ(got[l], (mask >> l & 1) != 0 ? form.of(&bytes[size_t{index} * form.bytes]) : index)
                    << form.type << " mask " << mask << " lane " << l;
            }
        }
}

TEST(Memory, EveryStrideAndMaskLoads) {
    const std::vector<uint8_t> bytes = mixed_bytes(8192);
    for (const LoadForm form : load_forms)
        for (uint32_t stride = 0; stride <= 7; ++stride)
            for (uint32_t row : {16 * stride, 40 * stride + 64})
                for (LaneMask mask : {~0u, 0x0000ffffu, 0x00ffff00u, 0x80000001u, 0x55555555u}) {
                    // Lane l reads at (l % 16) * stride + (l / 16) * row elements, in two halves like a 16-wide block.
                    Machine machine(memory_kernel(
                        "mov.u32 %r1, 1;\nshl.b32 %r1, %r1, %t;\nand.b32 %r1, %r1, " + std::to_string(mask) +
                        ";\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 ret;\nand.b32 %r2, %t, 15;\nshr.u32 %r3, %t, 4;\nmul.lo.u32 "
                        "%r2, %r2, " +
                        std::to_string(stride) + ";\nmad.lo.u32 %r2, %r3, " + std::to_string(row) +
                        ", %r2;\nmad.wide.u32 %a0, %r2, " + std::to_string(form.bytes) + ", %in;\nld.global." +
                        form.type + " %r4, [%a0+64];\nmad.wide.u32 %a1, %t, 4, %out;\nst.global.u32 [%a1], %r4;"));
                    const uint32_t in = machine.buffer("in", bytes),
                                   out = machine.buffer("out", std::vector<uint32_t>(32, 0xabcd));
                    MemoryEvents events;
                    machine.observers = {&events};
                    const LaunchOutcome outcome =
                        machine.run("k", threads(32), machine.address(in), machine.address(out));
                    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                    const auto got = machine.read<uint32_t>(out);
                    std::vector<uint64_t> addresses;
                    for (uint32_t l = 0; l < 32; ++l) {
                        if ((mask >> l & 1) == 0) {
                            ASSERT_EQ(got[l], 0xabcdu);
                            continue;
                        }
                        const size_t at = 64 + ((l % 16) * stride + l / 16 * row) * form.bytes;
                        addresses.push_back(machine.address(in) + at);
                        ASSERT_EQ(got[l], form.of(&bytes[at]))
                            << form.type << " stride " << stride << " row " << row << " lane " << l;
                    }
                    ASSERT_EQ(events.seen.size(), 1u);
                    const auto& e = events.seen[0];
                    EXPECT_EQ(e.addresses, addresses);
                    EXPECT_EQ(e.mask, mask);
                    EXPECT_EQ(e.bytes, form.bytes);
                    EXPECT_EQ(e.allocation, in);
                    const auto [low, high] = std::minmax_element(addresses.begin(), addresses.end());
                    EXPECT_EQ(e.span, *high - *low);
                    EXPECT_EQ(e.broadcast, *high == *low);
                    const bool run = mask == ~0u || mask == 0xffffu || mask == 0x00ffff00u;
                    bool row_of_elements = run;
                    for (size_t k = 0; k < addresses.size(); ++k)
                        row_of_elements = row_of_elements && addresses[k] == addresses[0] + k * form.bytes;
                    EXPECT_EQ(e.contiguous, row_of_elements)
                        << "stride " << stride << " row " << row << " mask " << mask;
                }
}

TEST(Memory, CachedBoundsEndWithTheRegister) {
    // in[k] = k. Each step's value goes to out[step * 32 + thread].
    const std::string store = "st.global.u32 [%a3], %r0;\nadd.u64 %a3, %a3, 128;\n";
    const std::string text = memory_kernel(
        "shl.b64 %a0, %w, 2;\nadd.u64 %a1, %in, %a0;\nadd.u64 %a3, %out, %a0;\nsetp.gt.u32 %p0, %t, 20;\n"
        "ld.global.u32 %r0, [%a1];\n" +
            store +                                                          // t
            "ld.global.u32 %r0, [%a1+8];\n" + store +                        // t + 2
            "@%p0 ld.global.u32 %r0, [%a1+-4];\n" + store +                  // t + 2; t - 1 if t > 20
            "ld.global.u16 %h0, [%a1+4];\ncvt.u32.u16 %r0, %h0;\n" + store + // t + 1
            "@%p0 add.u64 %a1, %a1, %a0;\n"
            "ld.global.u32 %r0, [%a1+12];\n" +
            store +                                    // t + 3; 2 t + 3 if t > 20
            "ld.global.u32 %r0, [%a1+16];\n" + store + // t + 4; 2 t + 4 if t > 20
            "ld.global.u64 %a1, [%in+496];\n"
            "ld.global.u32 %r0, [%a1];\n" +
            store + // in[5], by the address stored in in[124] and in[125]
            "mov.u32 %r1, s;\nst.shared.u32 [%r1], %t;\nld.shared.u32 %r0, [%r1];\n" + store + // 31
            "shl.b32 %r2, %t, 2;\nadd.u32 %r1, %r1, %r2;\nst.shared.u32 [%r1+4], %t;\nld.shared.u32 %r0, [%r1+4];\n" +
            store, // t
        ".shared .align 4 .b8 s[132];\n");
    for (const bool watched : {false, true}) {
        Machine machine(text);
        MemoryEvents events;
        if (watched) machine.observers = {&events};
        std::vector<uint32_t> values(128);
        std::iota(values.begin(), values.end(), 0);
        const uint32_t in = machine.buffer("in", values), out = machine.buffer("out", std::vector<uint32_t>(9 * 32));
        const uint64_t fifth = machine.address(in) + 20;
        machine.device().memory().upload(in, 496, std::as_bytes(std::span(&fifth, 1)));
        const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        const auto got = machine.read<uint32_t>(out);
        for (uint32_t t = 0; t < 32; ++t) {
            const bool far = t > 20;
            const uint32_t expected[] = {
                t, t + 2, far ? t - 1 : t + 2, t + 1, far ? 2 * t + 3 : t + 3, far ? 2 * t + 4 : t + 4, 5, 31, t};
            for (uint32_t step = 0; step < 9; ++step) EXPECT_EQ(got[step * 32 + t], expected[step]) << step << ' ' << t;
        }
        if (!watched) continue;
        ASSERT_EQ(events.seen.size(), 10u);
        for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(events.seen[1].addresses[l], machine.address(in) + 8 + 4 * l);
        EXPECT_TRUE(events.seen[1].contiguous);
        EXPECT_FALSE(events.seen[5].contiguous);
        EXPECT_EQ(events.seen[5].addresses[31], machine.address(in) + 16 + 8 * 31);
    }
}

TEST(Memory, WrappingRowsAreOutOfBounds) {
    // Both halves of the warp access addresses -32, -28, ... 28: directly, then by an offset from a valid address.
    const std::string place = "and.b32 %r0, %t, 15;\nmul.wide.u32 %a0, %r0, 4;\n";
    for (const std::string& load : {place + "add.u64 %a0, %a0, -32;\nld.global.u32 %r1, [%a0];\n",
                                    place + "ld.global.u32 %r1, [%a0];\nld.global.u32 %r1, [%a0+-32];\n",
                                    place + "add.u64 %a0, %a0, -32;\nld.shared.u32 %r1, [%a0];\n",
                                    place + "ld.shared.u32 %r1, [%a0];\nld.shared.u32 %r1, [%a0+-32];\n"}) {
        SCOPED_TRACE(load);
        Machine machine(memory_kernel(load + "st.global.u32 [%out], %r1;", ".shared .align 4 .b8 s[64];\n"));
        const uint32_t in = machine.buffer("in", std::vector<uint32_t>(32)),
                       out = machine.buffer("out", std::vector<uint32_t>(32));
        const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
        EXPECT_FALSE(outcome.findings.empty());
    }
}

TEST(Memory, FurtherAccessesAreChecked) {
    Machine machine(memory_kernel("shl.b64 %a0, %w, 2;\nadd.u64 %a1, %in, %a0;\nld.global.u32 %r0, [%a1];\n"
                                  "ld.global.u32 %r1, [%a1+4];\nld.global.u32 %r2, [%a1+2];\nadd.u64 %a2, %out, %a0;\n"
                                  "st.global.u32 [%a2], %r1;"));
    const uint32_t in = machine.buffer("in", std::vector<uint32_t>(32, 7)),
                   out = machine.buffer("out", std::vector<uint32_t>(32, 1));
    const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
    const auto texts = texts_of(outcome);
    ASSERT_EQ(texts.size(), 2u);
    EXPECT_NE(texts[0].find("is just past the end of 'in'"), std::string::npos) << texts[0];
    EXPECT_NE(texts[1].find("not a multiple of 4"), std::string::npos) << texts[1];
    EXPECT_EQ(machine.read<uint32_t>(out)[30], 7u);
    EXPECT_EQ(machine.read<uint32_t>(out)[31], 0u);
}

TEST(Memory, VectorsAndWidthsWork) {
    Machine machine(memory_kernel(
        "mad.lo.u64 %a0, %w, 16, %in;\nld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%a0];\nmad.lo.u64 %a1, %w, 16, %out;\n"
        "st.global.v2.u32 [%a1], {%r3, %r2};\nst.global.v2.u32 [%a1+8], {%r1, %r0};"));
    std::vector<uint32_t> values(128);
    std::iota(values.begin(), values.end(), 100u);
    const uint32_t in = machine.buffer("in", values), out = machine.buffer("out", std::vector<uint32_t>(128));
    ASSERT_TRUE(machine.run("k", threads(32), machine.address(in), machine.address(out)).findings.empty());
    const auto got = machine.read<uint32_t>(out);
    for (uint32_t k = 0; k < 128; ++k) ASSERT_EQ(got[k], 100 + k / 4 * 4 + (3 - k % 4));
}

TEST(Memory, StrongAccessesMoveSameValues) {
    const std::vector<uint8_t> bytes = mixed_bytes(64 * 8);
    for (const LoadForm form : load_forms)
        for (const char* const order : {"volatile", "relaxed.gpu", "acquire.sys"})
            for (const uint32_t threads_in_warp : {32u, 21u}) {
                const bool is_volatile = order[0] == 'v';
                Machine machine(memory_kernel(fmt::format(
                    "mad.lo.u64 %a0, %w, {1}, %in;\nld.{0}.global.{2} %r0, [%a0];\nmad.lo.u64 %a1, %w, 8, %out;\n"
                    "st.{3}.global.v2.u32 [%a1], {{%r0, %t}};",
                    order, form.bytes, form.type, is_volatile ? "volatile" : "relaxed.gpu")));
                const uint32_t in = machine.buffer("in", bytes), out = machine.buffer("out", std::vector<uint32_t>(64));
                const LaunchOutcome outcome =
                    machine.run("k", threads(threads_in_warp), machine.address(in), machine.address(out));
                ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                const auto got = machine.read<uint32_t>(out);
                for (uint32_t t = 0; t < 32; ++t) {
                    const bool ran = t < threads_in_warp;
                    EXPECT_EQ(got[2 * t], ran ? form.of(&bytes[size_t{t} * form.bytes]) : 0) << order << form.type;
                    EXPECT_EQ(got[2 * t + 1], ran ? t : 0) << order << form.type;
                }
            }
}

TEST(Memory, StrongAccessesReachEveryWindow) {
    for (const char* const of : {"cvta.shared.u64 %a0, %a0;", "cvta.local.u64 %a0, %a0;"}) {
        const bool shared = std::string_view(of).starts_with("cvta.shared");
        Machine machine(memory_kernel(
            fmt::format("{}mov.u64 %a0, s;\n{}\nmad.lo.u64 %a1, %w, {}, %a0;\nst.volatile.u32 [%a1], %t;\n"
                        "ld.volatile.u32 %r1, [%a1];\nmad.lo.u64 %a2, %w, 4, %out;\nst.u32 [%a2], %r1;",
                        shared ? "" : ".local .align 4 .b8 s[4];\n", of, shared ? 4 : 0),
            shared ? ".shared .align 4 .b8 s[128];\n" : ""));
        const uint32_t in = machine.allocate("in", 0), out = machine.buffer("out", std::vector<uint32_t>(32));
        const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
        const auto got = machine.read<uint32_t>(out);
        for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], t) << of;
    }
}

TEST(Memory, OutOfBoundsNamesTheBuffer) {
    Machine machine(
        memory_kernel("add.u64 %a0, %out, %w;\nst.global.u8 [%a0+4696], %t;\nadd.u64 %a1, %in, %w;\nld.global.u8 "
                      "%r0, [%a1+-3];\nst.global.u8 [%a0], %r0;"));
    const uint32_t in = machine.buffer("pixels", std::vector<uint8_t>(64, 9)),
                   out = machine.buffer("out", std::vector<uint8_t>(4712, 1));
    const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
    ASSERT_EQ(outcome.findings.size(), 2u);
    const Finding& store = outcome.findings[0];
    EXPECT_EQ(store.kind, FindingKind::out_of_bounds);
    EXPECT_EQ(store.thread_index, (Dim3{16, 0, 0}));
    EXPECT_EQ(store.address, machine.address(out) + 4712);
    EXPECT_NE(store.message.english().find("is just past the end of 'out' (4712 bytes)"), std::string::npos)
        << store.message;
    const Finding& load = outcome.findings[1];
    EXPECT_NE(load.message.english().find("is 3 bytes before 'pixels' (64 bytes)"), std::string::npos) << load.message;
    EXPECT_EQ(outcome.finding_count, 16u + 3u);
    const auto got = machine.read<uint8_t>(out);
    EXPECT_EQ(got[2], 0); // refused loads return zero
    EXPECT_EQ(got[3], 9);
    EXPECT_EQ(got[4711], 15);
}

TEST(Memory, InvalidAddressesAreFindings) {
    const auto one = [](const std::string& body, const std::string& before = {}) {
        Machine machine(memory_kernel(body, before));
        const uint32_t in = machine.buffer("in", std::vector<uint32_t>(8)),
                       out = machine.buffer("out", std::vector<uint32_t>(8));
        const LaunchOutcome outcome = machine.run("k", threads(1), machine.address(in), machine.address(out));
        return outcome.findings.size() == 1 ? texts_of(outcome)[0]
                                            : "findings: " + std::to_string(outcome.findings.size());
    };
    EXPECT_EQ(one("mov.u64 %a0, 0;\nld.global.u32 %r0, [%a0];"),
              "null_pointer: load of 4 bytes at 0x0 through a null pointer");
    EXPECT_TRUE(one("ld.global.u32 %r0, [%in+2];").starts_with("misaligned: load of 4 bytes at 0x"));
    EXPECT_TRUE(one("ld.global.v2.u32 {%r0, %r1}, [%in+4];").ends_with("which is not a multiple of 8"));
    EXPECT_TRUE(one("mov.u64 %a0, c;\nst.global.u32 [%a0], 1;", ".const .align 4 .b8 c[4];\n")
                    .ends_with("into the constant 'c'"));
    EXPECT_TRUE(
        one("st.shared.u32 [%in], 1;").find("a generic address, used as an offset in the block's shared memory") !=
        std::string::npos);
    EXPECT_EQ(one("mov.u32 %r0, s;\nst.shared.u32 [%r0+16], 1;", ".shared .align 4 .b8 s[16];\n"),
              "out_of_bounds: store of 4 bytes at 0x10 is just past the end of 's' (16 bytes)");
    EXPECT_EQ(one("mov.u32 %r0, s;\nld.shared.u32 %r1, [%r0+-4];", ".shared .align 4 .b8 s[16];\n"),
              "out_of_bounds: load of 4 bytes at 0xfffffffc is 4 bytes before 's' (16 bytes)");
}

TEST(Memory, GenericAddressesReachEveryWindow) {
    Machine machine(
        memory_kernel("mov.u32 %r0, s;\ncvt.u64.u32 %a0, %r0;\ncvta.shared.u64 %a0, %a0;\nshl.b64 %a1, %w, "
                      "2;\nadd.u64 %a2, %a0, %a1;\nst.u32 [%a2], %t;\n"
                      "mov.u64 %a3, c;\ncvta.const.u64 %a3, %a3;\nsetp.gt.u32 %p0, %t, 15;\nselp.b64 %a0, %a2, "
                      "%a3, %p0;\nld.u32 %r1, [%a0];\n"
                      "isspacep.shared %p1, %a0;\nselp.b32 %r2, 1000, 0, %p1;\nadd.u32 %r1, %r1, %r2;\nadd.u64 "
                      "%a1, %out, %a1;\nst.u32 [%a1], %r1;",
                      ".shared .align 4 .b8 s[128];\n.const .align 4 .b32 c = 77;\n"));
    const uint32_t in = machine.allocate("in", 0), out = machine.buffer("out", std::vector<uint32_t>(32));
    const LaunchOutcome outcome = machine.run("k", threads(32), machine.address(in), machine.address(out));
    ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
    const auto got = machine.read<uint32_t>(out);
    for (uint32_t t = 0; t < 32; ++t) EXPECT_EQ(got[t], t > 15 ? t + 1000 : 77);
}

TEST(Memory, VariableInitializersAreRelocated) {
    Machine machine(
        memory_kernel("ld.global.u64 %a0, [table+8];\nld.global.u32 %r0, [%a0+4];\nst.global.u32 [%out], %r0;",
                      ".global .align 4 .b32 data[3] = {5, 6, 7};\n.global .align 8 .u64 table[2] = {0, data};\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(1));
    ASSERT_TRUE(machine.run("k", threads(1), uint64_t{0}, machine.address(out)).findings.empty());
    EXPECT_EQ(machine.read<uint32_t>(out)[0], 6u);
}

} // namespace
} // namespace warpscope::simt
