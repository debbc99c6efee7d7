// Compares fast paths for whole warps with a model that moves one lane's bytes at a time: local memory, vectors,
// atomics. Also tests approximate functions.
#include "simt/harness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace warpscope::simt {
namespace {

constexpr LaneMask masks[] = {~0u, 0x7fffffffu, 0x80000001u, 0x00ffff00u, 0x12345678u};
const LaunchConfig one_warp{{1, 1, 1}, {32, 1, 1}, 0};

bool is_on(LaneMask mask, uint32_t lane) { return (mask >> lane & 1) != 0; }

/// Returns a kernel k(in, out) of one block; further blocks return. %t is the thread, %p0 whether its lane is in
/// `mask`, %in and %out are pointers.
std::string masked_kernel(LaneMask mask, const std::string& body) {
    return module_text(
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n.local .align 16 .b8 l[64];\n"
        ".shared .align 16 .b8 s[4096];\n.reg .b64 %in, %out, %a<9>, %d<9>;\n.reg .b32 %t, %r<40>;\n"
        ".reg .pred %p<3>;\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n"
        "mov.u32 %r0, %ctaid.x;\nsetp.ne.u32 %p1, %r0, 0;\n@%p1 ret;\nmov.u32 %r0, 1;\nshl.b32 %r0, %r0, %t;\n" +
        fmt::format("and.b32 %r0, %r0, {};\nsetp.ne.u32 %p0, %r0, 0;\n", mask) + body + "ret;\n}\n");
}

class AccessCount final : public Observer {
public:
    uint64_t lanes = 0;

