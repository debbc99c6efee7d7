#include "catalog/references/random_draw.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace warpscope::catalog::references {
namespace {

constexpr uint64_t max_threads = 6000, max_cells = 70'000;
constexpr size_t max_launches = 64;
constexpr int attempts = 100;

/// Returns whether the plan is small enough to run in a few milliseconds.
bool moderate(const ExecutionPlan& plan) {
    uint64_t threads = 0, cells = 0;
    for (const PlannedLaunch& launch : plan.launches) threads += launch.config.threads();
    for (const PlannedBuffer& buffer : plan.buffers) cells += buffer.layout.shape.cells();
    return plan.launches.size() <= max_launches && threads <= max_threads * plan.launches.size() &&
           threads <= 4 * max_threads && cells <= max_cells;
}

} // namespace

std::string Draw::text() const {
    std::string text = fmt::format("block {}x{}x{}", settings.block.x, settings.block.y, settings.block.z);
    if (input.bytes != nullptr) text += " input " + spec.text();
    for (const auto& [name, value] : settings.values) text += fmt::format(" {}={}", name, value);
    return text;
}

/// Draws 1 to `max`, uniformly on a logarithmic scale.
uint32_t Drawer::small(uint32_t max) {
    const double share = static_cast<double>(below(1 << 20)) / (1 << 20);
    return static_cast<uint32_t>(std::exp(share * std::log(static_cast<double>(max) + 0.999)));
}

/// Draws uniformly from a small range, and mostly values near the minimum from a large one.
double Drawer::value_of(const Parameter& parameter) {
    const double step = parameter.step > 0 ? parameter.step : 1;
    const auto steps = static_cast<uint64_t>(std::floor((parameter.maximum - parameter.minimum) / step + 1e-9));
    const uint64_t number = steps <= 64 || is_floating(parameter.type)
                                ? below(steps + 1)
                                : small(static_cast<uint32_t>(std::min<uint64_t>(steps, 1 << 20)) + 1) - 1;
    return std::min(parameter.minimum + static_cast<double>(number) * step, parameter.maximum);
}

Dim3 Drawer::block_of(const Variant& variant) {
    Dim3 block = variant.block;
    if (variant.block_dimensions > 0) block.x = small(variant.block_dimensions == 1 ? 512 : 40);
    if (variant.block_dimensions > 1) block.y = small(variant.block_dimensions == 2 ? 24 : 9);
    if (variant.block_dimensions > 2) block.z = small(6);
    return block;
}

/// Draws an input with as many dimensions as the experiment's default input.
input::InputSpec Drawer::input_of(const Experiment& experiment) {
    const auto own = default_input(experiment, "any picture.png");
    input::InputSpec spec;
    const input::Pattern patterns[] = {input::Pattern::noise,    input::Pattern::noise, input::Pattern::noise,
                                       input::Pattern::gradient, input::Pattern::index, input::Pattern::checkerboard};
    spec.pattern = patterns[below(std::size(patterns))];
    spec.seed = below(1000) + 1;
    const bool flat = own && own->is_file();
    const Shape shape = own ? own->shape : Shape{};
    if (!flat && shape.depth > 1)
        spec.shape = {small(21), small(19), small(17)};
    else if (flat || shape.height > 1)
        spec.shape = {small(61), small(47), 1};
    else
        spec.shape = {small(1500), 1, 1};
    return spec;
}

std::optional<Draw> Drawer::draw(const Experiment& experiment, const Variant& variant) {
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Draw draw;
        draw.settings.block = block_of(variant);
        for (const Parameter& parameter : variant.parameters)
            draw.settings.values[parameter.name] = value_of(parameter);
        if (const BufferSpec* main = main_input(variant)) {
            draw.spec = input_of(experiment);
            auto made = input::make_input(draw.spec, main->type, main->channels);
            if (!made) continue;
            draw.input = std::move(*made);
        }
        const Shape shape = draw.input.layout.shape;
        if (!check_settings(variant, draw.settings, shape)) continue; // checked before large data are created
        auto prepared = prepare(variant, draw.settings, draw.input);
        if (!prepared || !moderate(prepared->plan)) continue;
        draw.prepared = std::move(*prepared);
        return draw;
    }
    return std::nullopt;
}

} // namespace warpscope::catalog::references
