// tex: results compared with an H100's, events, and unsupported forms.
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "ptx/parser.hpp"
#include "simt/compiled.hpp"

namespace warpscope::simt {
namespace {

/// Returns kernels k_DIMENSIONS_COORDINATES_RESULT(texture, coordinates, results) with one thread per fetch.
std::string fetch_kernels() {
    std::string body;
    for (const int dimensions : {1, 2, 3})
        for (const std::string coordinate : {"f32", "s32"})
            for (const std::string result : {"f32", "s32", "u32"}) {
                const std::string place = dimensions == 1 ? "%c1" : dimensions == 2 ? "%c1, %c2" : "%c1, %c2, %c3, %c3";
                body += fmt::format(
                    ".visible .entry k_{0}_{1}_{2}(.param .u64 t, .param .u64 c, .param .u64 r)\n{{\n"
                    ".reg .b64 %t, %c, %r, %o;\n.reg .b32 %i, %c1, %c2, %c3, %r1, %r2, %r3, %r4;\n"
                    "ld.param.u64 %t, [t];\nld.param.u64 %c, [c];\nld.param.u64 %r, [r];\nmov.u32 %i, %tid.x;\n"
                    "mul.wide.u32 %o, %i, 12;\nadd.u64 %c, %c, %o;\nld.global.b32 %c1, [%c];\n"
                    "ld.global.b32 %c2, [%c+4];\nld.global.b32 %c3, [%c+8];\n"
                    "tex.{0}d.v4.{2}.{1} {{%r1, %r2, %r3, %r4}}, [%t, {{{3}}}];\n"
                    "mul.wide.u32 %o, %i, 16;\nadd.u64 %r, %r, %o;\nst.global.v4.b32 [%r], {{%r1, %r2, %r3, %r4}};\n"
                    "ret;\n}}\n",
                    dimensions, coordinate, result, place);
            }
    return module_text(body);
}

const std::shared_ptr<const Program>& fetches() {
    static const std::shared_ptr<const Program> program = program_of(fetch_kernels());
    return program;
}

uint32_t hashed(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ x >> 16;
}

/// Returns pseudorandom texels. The program that ran on the H100 used the same texels.
std::vector<uint8_t> texels_of(const Texture& texture, uint32_t seed) {
    std::vector<uint8_t> bytes(texture.layer_bytes * texture.depth);
    const uint32_t size = texture.channel_bytes;
    for (uint32_t i = 0; i * size < bytes.size(); ++i) {
        uint32_t bits = hashed(seed * 7919u + i);
        if (texture.format == TexelFormat::floating) {
            const float value = static_cast<float>(std::bit_cast<int32_t>(bits)) / 2147483648.0f * 100.0f;
            bits = size == 4 ? std::bit_cast<uint32_t>(value) : half_from_float(value);
        }
        std::memcpy(bytes.data() + i * size, &bits, size);
    }
    return bytes;
}

struct Fetch {
    std::array<uint32_t, 3> coordinates{};
    std::array<uint32_t, 4> answer{};
};
struct AnsweredTexture {
    Texture texture;
    bool by_texels = false;
    uint32_t seed = 0;
    std::vector<Fetch> fetches;
};

std::vector<AnsweredTexture> answers_of_h100() {
    std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR) + "/tests/simt/ops/texture_h100.txt");
    std::vector<AnsweredTexture> all;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        if (line.starts_with("texture")) {
            AnsweredTexture& one = all.emplace_back();
            Texture& t = one.texture;
            std::string word;
            int dimensions = 0, resource = 0, format = 0, bits = 0, channels = 0, mode = 0;
            words >> word >> dimensions >> resource >> format >> bits >> channels >> t.width >> t.height >> t.depth >>
                mode >> t.settings.linear >> t.settings.normalized_values >> t.settings.normalized_coordinates >>
                one.by_texels;
            for (float& border : t.settings.border) {
                uint32_t value = 0;
                words >> std::hex >> value >> std::dec;
                border = std::bit_cast<float>(value);
            }
            words >> one.seed;
            t.dimensions = static_cast<uint8_t>(dimensions);
            t.resource = resource == 1 ? TextureResource::linear : TextureResource::array;
            t.format = static_cast<TexelFormat>(format);
            t.channel_bytes = static_cast<uint8_t>(bits / 8);
            t.channels = static_cast<uint8_t>(channels);
            t.settings.address.fill(static_cast<AddressMode>(mode));
            t.row_bytes = t.width * t.texel_bytes();
            t.layer_bytes = t.row_bytes * t.height;
        } else if (!line.starts_with('#')) {
            Fetch& fetch = all.back().fetches.emplace_back();
            words >> std::hex;
            for (uint32_t& coordinate : fetch.coordinates) words >> coordinate;
            for (uint32_t& word : fetch.answer) words >> word;
        }
    }
    return all;
}