    [[nodiscard]] uint32_t interests() const override { return wants_global | wants_shared | wants_local; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<AccessCount>(); }
    void on_memory(const MemoryEvent& event) override {
        lanes += static_cast<uint64_t>(std::popcount(event.mask)) * event.bytes;
    }
    void merge(Observer& worker) override { lanes += static_cast<AccessCount&>(worker).lanes; }
};

uint32_t word_of(uint32_t lane, uint32_t index) { return lane * 0x9e3779b9u + index * 0x85ebca6bu + 0x01234567u; }

struct LocalForm {
    const char* type;
    uint32_t bytes;
    bool wide; // 64-bit register
};

/// Returns the loaded value as it appears in 64 bits: sign-extended for signed types, cut to the register's width.
uint64_t extended(const LocalForm& form, uint64_t value) {
    const uint32_t unused = 64 - 8 * form.bytes;
    if (form.type[0] != 's') return value;
    const auto number = static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
    return form.wide ? number : number & 0xffffffffu;
}

TEST(LocalMemory, EveryWidthAndMaskMoves) {
    constexpr LocalForm forms[] = {{"u8", 1, false},  {"s8", 1, false},  {"u16", 2, false},
                                   {"s16", 2, false}, {"b32", 4, false}, {"s8", 1, true},
                                   {"u32", 4, true},  {"s32", 4, true},  {"b64", 8, true}};
    for (const LocalForm& form : forms)
        for (const uint32_t step : {0u, 1u, 5u}) // elements between the lanes' offsets
            for (const LaneMask mask : masks)
                for (const bool generic : {false, true})
                    for (const bool is_observed : {false, true}) {
                        SCOPED_TRACE(fmt::format("{} step {} mask {:x} generic {}", form.type, step, mask, generic));
                        const uint32_t count = 64 / form.bytes;
                        const std::string space = generic ? "" : ".local";
                        const char reg = form.wide ? 'd' : 'r';
                        // Loads element (3 + step * t) % count and stores it in the next element.
                        std::string body = "mov.u64 %a0, l;\n";
                        for (uint32_t k = 0; k < 16; ++k)
                            body += fmt::format("mad.lo.u32 %r1, %t, {}, {};\nst.local.u32 [%a0+{}], %r1;\n",
                                                0x9e3779b9u, word_of(0, k), 4 * k);
                        if (generic) body += "cvta.local.u64 %a0, %a0;\n";
                        body += fmt::format(
                            "mad.lo.u32 %r2, %t, {0}, 3;\nand.b32 %r3, %r2, {1};\nadd.u32 %r4, %r2, 1;\n"
                            "and.b32 %r4, %r4, {1};\nmad.wide.u32 %a1, %r3, {2}, %a0;\nmad.wide.u32 %a2, %r4, {2}, "
                            "%a0;\n"
                            "mov.u64 %d0, 7;\nmov.u32 %r8, 7;\n@!%p0 bra skip;\nld{3}.{4} %{5}8, [%a1];\n"
                            "st{3}.{6} [%a2], %{5}8;\nskip:\n",
                            step, count - 1, form.bytes, space, form.type, reg, fmt::format("b{}", 8 * form.bytes));
                        body += form.wide ? "selp.b64 %d0, %d8, %d0, %p0;\n" : "cvt.u64.u32 %d0, %r8;\n";
                        body += "mov.u64 %a0, l;\nmad.wide.u32 %a3, %t, 72, %out;\nst.global.u64 [%a3], %d0;\n";
                        for (uint32_t k = 0; k < 16; ++k)
                            body += fmt::format("ld.local.u32 %r1, [%a0+{}];\nst.global.u32 [%a3+{}], %r1;\n", 4 * k,
                                                8 + 4 * k);
                        Machine machine(masked_kernel(mask, body));
                        AccessCount count_of;
                        if (is_observed) machine.observers = {&count_of};
                        const uint32_t out = machine.buffer("out", std::vector<uint32_t>(32 * 18));
                        const LaunchOutcome outcome = machine.run("k", one_warp, uint64_t{0}, machine.address(out));
                        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                        const auto got = machine.read<uint32_t>(out);
                        for (uint32_t l = 0; l < 32; ++l) {
                            uint32_t words[16];
                            for (uint32_t k = 0; k < 16; ++k) words[k] = word_of(l, k);
                            auto* const bytes = reinterpret_cast<uint8_t*>(words);
                            uint64_t value = 0;
                            std::memcpy(&value, bytes + (3 + step * l) % count * form.bytes, form.bytes);
                            uint64_t loaded = 7;
                            if (is_on(mask, l)) {
                                loaded = extended(form, value);
                                std::memcpy(bytes + (4 + step * l) % count * form.bytes, &value, form.bytes);
                            }
                            uint64_t seen = 0;
                            std::memcpy(&seen, &got[l * 18], 8);
                            ASSERT_EQ(seen, loaded) << "lane " << l;
                            ASSERT_TRUE(std::equal(words, words + 16, &got[l * 18 + 2])) << "lane " << l;
                        }
                        if (is_observed) {
                            const auto lanes = static_cast<uint64_t>(std::popcount(mask));
                            EXPECT_EQ(count_of.lanes, 32 * (16 * 4 * 3 + 8) + 2 * lanes * form.bytes);
                        }
                    }
}

TEST(LocalMemory, FaultOfOneLaneIsFound) {
    for (const char* const access :
         {"ld.local.u32 %r1, [%a0+60];\n", "ld.local.u8 %r1, [%a0+63];\n", "ld.local.v2.u32 {%r1, %r2}, [%a0+56];\n",
          "ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [%a0+48];\n"})
        for (const bool is_observed : {false, true}) {
            // Lane 9 reads past the array's end.
            Machine machine(masked_kernel(
                1u << 9, fmt::format("mov.u32 %r1, 5;\nmov.u64 %a0, l;\nst.local.u32 [%a0+{}], 77;\n"
                                     "@%p0 add.u64 %a0, %a0, 16;\n{}mad.wide.u32 %a1, %t, 4, %out;\n"
                                     "st.global.u32 [%a1], %r1;\n",
                                     std::string(access).substr(std::string(access).find("%a0+") + 4, 2) == "63"
                                         ? "60"
                                         : std::string(access).substr(std::string(access).find("%a0+") + 4, 2),
                                     access)));
            AccessCount count;
            if (is_observed) machine.observers = {&count};
            const uint32_t out = machine.buffer("out", std::vector<uint32_t>(32));
            const LaunchOutcome outcome = machine.run("k", one_warp, uint64_t{0}, machine.address(out));
            ASSERT_EQ(outcome.findings.size(), 1u) << access;
            EXPECT_EQ(outcome.findings[0].kind, FindingKind::out_of_bounds);
            EXPECT_EQ(outcome.findings[0].thread_index.x, 9u);
            const auto got = machine.read<uint32_t>(out);
            const bool is_byte = std::string(access).find("u8") != std::string::npos;
            for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(got[l], l == 9 || is_byte ? 0u : 77u) << access << l;
        }
}

struct VectorForm {
    const char* type;
    uint32_t element, elements;

