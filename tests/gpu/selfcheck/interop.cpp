#include <cmath>
#include <cstdlib>
#include <limits>

#include "gl/headless.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"
#include "gpu/selfcheck/context.hpp"
#include "interop/live_output.hpp"
#include "interop/uploaded_run.hpp"

namespace warpscope::selfcheck {
namespace {

/// Returns the texels of a mip level of an RGBA8 texture, row by row.
std::vector<uint8_t> texels_of(uint32_t texture, int level) {
    GLint width = 0, height = 0;
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_HEIGHT, &height);
    std::vector<uint8_t> texels(size_t{4} * static_cast<size_t>(width) * static_cast<size_t>(height));
    glGetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    return texels;
}

/// Returns whether each mip level has the rounded means of the previous level's texels.
bool levels_are_means(uint32_t texture, uint32_t width, uint32_t height) {
    std::vector<uint8_t> larger = texels_of(texture, 0);
    for (int level = 1; width > 127 || height > 127; ++level) {
        const std::vector<uint8_t> texels = texels_of(texture, level);
        const size_t wide = std::max(width / 2, 1u), high = std::max(height / 2, 1u);
        if (texels.size() != 4 * wide * high) return false;
        for (size_t y = 0; y < high; ++y)
            for (size_t x = 0; x < wide; ++x)
                for (size_t c = 0; c < 4; ++c) {
                    uint32_t sum = 2;
                    for (const size_t j : {2 * y, std::min<size_t>(2 * y + 1, height - 1)})
                        for (const size_t i : {2 * x, std::min<size_t>(2 * x + 1, width - 1)})
                            sum += larger[(j * width + i) * 4 + c];
                    if (texels[(y * wide + x) * 4 + c] != sum / 4) return false;
                }
        larger = texels;
        width = static_cast<uint32_t>(wide);
        height = static_cast<uint32_t>(high);
    }
    return true;
}

/// Compares the texture with an output of u8 in one or three channels.
bool texture_equals(uint32_t texture, const HostBuffer& output) {
    const BufferLayout& layout = output.layout;
    const std::vector<uint8_t> texels = texels_of(texture, 0);
    const auto* expected = reinterpret_cast<const uint8_t*>(output.bytes->data());
    for (uint64_t cell = 0; cell < layout.shape.cells(); ++cell)
        for (uint32_t channel = 0; channel < 3; ++channel)
            if (texels[cell * 4 + channel] != expected[cell * layout.channels + (layout.channels == 1 ? 0 : channel)])
                return false;
    return true;
}

void check_pictures(Report& report, const catalog::Catalog& catalog, std::string_view path) {
    interop::LiveOutput live;
    for (const char* size : {"1x1", "1x17", "31x37", "127x61", "1023x769", "31x37"})
        for (const bool gray : {true, false}) {
            const RunRequest request{
                gray ? "color_to_gray" : "box_blur", fmt::format("noise:{},seed=5", size), {33, 3, 1}, gray ? -1 : 3};
            const std::string what = fmt::format("{} on {} by {}", request.experiment, size, path);
            const auto run = make_run(catalog, request);
            if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
            const auto expected = gpu::executor().run(run->compiled.ptx, run->prepared.plan);
            if (!report.check(expected.has_value(), expected ? "" : expected.error().text())) return;
            const auto prepared = live.prepare(*run);
            if (!report.check(prepared.has_value(), prepared ? "" : what + ": " + prepared.error().text())) return;
            if (!report.check(show_and_wait(live), what + ": no picture: " + live.status().why.english())) return;
            report.check(live.status().path == path, what + ": it went by " + live.status().path);
            report.check(texture_equals(live.texture(), expected->buffers[run->prepared.output_buffer]),
                         what + ": the texture differs from the output");
            const Shape& shape = expected->buffers[run->prepared.output_buffer].layout.shape;
            if (path == "shared texture") // our kernels make its mip levels; on other paths, OpenGL does
                report.check(levels_are_means(live.texture(), shape.width, shape.height),
                             what + ": a smaller level of the texture is not the mean of the one before");
            const std::string errors = gl::take_errors();
            report.check(errors.empty(), what + ": " + errors);
        }
    const interop::LiveStatus status = live.status();
    report.note(fmt::format("{}, {}: {}{}", status.device, status.compute, status.path,
                            status.why.empty() ? "" : ", because " + status.why.english()));
}

/// Returns each value's shade: 0 for the smallest value, 255 for the largest. The shade of a byte is its value.
std::vector<int> shades_of(const HostBuffer& output) {
    const BufferLayout& layout = output.layout;
    std::vector<double> values(layout.elements());
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (uint64_t i = 0; i < values.size(); ++i) {
        values[i] = element_as_double(output.bytes->data(), layout.type, i);
        if (!std::isfinite(values[i])) continue;
        low = std::min(low, values[i]);
        high = std::max(high, values[i]);
    }
    if (low > high || (is_floating(layout.type) && low >= 0 && high <= 1)) {
        low = 0;
        high = 1;
    }
    if (layout.type == ElementType::u8) {
        low = 0;
        high = 255;
    }
    if (low == high) high = low + 1;
    std::vector<int> shades;
    for (const double value : values) {
        const double share = (value - low) / (high - low);
        shades.push_back(std::isfinite(share) ? static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * 255)) : 0);
    }
    return shades;
}