struct KernelRun {
    std::vector<std::array<uint32_t, 4>> results;
    std::vector<std::string> findings;
};

KernelRun run_fetches(Machine& machine, uint64_t handle, const std::string& kernel,
                      const std::vector<std::array<uint32_t, 3>>& coordinates) {
    const uint32_t from = machine.buffer("coordinates", coordinates);
    const uint32_t to = machine.buffer("results", std::vector<std::array<uint32_t, 4>>(coordinates.size()));
    const auto outcome = machine.run(kernel, {{1, 1, 1}, {static_cast<uint32_t>(coordinates.size()), 1, 1}}, handle,
                                     machine.address(from), machine.address(to));
    return {machine.read<std::array<uint32_t, 4>>(to), texts_of(outcome)};
}

std::string kernel_for(const Texture& texture, bool by_texels) {
    return fmt::format("k_{}_{}_{}", texture.dimensions, by_texels ? "s32" : "f32",
                       texture.gives_floats()                          ? "f32"
                       : texture.format == TexelFormat::signed_integer ? "s32"
                                                                       : "u32");
}

/// Returns the largest allowed difference from the H100's result, see docs/TEXTURES.md.
double tolerance(const Texture& texture) {
    if (!texture.settings.linear) return texture.settings.normalized_values ? 1e-7 : 0;
    if (texture.dimensions == 3) return 100.0 * 4 / 256; // four weights, each 1/256 off
    if (texture.format == TexelFormat::floating) return texture.channel_bytes == 2 ? 0.0625 : 2e-5; // values up to 100
    if (texture.format == TexelFormat::signed_integer && texture.channel_bytes == 1) return 1.01 / 32767;
    return 1e-7;
}

TEST(Texture, FetchesMatchH100) {
    const auto all = answers_of_h100();
    ASSERT_GT(all.size(), 600u);
    uint64_t count = 0, same = 0;
    for (const AnsweredTexture& one : all) {
        Machine machine(fetches());
        Texture texture = one.texture;
        texture.address = machine.address(machine.buffer("texels", texels_of(texture, one.seed)));
        std::vector<std::array<uint32_t, 3>> coordinates;
        for (const Fetch& fetch : one.fetches) coordinates.push_back(fetch.coordinates);
        const KernelRun ran = run_fetches(machine, machine.device().memory().textures().add(texture),
                                          kernel_for(texture, one.by_texels), coordinates);
        EXPECT_EQ(ran.findings, std::vector<std::string>{});
        for (size_t k = 0; k < one.fetches.size(); ++k)
            for (uint32_t channel = 0; channel < 4; ++channel) {
                const uint32_t wanted = one.fetches[k].answer[channel], got = ran.results[k][channel];
                ++count;
                const bool floats = texture.gives_floats();
                const float expected = std::bit_cast<float>(wanted), given = std::bit_cast<float>(got);
                same += wanted == got || (floats && std::fabs(expected - given) <= 2e-7f * std::fabs(expected));
                const bool near = floats ? std::fabs(double{expected} - given) <= tolerance(texture) : wanted == got;
                EXPECT_TRUE(near) << fmt::format("seed {}, fetch {}, channel {}: {:x} ({}), not {:x} ({})", one.seed, k,
                                                 channel, got, given, wanted, expected);
            }
    }
    EXPECT_GE(static_cast<double>(same), 0.995 * static_cast<double>(count)) << same << " of " << count;
}

