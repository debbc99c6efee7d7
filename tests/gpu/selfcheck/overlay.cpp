// Overlays from recordings: compares their keys with keys computed on the host, and measures each part's time.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "gl/texture.hpp"
#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"
#include "interop/layer_recorder.hpp"
#include "ptx/parser.hpp"
#include "session/recording.hpp"

namespace warpscope::selfcheck {
namespace {

/// Fixed range of the color scale for sectors per request. The scale uses the square root (render/maps/heat_map.hpp).
constexpr instrument::CellScale scale_of_requests{1, 32};

using Clock = std::chrono::steady_clock;

constexpr int overlay_repeats = 51, overlay_warm_up = 3;

/// Returns the plan of a launch whose thread (x, y) belongs to cell (x, y).
instrument::LayerPlan plan_of(const session::RunResult& run) {
    const Shape& shape = run.prepared.plan.buffers[run.prepared.output_buffer].layout.shape;
    const LaunchConfig& config = run.prepared.plan.launches.back().config;
    instrument::LayerPlan plan;
    plan.data_width = shape.width;
    plan.data_height = shape.height;
    plan.width = std::max(shape.width, config.grid.x * config.block.x);
    plan.height = std::max(shape.height, config.grid.y * config.block.y);
    plan.placed = true;
    plan.key_shift = std::max(5u, static_cast<uint32_t>(std::bit_width(config.threads_per_block() - 1))) + 1;
    return plan;
}

std::array<const interop::DeviceMap*, 2> maps_of(const interop::DeviceLayer& layer) {
    return {&layer.keys, &layer.marks};
}

/// Textures of keys and marks as in views, with all mip levels.
struct Textures {
    gl::Texture keys, marks;

    [[nodiscard]] std::array<uint32_t, 2> ids() const { return {keys.id(), marks.id()}; }

    explicit Textures(const instrument::LayerPlan& plan)
        : keys(gl::Texture::create(gl::PixelFormat::r32ui, plan.width, plan.height))
        , marks(gl::Texture::create(gl::PixelFormat::r8ui, plan.width, plan.height)) {
        const auto levels = instrument::mip_levels(plan.width, plan.height);
        glBindTexture(GL_TEXTURE_2D, marks.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, static_cast<GLint>(levels.size()) - 1);
        for (size_t i = 1; i < levels.size(); ++i)
            glTexImage2D(GL_TEXTURE_2D, static_cast<GLint>(i), GL_R8UI, static_cast<GLsizei>(levels[i].width),
                         static_cast<GLsizei>(levels[i].height), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, nullptr);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
};

void check_keys(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const std::string what = fmt::format("the layer of {} on {}", request.experiment, request.input);
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
    auto module = ptx::parse(run->compiled.ptx, "kernel.ptx");
    auto probed = instrument::instrument(*module, run->prepared.plan, run->prepared.output_buffer);
    if (!report.check(probed.has_value(), probed ? "" : probed.error().text())) return;
    const auto recorded = gpu::executor().run(probed->ptx, probed->plan);
    if (!report.check(recorded.has_value(), recorded ? "" : recorded.error().text())) return;

    const instrument::LayerPlan plan = plan_of(*run);
    gpu::Runtime& runtime = gpu::system_runtime();
    const gpu::DeviceStatus device = gpu::executor().status();
    interop::LayerRecorder recorder(runtime, device);
    const auto layer = recorder.record(*run, plan);
    if (!report.check(layer.has_value(), layer ? "" : what + ": " + layer.error().text())) return;
    Textures textures(plan);
    interop::MapTextures shared(runtime, interop::system_gl_bridge(), device.device);
    const auto attached = shared.attach(textures.ids());
    if (!report.check(attached.has_value(), attached ? "" : what + ": " + attached.error().text())) return;
    const auto taken = shared.take(maps_of(**layer), *layer);
    if (!report.check(taken.has_value(), taken ? "" : what + ": " + taken.error().text())) return;

    std::vector<uint32_t> keys(plan.places());
    textures.keys.read(keys.data());
    std::vector<uint8_t> marks(plan.places());
    textures.marks.read(marks.data());
    const HostBuffer& owners = recorded->buffers[probed->owners];
    const auto per_block = static_cast<uint32_t>(probed->config.threads_per_block());
    uint64_t wrong = 0;
    for (uint32_t y = 0; y < plan.data_height; ++y)
        for (uint32_t x = 0; x < plan.data_width; ++x) {
            uint32_t owner = 0;
            std::memcpy(&owner, owners.bytes->data() + 4 * (size_t{y} * plan.data_width + x), 4);
            const size_t place = size_t{y} * plan.width + x;
            const uint32_t key = ((owner - 1) / per_block + 1) << plan.key_shift | ((owner - 1) % per_block) << 1;
            wrong += owner == 0 || keys[place] != key || (marks[place] & 1u) == 0 ? 1 : 0;
        }
    report.check(wrong == 0, fmt::format("{}: {} cells differ", what, wrong));
    const auto levels = instrument::mip_levels(plan.width, plan.height);
    uint8_t all = 0, top = 0;
    for (const uint8_t mark : marks) all |= mark;
    glBindTexture(GL_TEXTURE_2D, textures.marks.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, static_cast<GLint>(levels.size()) - 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &top);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
    report.check(all == top, fmt::format("{}: marks {} became {} in the smallest level", what, all, top));
}

/// One texture for each sector heat map, with all mip levels.
struct HeatTextures {
    std::vector<gl::Texture> textures;
    std::vector<uint32_t> ids;