    [[nodiscard]] uint32_t bytes() const { return element * elements; }
    [[nodiscard]] std::string registers(bool reversed) const {
        std::string list;
        for (uint32_t k = 0; k < elements; ++k)
            list += fmt::format("{}%{}{}", k == 0 ? "" : ", ", element == 8 ? 'd' : 'r',
                                1 + (reversed ? elements - 1 - k : k));
        return list;
    }
};

/// Loads from the first half of an array of 4096 bytes, and stores to the second half in reverse.
TEST(Vectors, EverySpaceStrideAndMaskMoves) {
    constexpr VectorForm forms[] = {{"v2.u32", 4, 2}, {"v4.f32", 4, 4}, {"v2.b64", 8, 2}};
    std::vector<uint8_t> bytes(4096);
    for (size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<uint8_t>(k * 151 + k / 256);
    for (const VectorForm& form : forms)
        for (const char* const space : {".shared", ".shared 64", ".global", " in", " s"})
            for (const uint32_t stride : {0u, 1u, 2u})
                for (const uint32_t row : {16 * stride, 40u})
                    for (const LaneMask mask : masks) {
                        const std::string name(space);
                        const bool is_shared = name != ".global" && name != " in";
                        const bool is_narrow = name == ".shared";
                        const std::string suffix = name[0] == ' ' ? "" : is_shared ? ".shared" : ".global";
                        SCOPED_TRACE(
                            fmt::format("{}{} stride {} row {} mask {:x}", form.type, name, stride, row, mask));
                        std::string fill, dump;
                        if (is_shared)
                            for (uint32_t k = 0; k < 4096; k += 128) {
                                fill +=
                                    fmt::format("ld.global.u32 %r20, [%a5+{0}];\nst.shared.u32 [%r10+{0}], %r20;\n", k);
                                dump +=
                                    fmt::format("ld.shared.u32 %r20, [%r10+{0}];\nst.global.u32 [%a6+{0}], %r20;\n", k);
                            }
                        const std::string base = name == ".shared 64" ? "mov.u64 %a0, s;\n"
                                                 : name == " s"       ? "mov.u64 %a0, s;\ncvta.shared.u64 %a0, %a0;\n"
                                                                      : "mov.u64 %a0, %in;\n";
                        const std::string place =
                            fmt::format("and.b32 %r11, %t, 15;\nshr.u32 %r12, %t, 4;\nmul.lo.u32 %r11, %r11, {};\n"
                                        "mad.lo.u32 %r11, %r12, {}, %r11;\nmul.lo.u32 %r11, %r11, {};\n",
                                        stride, row, form.bytes());
                        const std::string add = is_narrow ? "mov.u32 %r13, s;\nadd.u32 %r13, %r13, %r11;\n"
                                                          : "cvt.u64.u32 %a1, %r11;\nadd.u64 %a1, %a1, %a0;\n";
                        const std::string address = is_narrow ? "%r13" : "%a1";
                        Machine machine(masked_kernel(
                            mask,
                            "mad.wide.u32 %a5, %t, 4, %in;\nmad.wide.u32 %a6, %t, 4, %out;\nmov.u32 %r10, s;\n"
                            "shl.b32 %r14, %t, 2;\nadd.u32 %r10, %r10, %r14;\n" +
                                fill + base + place + add +
                                fmt::format("@!%p0 bra skip;\nld{0}.{1} {{{2}}}, [{3}];\n"
                                            "st{0}.{1} [{3}+2048], {{{4}}};\nskip:\n",
                                            suffix, form.type, form.registers(false), address, form.registers(true)) +
                                dump));
                        const uint32_t in = machine.buffer("in", bytes),
                                       out = machine.buffer("out", std::vector<uint8_t>(4096));
                        const LaunchOutcome outcome =
                            machine.run("k", one_warp, machine.address(in), machine.address(out));
                        ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                        std::vector<uint8_t> expected = bytes;
                        for (uint32_t l = 0; l < 32; ++l) {
                            if (!is_on(mask, l)) continue;
                            const size_t at = (l % 16 * stride + l / 16 * row) * form.bytes();
                            for (uint32_t k = 0; k < form.elements; ++k)
                                std::copy_n(&bytes[at + k * form.element], form.element,
                                            &expected[2048 + at + (form.elements - 1 - k) * form.element]);
                        }
                        ASSERT_EQ(machine.read<uint8_t>(is_shared ? out : in), expected);
                    }
}

TEST(Vectors, FaultOfOneLaneIsFound) {
    for (const char* const space : {".shared", ".global"})
        for (const LaneMask mask : {~0u, 0xffff0000u}) {
            // The lanes load 16 bytes each, one after the other. Lane 31 reads past the end.
            Machine machine(
                masked_kernel(mask, fmt::format("shl.b32 %r10, %t, 4;\nmov.u32 %r11, s;\nadd.u32 %r10, %r10, %r11;\n"
                                                "add.u32 %r10, %r10, 3600;\nmad.wide.u32 %a1, %t, 16, %in;\n"
                                                "mov.u32 %r4, 5;\n@%p0 ld{}.v4.u32 {{%r1, %r2, %r3, %r4}}, [{}];\n"
                                                "mad.wide.u32 %a2, %t, 4, %out;\nst.global.u32 [%a2], %r4;\n",
                                                space, std::string(space) == ".shared" ? "%r10" : "%a1")));
            const uint32_t in = machine.buffer("in", std::vector<uint32_t>(4 * 31)),
                           out = machine.buffer("out", std::vector<uint32_t>(32));
            const LaunchOutcome outcome = machine.run("k", one_warp, machine.address(in), machine.address(out));
            ASSERT_EQ(outcome.findings.size(), 1u);
            EXPECT_EQ(outcome.findings[0].thread_index.x, 31u);
            const auto got = machine.read<uint32_t>(out);
            for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(got[l], is_on(mask, l) ? 0u : 5u);
        }
}

struct AtomicCase {
    const char* op;
    std::function<uint32_t(uint32_t old, uint32_t b)> of;
};
const std::vector<AtomicCase>& atomic_cases() {
    static const std::vector<AtomicCase> cases{
        {"add.u32", [](uint32_t old, uint32_t b) { return old + b; }},
        {"min.s32",
         [](uint32_t old, uint32_t b) { return static_cast<int32_t>(b) < static_cast<int32_t>(old) ? b : old; }},
        {"max.u32", [](uint32_t old, uint32_t b) { return std::max(old, b); }},
        {"and.b32", [](uint32_t old, uint32_t b) { return old & b; }},
        {"or.b32", [](uint32_t old, uint32_t b) { return old | b; }},
        {"xor.b32", [](uint32_t old, uint32_t b) { return old ^ b; }},
        {"exch.b32", [](uint32_t, uint32_t b) { return b; }},
        {"inc.u32", [](uint32_t old, uint32_t b) { return old >= b ? 0 : old + 1; }},
        {"add.f32",
         [](uint32_t old, uint32_t b) {
             return std::bit_cast<uint32_t>(std::bit_cast<float>(old) + std::bit_cast<float>(b));
         }},
    };
    return cases;
}

TEST(Atomic, LanesTakeTurnsOnEveryPattern) {
    for (const AtomicCase& test : atomic_cases())
        for (const bool shared : {false, true})
            for (const bool returns : {false, true})
                for (const uint32_t places : {1u, 4u, 32u})
                    for (const LaneMask mask : masks)
                        for (const uint32_t workers : {1u, 2u}) {
                            if (!returns && test.op[0] == 'e') continue;
                            SCOPED_TRACE(fmt::format("{} shared {} returns {} places {} mask {:x} workers {}", test.op,
                                                     shared, returns, places, mask, workers));
                            const auto operand = [](uint32_t l) { return 0x3f800000u + (l * 0x2545f491u >> 4); };
                            const std::string copy =
                                shared ? "ld.global.u32 %r5, [%a1];\nst.shared.u32 [%r4], %r5;\n" : "";
                            const std::string back =
                                shared ? "ld.shared.u32 %r5, [%r4];\nst.global.u32 [%a1], %r5;\n" : "";
                            const std::string call = fmt::format("{}.{}.{} {}[{}], %r7;\n", returns ? "atom" : "red",
                                                                 shared ? "shared" : "global", test.op,
                                                                 returns ? "%r7, " : "", shared ? "%r6" : "%a2");
                            Machine machine(masked_kernel(
                                mask, "mad.wide.u32 %a1, %t, 4, %in;\nmov.u32 %r3, s;\nshl.b32 %r4, %t, 2;\n"
                                      "add.u32 %r4, %r4, %r3;\n" +
                                          copy +
                                          fmt::format("and.b32 %r6, %t, {};\nmad.wide.u32 %a2, %r6, 4, %in;\n"
                                                      "mad.lo.u32 %r6, %r6, 4, %r3;\nmad.wide.u32 %a3, %t, 4, %out;\n"
                                                      "mul.lo.u32 %r7, %t, {};\nshr.u32 %r7, %r7, 4;\n"
                                                      "add.u32 %r7, %r7, {};\n@!%p0 bra skip;\n",
                                                      places - 1, 0x2545f491u, 0x3f800000u) +
                                          call + "skip:\nst.global.u32 [%a3], %r7;\n" + back));
                            machine.options.workers = workers;
                            std::vector<uint32_t> words(32);
                            for (uint32_t k = 0; k < 32; ++k) words[k] = 0x40000000u + k * 0x00412345u;
                            const uint32_t in = machine.buffer("in", words),
                                           out = machine.buffer("out", std::vector<uint32_t>(32));
                            const LaunchOutcome outcome = machine.run("k", {{workers, 1, 1}, {32, 1, 1}, 0},
                                                                      machine.address(in), machine.address(out));
                            ASSERT_TRUE(outcome.findings.empty()) << texts_of(outcome)[0];
                            std::vector<uint32_t> expected(32);
                            for (uint32_t l = 0; l < 32; ++l) {
                                expected[l] = operand(l);
                                if (!is_on(mask, l)) continue;
                                uint32_t& word = words[l % places];
                                const uint32_t old = word;
                                word = test.of(old, operand(l));
                                if (returns) expected[l] = old;
                            }
                            EXPECT_EQ(machine.read<uint32_t>(out), expected);
                            EXPECT_EQ(machine.read<uint32_t>(in), words);
                        }
}

TEST(Atomic, FaultOfOneLaneIsFound) {
    for (const char* const space : {"shared", "global"})
        for (const uint32_t fault : {4096u, 2u}) { // past the end, misaligned
            // Lane 3 accesses another address than the other lanes.
            const bool is_shared = space[0] == 's';
            Machine machine(
                masked_kernel(1u << 3, fmt::format("mov.u64 %a1, %in;\nmov.u32 %r5, s;\nst.shared.u32 [%r5], 0;\n"
                                                   "@%p0 add.u64 %a1, %a1, {1};\n@%p0 add.u32 %r5, %r5, {1};\n"
                                                   "mov.u32 %r6, 9;\natom.{0}.add.u32 %r6, [{2}], 1;\n"
                                                   "mad.wide.u32 %a2, %t, 4, %out;\nst.global.u32 [%a2], %r6;\n",
                                                   space, fault, is_shared ? "%r5" : "%a1")));
            const uint32_t in = machine.buffer("in", std::vector<uint32_t>(8)),
                           out = machine.buffer("out", std::vector<uint32_t>(32));
            const LaunchOutcome outcome = machine.run("k", one_warp, machine.address(in), machine.address(out));
            ASSERT_EQ(outcome.findings.size(), 1u);
            EXPECT_EQ(outcome.findings[0].thread_index.x, 3u);
            const auto got = machine.read<uint32_t>(out);
            for (uint32_t l = 0; l < 32; ++l) EXPECT_EQ(got[l], l == 3 ? 0 : l > 3 ? l - 1 : l);
        }
}

/// Local memory is private, so atomics on it work on each lane's own value.
TEST(Atomic, LocalMemoryIsPrivate) {
    Machine machine(masked_kernel(
        ~0u,
        "mov.u64 %a0, l;\ncvt.u64.u32 %d1, %t;\nst.local.u64 [%a0+8], %d1;\ncvta.local.u64 %a0, %a0;\n"
        "mov.u64 %d2, 0x100000000;\natom.add.u64 %d3, [%a0+8], %d2;\nld.u64 %d4, [%a0+8];\nadd.u64 %d4, %d4, %d3;\n"
        "mad.wide.u32 %a1, %t, 8, %out;\nst.global.u64 [%a1], %d4;\n"));
    const uint32_t out = machine.buffer("out", std::vector<uint64_t>(32));
    ASSERT_TRUE(machine.run("k", one_warp, uint64_t{0}, machine.address(out)).findings.empty());
    const auto got = machine.read<uint64_t>(out);
    for (uint64_t l = 0; l < 32; ++l) EXPECT_EQ(got[l], 0x100000000u + 2 * l);
}

/// Returns floats of every sign and exponent, including denormals, infinities and NaN.
std::vector<float> spread_floats() {
    std::vector<float> values;
    for (uint32_t k = 0; k < 1u << 16; ++k) values.push_back(std::bit_cast<float>(k << 16 | (k * 0x9e37u & 0xffffu)));
    for (const float exact : {0.0f, 1.0f, 2.0f, 126.0f, -126.0f, 127.0f, 128.0f, -149.0f, 0x1p-126f, 0x1p126f})
        values.push_back(exact);
    return values;
}

float flushed_if(bool flushes, float a) {
    return flushes && std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a;
}

TEST(Approximate, ResultsAreRoundedOnce) {
    const std::vector<std::pair<const char*, double (*)(double)>> functions{
        {"rcp", [](double a) { return 1 / a; }},
        {"sqrt", [](double a) { return std::sqrt(a); }},
        {"rsqrt", [](double a) { return 1 / std::sqrt(a); }},
        {"lg2", [](double a) { return std::log2(a); }},
        {"ex2", [](double a) { return std::exp2(a); }}};
    const std::vector<float> values = spread_floats();
    for (const auto& [name, function] : functions)
        for (const bool ftz : {false, true}) {
            const auto got =
                run_instruction<float>(fmt::format("{}.approx{}.f32 %d, %a;", name, ftz ? ".ftz" : ""), values);
            for (size_t k = 0; k < values.size(); ++k) {
                const float expected = flushed_if(ftz, static_cast<float>(function(flushed_if(ftz, values[k]))));
                ASSERT_EQ(std::bit_cast<uint32_t>(got[k]),
                          std::isnan(expected) ? 0x7fffffffu : std::bit_cast<uint32_t>(expected))
                    << name << " of " << values[k];
            }
        }
}

TEST(Approximate, QuotientsAreRoundedOnce) {
    const std::vector<float> a = spread_floats();
    std::vector<float> b(a.rbegin(), a.rend());
    std::rotate(b.begin(), b.begin() + 12345, b.end());
    for (const char* const form : {"approx", "approx.ftz", "full", "full.ftz"}) {
        const bool ftz = std::string(form).ends_with("ftz"), full = form[0] == 'f';
        const auto got = run_instruction<float>(fmt::format("div.{}.f32 %d, %a, %b;", form), a, b);
        for (size_t k = 0; k < a.size(); ++k) {
            const float x = flushed_if(ftz, a[k]), y = flushed_if(ftz, b[k]);
            const bool is_large = !full && std::fabs(y) > 0x1p126f && std::isfinite(y);
            const float expected = is_large ? x * std::copysign(0.0f, y) : flushed_if(ftz, x / y);
            ASSERT_EQ(std::bit_cast<uint32_t>(got[k]),
                      std::isnan(expected) ? 0x7fffffffu : std::bit_cast<uint32_t>(expected))
                << form << ' ' << a[k] << '/' << b[k];
        }
    }
}

} // namespace
} // namespace warpscope::simt