struct Reads : Observer {
    std::map<uint64_t, uint32_t> by_address;
    uint32_t requests = 0;
    [[nodiscard]] uint32_t interests() const override { return wants_global; }
    [[nodiscard]] std::unique_ptr<Observer> fork() override { return std::make_unique<Reads>(); }
    void on_memory(const MemoryEvent& event) override {
        if (event.kind != AccessKind::load || event.bytes != 2) return; // not texels
        ++requests;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if ((event.mask >> lane & 1) != 0) ++by_address[event.address[lane]];
    }
    void merge(Observer& worker) override {
        for (const auto& [address, times] : static_cast<Reads&>(worker).by_address) by_address[address] += times;
        requests += static_cast<Reads&>(worker).requests;
    }
};

/// A texture of 3 by 2 texels in half precision.
struct SmallTexture {
    Machine machine{fetches()};
    Texture texture;
    Reads reads;

    SmallTexture() {
        texture.width = 3;
        texture.height = 2;
        texture.channel_bytes = 2;
        texture.row_bytes = 6;
        texture.layer_bytes = 12;
        texture.address = machine.address(machine.buffer("image", std::vector<uint16_t>(6)));
        machine.observers.push_back(&reads);
    }
    std::vector<std::string> fetch(float x, float y, const std::string& kernel = "k_2_f32_f32") {
        return run_fetches(machine, machine.device().memory().textures().add(texture), kernel,
                           {{std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y), 0}})
            .findings;
    }
    std::map<uint64_t, uint32_t> read() const {
        std::map<uint64_t, uint32_t> texels;
        for (const auto& [address, times] : reads.by_address) texels[(address - texture.address) / 2] = times;
        return texels;
    }
};

using Counts = std::map<uint64_t, uint32_t>;

TEST(Texture, ObserversSeeReadTexels) {
    SmallTexture point;
    EXPECT_TRUE(point.fetch(1.5f, 0.2f).empty());
    EXPECT_EQ(point.read(), (Counts{{1, 1}}));
    SmallTexture linear;
    linear.texture.settings.linear = true;
    EXPECT_TRUE(linear.fetch(1.25f, 1.0f).empty());
    EXPECT_EQ(linear.read(), (Counts{{0, 1}, {1, 1}, {3, 1}, {4, 1}}));
    EXPECT_EQ(linear.reads.requests, 4u);
    SmallTexture corner; // all four texels are the same
    corner.texture.settings.linear = true;
    EXPECT_TRUE(corner.fetch(-2.0f, -2.0f).empty());
    EXPECT_EQ(corner.read(), (Counts{{0, 1}}));
    SmallTexture border; // two of four texels are outside, so they are not read
    border.texture.settings.linear = true;
    border.texture.settings.address.fill(AddressMode::border);
    EXPECT_TRUE(border.fetch(0.0f, 0.5f).empty());
    EXPECT_EQ(border.read(), (Counts{{0, 1}, {3, 1}}));
}

TEST(Texture, MisuseIsAFinding) {
    EXPECT_EQ(SmallTexture().fetch(0, 0, "k_3_f32_f32"),
              std::vector<std::string>{"invalid_texture: fetch of 3 dimensions from a texture of 2"});
    EXPECT_EQ(SmallTexture().fetch(0, 0, "k_2_f32_u32"),
              std::vector<std::string>{
                  "invalid_texture: fetch of integers from a texture that gives floating-point numbers"});
    EXPECT_EQ(SmallTexture().fetch(0, 0, "k_1_s32_f32"),
              std::vector<std::string>{
                  "invalid_texture: tex1Dfetch from an array: it reads textures over linear memory only"});
    SmallTexture linear;
    linear.texture.resource = TextureResource::linear;
    EXPECT_EQ(linear.fetch(0, 0, "k_1_f32_f32"),
              std::vector<std::string>{
                  "invalid_texture: fetch from a texture over linear memory, which only tex1Dfetch reads"});

    Machine machine(fetches());
    const std::vector<std::array<uint32_t, 3>> one(1);
    const KernelRun none = run_fetches(machine, 7, "k_2_f32_f32", one);
    EXPECT_EQ(none.findings,
              std::vector<std::string>{"invalid_texture: fetch from 0x7, which is not a texture object"});
    EXPECT_EQ(none.results[0], (std::array<uint32_t, 4>{}));
    Texture texture;
    texture.width = 4;
    texture.row_bytes = texture.layer_bytes = 16;
    const uint32_t buffer = machine.buffer("image", std::vector<float>(4));
    texture.address = machine.address(buffer);
    TextureTable& textures = machine.device().memory().textures();
    const uint64_t handle = textures.add(texture);
    EXPECT_TRUE(run_fetches(machine, handle, "k_2_f32_f32", one).findings.empty());
    EXPECT_TRUE(textures.remove(handle));
    EXPECT_EQ(run_fetches(machine, handle, "k_2_f32_f32", one).findings,
              std::vector<std::string>{"invalid_texture: fetch from a texture object that has been destroyed"});
    const uint64_t second = textures.add(texture);
    EXPECT_NE(second, handle);
    machine.device().memory().release(buffer);
    const auto freed = run_fetches(machine, second, "k_2_f32_f32", one).findings;
    ASSERT_EQ(freed.size(), 1u);
    EXPECT_TRUE(freed[0].starts_with("use_after_free: load of 4 bytes")) << freed[0];
}