    explicit HeatTextures(const std::vector<instrument::CellPlane>& planes) {
        for (const instrument::CellPlane& plane : planes) {
            const auto levels = instrument::mip_levels(plane.width, plane.height);
            textures.push_back(gl::Texture::with_levels(gl::PixelFormat::rg8, plane.width, plane.height,
                                                        static_cast<int>(levels.size())));
            ids.push_back(textures.back().id());
        }
    }
};

std::vector<instrument::CellPlane> planes_of(const session::RunResult& run) {
    std::vector<instrument::CellPlane> planes;
    for (const uint32_t buffer : {run.prepared.output_buffer, run.prepared.input_buffer}) {
        const Shape& shape = run.prepared.plan.buffers[buffer].layout.shape;
        planes.push_back({buffer, shape.width, shape.height});
    }
    return planes;
}

std::vector<const interop::DeviceMap*> maps_of(const interop::DeviceHeat& heat) {
    std::vector<const interop::DeviceMap*> maps;
    for (const interop::DeviceMap& map : heat.maps) maps.push_back(&map);
    return maps;
}

/// Compares the GPU's counts and textures with the emulator's counts.
void check_heat(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const std::string what = fmt::format("the heat of sectors of {} on {}", request.experiment, request.input);
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
    const auto measured = emulate(*run);
    if (!report.check(measured.has_value(), measured ? "" : measured.error().text())) return;
    const auto counted = (*measured)->probe({0, metrics::ProbeKind::sectors, {}}, nullptr);
    if (!report.check(counted.has_value(), counted ? "" : what + ": " + counted.error().text())) return;
    const std::vector<instrument::CellPlane> planes = planes_of(*run);
    metrics::Range scale = counted->range_of_cells();
    scale.include(scale_of_requests.low);
    scale.include(scale_of_requests.high);

    const gpu::DeviceStatus device = gpu::executor().status();
    interop::LayerRecorder recorder(gpu::system_runtime(), device);
    const auto heat = recorder.record_heat(*run, planes, scale_of_requests);
    if (!report.check(heat.has_value(), heat ? "" : what + ": " + heat.error().text())) return;
    HeatTextures textures(planes);
    interop::MapTextures shared(gpu::system_runtime(), interop::system_gl_bridge(), device.device);
    const auto attached = shared.attach(textures.ids);
    if (!report.check(attached.has_value(), attached ? "" : what + ": " + attached.error().text())) return;
    const auto taken = shared.take(maps_of(**heat), *heat);
    if (!report.check(taken.has_value(), taken ? "" : what + ": " + taken.error().text())) return;

    for (size_t i = 0; i < planes.size(); ++i) {
        const metrics::CellCosts* costs = counted->of_buffer(planes[i].buffer);
        if (!report.check(costs != nullptr, what + ": nothing to compare with")) return;
        const size_t cells = size_t{planes[i].width} * planes[i].height;
        std::vector<uint16_t> texels(cells);
        textures.textures[i].read(texels.data());
        uint64_t wrong = 0;
        for (size_t cell = 0; cell < cells; ++cell) {
            const double mean = static_cast<double>(costs->sectors_per_request[cell]);
            const double level =
                (std::sqrt(mean) - std::sqrt(scale.low)) / (std::sqrt(scale.high) - std::sqrt(scale.low));
            wrong += texels[cell] != (mean == 0 ? 0 : 0xff00 + std::lround(255 * level)) ? 1 : 0;
        }
        report.check(wrong == 0, fmt::format("{}: {} of {} texels differ", what, wrong, cells));
        const auto& range = (*heat)->ranges.at(planes[i].buffer);
        report.check(range && range->low == costs->range.low && range->high == costs->range.high,
                     what + ": another range");
    }
}

void measure_layer(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
    const instrument::LayerPlan plan = plan_of(*run);
    gpu::Runtime& runtime = gpu::system_runtime();
    const gpu::DeviceStatus device = gpu::executor().status();
    interop::LayerRecorder recorder(runtime, device);
    Textures textures(plan);
    interop::MapTextures shared(runtime, interop::system_gl_bridge(), device.device);
    const auto attached = shared.attach(textures.ids());
    if (!report.check(attached.has_value(), attached ? "" : attached.error().text())) return;
    std::vector<double> prepare, probed, reduced, made, recorded, transferred, total;
    for (int i = -overlay_warm_up; i < overlay_repeats; ++i) {
        glFinish();
        const auto begin = Clock::now();
        const auto layer = recorder.record(*run, plan);
        if (!report.check(layer.has_value(), layer ? "" : layer.error().text())) return;
        const double until_recorded = milliseconds_since(begin);
        const auto hand = Clock::now();
        const auto taken = shared.take(maps_of(**layer), *layer);
        if (!report.check(taken.has_value(), taken ? "" : taken.error().text())) return;
        const double handing = milliseconds_since(hand);
        glFinish();
        if (i < 0) continue;
        total.push_back(milliseconds_since(begin));
        transferred.push_back(handing);
        recorded.push_back(until_recorded);
        prepare.push_back((*layer)->prepare_ms);
        probed.push_back((*layer)->probed_ms);
        reduced.push_back((*layer)->reduced_ms);
        made.push_back((*layer)->layer_ms);
    }
    report.note(fmt::format("{} {} radius {}:\n  probes woven in, memory, inputs (processor, worker) {}\n  kernel with "
                            "probes (GPU) {}\n  summing up records (GPU) {}\n  keys and marks (GPU) {}\n  all of that, "
                            "waited for (processor, worker) {}\n  handing to OpenGL (processor, UI thread) {}\n  from "
                            "begin to the finished textures {}",
                            request.experiment, request.input, request.radius, spread(prepare), spread(probed),
                            spread(reduced), spread(made), spread(recorded), spread(transferred), spread(total)));
}

void measure_cells(Report& report, const catalog::Catalog& catalog, const RunRequest& request) {
    const auto run = make_run(catalog, request);
    if (!report.check(run.has_value(), run ? "" : run.error().text())) return;
    auto module = ptx::parse(run->compiled.ptx, "kernel.ptx");
    const auto probe = instrument::probe_cells(*module, run->prepared.plan, 0);
    if (!report.check(probe.has_value(), probe ? "" : probe.error().text())) return;
    gpu::RunOptions options;
    options.repeats = 9;
    for (uint32_t i = 0; i < probe->plan.buffers.size(); ++i) options.unread.push_back(i);
    options.unread.push_back(probe->counts);
    const auto ran = gpu::executor().run(probe->ptx, probe->plan, options);
    if (!report.check(ran.has_value(), ran ? "" : ran.error().text())) return;
    const std::vector<instrument::CellPlane> planes = planes_of(*run);
    const gpu::DeviceStatus device = gpu::executor().status();
    interop::LayerRecorder recorder(gpu::system_runtime(), device);
    HeatTextures textures(planes);
    interop::MapTextures shared(gpu::system_runtime(), interop::system_gl_bridge(), device.device);
    const auto attached = shared.attach(textures.ids);
    if (!report.check(attached.has_value(), attached ? "" : attached.error().text())) return;
    std::vector<double> prepare, probed, levels, transferred, total;
    for (int i = -overlay_warm_up; i < overlay_repeats; ++i) {
        glFinish();
        const auto begin = Clock::now();
        const auto heat = recorder.record_heat(*run, planes, scale_of_requests);
        if (!report.check(heat.has_value(), heat ? "" : heat.error().text())) return;
        const auto hand = Clock::now();
        const auto taken = shared.take(maps_of(**heat), *heat);
        if (!report.check(taken.has_value(), taken ? "" : taken.error().text())) return;
        const double handing = milliseconds_since(hand);
        glFinish();
        if (i < 0) continue;
        total.push_back(milliseconds_since(begin));
        transferred.push_back(handing);
        prepare.push_back((*heat)->prepare_ms);
        probed.push_back((*heat)->probed_ms);
        levels.push_back((*heat)->levels_ms);
    }
    std::vector<double> whole;
    for (int i = 0; i < 5; ++i) {
        const auto begin = Clock::now();
        const auto sectors = session::sectors_on_gpu(gpu::executor(), *run, 0);
        if (!report.check(sectors.has_value(), sectors ? "" : sectors.error().text())) return;
        whole.push_back(milliseconds_since(begin));
    }
    report.note(fmt::format(
        "{} {} radius {}, sectors by cell:\n  kernel with probes, and means (GPU, on their own) {}\n  the same in the "
        "window's way (GPU) {}\n  two textures of heat (GPU) {}\n  probes woven in, memory, inputs (processor, worker) "
        "{}\n  handing to OpenGL (processor, UI thread) {}\n  from begin to the finished textures {}\n  all, until the "
        "means are on the host (processor, worker) {}",
        request.experiment, request.input, request.radius, spread(ran->times_ms), spread(probed), spread(levels),
        spread(prepare), spread(transferred), spread(total), spread(whole)));
}

} // namespace

void check_overlays(Report& report, const catalog::Catalog& catalog) {
    report.section("Overlays from recordings, without a way through the host");
    check_keys(report, catalog, {"color_to_gray", "noise:76x62", {16, 16, 1}, -1});
    check_keys(report, catalog, {"box_blur", "noise:127x61", {7, 5, 1}, 3});
    check_keys(report, catalog, {"box_blur", "noise:1023x769", {33, 3, 1}, 1});
    check_heat(report, catalog, {"color_to_gray", "noise:76x62", {16, 16, 1}, -1});
    check_heat(report, catalog, {"box_blur", "noise:127x61", {7, 5, 1}, 3});
    check_heat(report, catalog, {"box_blur", "noise:1023x769", {33, 3, 1}, 1});
    check_heat(report, catalog, {"transpose", "noise:203x101", {16, 16, 1}, -1});
}

void measure_overlays(Report& report, const catalog::Catalog& catalog) {
    report.section("From a launch with probes to the overlay in OpenGL's textures, median (range)");
    measure_layer(report, catalog, {"box_blur", "noise:1024x1024", {16, 16, 1}, 3});
    measure_layer(report, catalog, {"box_blur", "noise:3840x2160", {16, 16, 1}, 3});
    measure_cells(report, catalog, {"box_blur", "noise:3840x2160", {16, 16, 1}, 3});
}

} // namespace warpscope::selfcheck