/// Compares with a tolerance of one shade for floats, because the hardware chooses the order of sums.
bool texture_shows(uint32_t texture, const HostBuffer& output, const interop::PictureLayout& layout) {
    const uint32_t channels = output.layout.channels;
    const int max_distance = is_floating(output.layout.type) ? 1 : 0;
    const std::vector<uint8_t> texels = texels_of(texture, 0);
    const std::vector<int> expected = shades_of(output);
    const uint64_t per_slice = uint64_t{layout.slice_width} * layout.slice_height;
    for (uint64_t cell = 0; cell < output.layout.shape.cells(); ++cell) {
        const uint64_t slice = cell / per_slice, in_slice = cell % per_slice;
        uint64_t x = in_slice % layout.slice_width + slice % layout.columns * (layout.slice_width + layout.gap);
        uint64_t y = in_slice / layout.slice_width + slice / layout.columns * (layout.slice_height + layout.gap);
        if (layout.transposed) std::swap(x, y);
        const uint64_t texel = y * layout.width + x;
        for (uint32_t c = 0; c < std::min(channels, 3u); ++c)
            if (std::abs(texels[texel * 4 + c] - expected[cell * channels + c]) > max_distance) return false;
    }
    return true;
}

/// Returns a layout that wraps lines, puts slices side by side, or transposes flat pictures if `transposed`.
interop::PictureLayout some_layout(const Shape& shape, bool transposed) {
    if (shape.depth > 1) {
        const uint32_t columns = (shape.depth + 1) / 2;
        return {columns * (shape.width + 2) - 2, 2 * (shape.height + 2) - 2, shape.width, shape.height, columns, 2};
    }
    if (shape.height == 1) {
        const uint32_t wide = std::min(shape.width, 37u), tall = (shape.width + wide - 1) / wide;
        return interop::PictureLayout::flat(wide, tall);
    }
    if (!transposed) return interop::PictureLayout::flat(shape.width, shape.height);
    return {shape.height, shape.width, shape.width, shape.height, 1, 1, true};
}

/// Checks every variant that has defined results and a picture as output.
void check_catalog(Report& report, const catalog::Catalog& catalog) {
    interop::LiveOutput live;
    int all = 0, shown = 0, charted = 0;
    for (const catalog::Experiment& experiment : catalog.experiments)
        for (const catalog::Variant& variant : experiment.variants) {
            ++all;
            // Skips results that depend on the order of threads. In a picture of two sums, a difference in the last bit
            // would be black against white.
            if (!variant.findings.empty() || experiment.name == "atomics_tour" || experiment.name == "dot_product")
                continue;
            const std::string what = experiment.name + "/" + variant.name;
            const auto run = make_run(catalog, {experiment.name, {}, {0, 1, 1}, -1, variant.name});
            if (!report.check(run.has_value(), run ? "" : what + ": " + run.error().text())) continue;
            const interop::PictureLayout layout =
                some_layout(run->prepared.plan.buffers[run->prepared.output_buffer].layout.shape, all % 2 == 0);
            const auto why = interop::display_error(*run, layout);
            if (!report.check(!why, why ? what + ": " + why->english() : "")) continue;
            const auto expected = gpu::executor().run(run->compiled.ptx, run->prepared.plan);
            if (!report.check(expected.has_value(), expected ? "" : what + ": " + expected.error().text())) continue;
            const auto prepared = live.prepare(*run, false, layout);
            if (!report.check(prepared.has_value(), prepared ? "" : what + ": " + prepared.error().text())) continue;
            if (!report.check(show_and_wait(live), what + ": no picture: " + live.status().why.english())) continue;
            ++shown;
            const HostBuffer& output = expected->buffers[run->prepared.output_buffer];
            report.check(texture_shows(live.texture(), output, layout),
                         what + ": the texture is not the output's picture");
            const SharedBytes values = live.values();
            charted += values ? 1 : 0;
            report.check(!values || *values == *output.bytes, what + ": the values for charts are not the output's");
            // Prepares the run again, as after a moved slider.
            if (!report.check(live.prepare_now(*run, layout), what + ": a second launch takes more than launching it"))
                continue;
            report.check(show_and_wait(live) && texture_shows(live.texture(), output, layout),
                         what + ": the second texture is not the output's picture");
        }
    report.note(
        fmt::format("{} of {} variants show the GPU's picture, {} of them values for charts", shown, all, charted));
}

} // namespace

bool show_and_wait(interop::LiveOutput& live) {
    const uint64_t before = live.status().pictures;
    live.show();
    const auto start = std::chrono::steady_clock::now();
    while (live.status().pictures == before && milliseconds_since(start) < 5000) live.poll();
    return live.status().pictures != before && live.status().active;
}

void check_interop(Report& report, const catalog::Catalog& catalog) {
    report.section("OpenGL without a display, and the picture on the GPU");
    auto context = gl::HeadlessContext::create();
    if (!report.check(context.has_value(), context ? "" : context.error().text())) return;
    report.note(fmt::format("{}: {}, OpenGL {}", context->platform(), context->renderer(), context->info().version));
    report.check(!context->info().software, "OpenGL draws on the processor, so interop cannot be checked");

    unsetenv("WARPSCOPE_INTEROP");
    check_pictures(report, catalog, "shared texture");
    check_catalog(report, catalog);
    setenv("WARPSCOPE_INTEROP", "off", 1);
    check_pictures(report, catalog, "host copy");
    unsetenv("WARPSCOPE_INTEROP");
    check_overlays(report, catalog);

    // Repeats the checks with OpenGL on the processor and CUDA on the GPU, as on a remote display or a hybrid laptop.
    auto software = gl::HeadlessContext::create({.prefer_gpu = false});
    if (software && software->info().software)
        check_pictures(report, catalog, "host copy");
    else
        report.note("no software OpenGL here: the fallback for another device's OpenGL was not run");
}

} // namespace warpscope::selfcheck