TEST(Texture, LanesMayUseDifferentTextures) {
    const std::string text = module_text(
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 out)\n{\n.reg .b64 %a, %b, %o;\n"
        ".reg .b32 %i, %x, %y, %z, %w;\n.reg .pred %p;\nld.param.u64 %a, [a];\nld.param.u64 %b, [b];\n"
        "mov.u32 %i, %tid.x;\nand.b32 %x, %i, 1;\nsetp.eq.u32 %p, %x, 1;\n@%p mov.u64 %a, %b;\n"
        "setp.lt.u32 %p, %i, 30;\nmov.u32 %x, 9;\n@%p tex.2d.v4.u32.s32 {%x, %y, %z, %w}, [%a, {0, 0}];\n"
        "ld.param.u64 %o, [out];\nmul.wide.u32 %a, %i, 4;\nadd.u64 %o, %o, %a;\nst.global.u32 [%o], %x;\nret;\n}\n");
    Machine machine(text);
    Texture texture;
    texture.width = 1;
    texture.row_bytes = texture.layer_bytes = texture.channel_bytes = 1;
    texture.format = TexelFormat::unsigned_integer;
    texture.address = machine.address(machine.buffer("a", std::vector<uint8_t>{200}));
    const uint64_t a = machine.device().memory().textures().add(texture);
    texture.address = machine.address(machine.buffer("b", std::vector<uint8_t>{5}));
    const uint64_t b = machine.device().memory().textures().add(texture);
    const uint32_t out = machine.buffer("out", std::vector<uint32_t>(32));
    EXPECT_TRUE(texts_of(machine.run("k", {{1, 1, 1}, {32, 1, 1}}, a, b, machine.address(out))).empty());
    const auto seen = machine.read<uint32_t>(out);
    for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(seen[i], i >= 30 ? 9u : i % 2 == 0 ? 200u : 5u) << i;
}

std::string refusal(const std::string& instruction) {
    const auto module = ptx::parse(module_text(".global .texref image;\n.visible .entry k(.param .u64 t)\n{\n.reg .b64 "
                                               "%t;\n.reg .b32 %r<9>;\nld.param.u64 %t, [t];\n" +
                                               instruction + ";\nret;\n}\n"),
                                   "test");
    if (!module) return module.error().text();
    const auto problems = unsupported_forms(*module);
    return problems.empty() ? "" : problems.front().message.english();
}

TEST(Texture, OtherKindsAreRejectedByName) {
    const auto expect_rejection = [](const std::string& instruction, const std::string& words) {
        EXPECT_NE(refusal(instruction).find(words), std::string::npos) << refusal(instruction);
    };
    expect_rejection("tex.level.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%t, {%r5, %r6}], %r7", "mipmapped textures");
    expect_rejection("tex.a2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%t, {%r5, %r6, %r7, %r7}]", "layered textures");
    expect_rejection("tex.cube.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%t, {%r5, %r6, %r7, %r7}]", "cubemaps");
    expect_rejection("tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [image, {%r5, %r6}]", "texture reference");
    expect_rejection("tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%t, {%r5, %r6}], {%r7, %r7}", "offsets");
    expect_rejection("tld4.r.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%t, {%r5, %r6}]", "tld4");
    expect_rejection("suld.b.2d.b32.trap {%r1}, [%t, {%r5, %r6}]", "suld");
    expect_rejection("sust.b.2d.b32.trap [%t, {%r5, %r6}], {%r1}", "sust");
}

} // namespace
} // namespace warpscope::simt
