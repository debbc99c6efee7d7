// Compares the GPU with the emulator, which runs the same PTX, and with plain C++.
#include <array>
#include <cmath>

#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace warpscope::selfcheck {
namespace {

struct Image {
    const uint8_t* rgb = nullptr;
    int width = 0, height = 0;
};

std::vector<uint8_t> blurred(const Image& image, int radius) {
    std::vector<uint8_t> out(size_t{3} * static_cast<size_t>(image.width) * static_cast<size_t>(image.height));
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const int top = std::max(0, y - radius), bottom = std::min(image.height - 1, y + radius);
            const int left = std::max(0, x - radius), right = std::min(image.width - 1, x + radius);
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0;
                for (int r = top; r <= bottom; ++r)
                    for (int c = left; c <= right; ++c) sum += image.rgb[3 * (r * image.width + c) + channel];
                out[static_cast<size_t>(3 * (y * image.width + x) + channel)] =
                    static_cast<uint8_t>(sum / ((bottom - top + 1) * (right - left + 1)));
            }
        }
    return out;
}

/// The product in `a*b + c*d` that is fused with the addition. A CUDA compiler may choose either product or none, but
/// the same for all pixels.
enum class Contraction { none, first_product, second_product };

std::vector<uint8_t> grayed(const Image& image, Contraction contraction) {
    std::vector<uint8_t> out(static_cast<size_t>(image.width) * static_cast<size_t>(image.height));
    for (size_t i = 0; i < out.size(); ++i) {
        const float r = image.rgb[3 * i], g = image.rgb[3 * i + 1], b = image.rgb[3 * i + 2];
        volatile float red = 0.299f * r, green = 0.587f * g, blue = 0.114f * b; // volatile prevents fusion here
        volatile float sum = red + green;
        if (contraction == Contraction::first_product) sum = std::fma(0.299f, r, green);
        if (contraction == Contraction::second_product) sum = std::fma(0.587f, g, red);
        out[i] = static_cast<uint8_t>(contraction == Contraction::none ? sum + blue : std::fma(0.114f, b, sum));
    }
    return out;
}

bool same(const HostBuffer& buffer, const std::vector<uint8_t>& expected) {
    return buffer.bytes->size() == expected.size() &&
           std::equal(expected.begin(), expected.end(), reinterpret_cast<const uint8_t*>(buffer.bytes->data()));
}

bool matches_reference(const session::RunResult& run, const HostBuffer& output, int radius) {
    const Shape& shape = run.input.layout.shape;
    const Image image{reinterpret_cast<const uint8_t*>(run.input.bytes->data()), static_cast<int>(shape.width),
                      static_cast<int>(shape.height)};
    if (radius >= 0) return same(output, blurred(image, radius));
    for (const Contraction way : {Contraction::none, Contraction::first_product, Contraction::second_product})
        if (same(output, grayed(image, way))) return true;
    return false;
}

void check_case(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const std::string what =
        fmt::format("{} on {}, block {}x{}{}", request.experiment, request.input, request.block.x, request.block.y,
                    request.radius < 0 ? "" : fmt::format(", radius {}", request.radius));
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : what + ": " + run.error().text())) return;
    const auto gpu = gpu::executor().run(run->compiled.ptx, run->prepared.plan);
    if (!report.check(gpu.has_value(), gpu ? "" : what + ", on the GPU: " + gpu.error().text())) return;
    const HostBuffer& output = gpu->buffers[run->prepared.output_buffer];
    report.check(matches_reference(*run, output, request.radius), what + ": the GPU differs from the C++ reference");
    const auto emulated = emulate(*run);
    if (!report.check(emulated.has_value(), emulated ? "" : what + ", emulated: " + emulated.error().text())) return;
    report.check(*(*emulated)->buffer(run->prepared.output_buffer).bytes == *output.bytes,
                 what + ": the GPU differs from the emulator");
}

} // namespace

void check_parity(Report& report, const catalog::Catalog& catalog, bool large) {
    report.section("Same bytes from GPU, emulator and C++");
    std::vector<std::string> sizes{"1x1", "1x17", "67x1", "31x37", "127x61"};
    if (large) sizes.emplace_back("1023x769");
    constexpr std::array<Dim3, 5> blocks{Dim3{7, 5}, Dim3{33, 1}, Dim3{1, 64}, Dim3{16, 16}, Dim3{32, 32}};
    for (const std::string& size : sizes)
        for (const Dim3& block : blocks) {
            const std::string input = fmt::format("noise:{},seed=11", size);
            check_case(report, catalog, {"color_to_gray", input, block});
            for (const int radius : {0, 1, 3, 16})
                if (radius < 16 || size != "1023x769") check_case(report, catalog, {"box_blur", input, block, radius});
        }
}

} // namespace warpscope::selfcheck
