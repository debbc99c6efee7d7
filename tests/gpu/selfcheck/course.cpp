// Every experiment of the catalogue on the GPU and in the emulator.
#include <algorithm>
#include <cmath>

#include "gpu/executor.hpp"
#include "gpu/selfcheck/common.hpp"

namespace warpscope::selfcheck {
namespace {

/// Values may be apart by this share of the larger, or absolutely below 1.
constexpr double tolerance = 1e-3;

/// Their threads race or never end: what the GPU makes of them is not defined.
bool broken(const catalog::Experiment& experiment, const catalog::Variant& variant) {
    return experiment.name == "bug_museum" || variant.name == "racy";
}

/// The old values that atomics return go by the order of the threads, which the hardware chooses, and so does all that
/// exchanges leave behind.
bool depends_on_order(const Wish& wish, const session::RunResult& run, size_t buffer) {
    return wish.experiment == "atomics_tour" && (buffer == run.prepared.output_buffer || wish.variant == "exchange");
}

/// The largest difference between two buffers, as a share of the larger value or absolutely below 1; 0 when their bytes
/// are equal, infinite when whole numbers differ.
double difference(const HostBuffer& one, const HostBuffer& other) {
    if (*one.bytes == *other.bytes) return 0;
    const ElementType type = one.layout.type;
    if (!is_floating(type)) return INFINITY;
    double worst = 0;
    const uint64_t elements = one.layout.shape.cells() * one.layout.channels;
    for (uint64_t i = 0; i < elements; ++i) {
        const double a = element_as_double(one.bytes->data(), type, i),
                     b = element_as_double(other.bytes->data(), type, i);
        if (a == b || (std::isnan(a) && std::isnan(b))) continue;
        const double apart = std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
        worst = std::isnan(apart) ? INFINITY : std::max(worst, apart);
    }
    return worst;
}

/// False when the setting is not legal for the experiment, which says nothing about the GPU.
bool check_run(Report& report, const catalog::Catalog& catalog, const Wish& wish) {
    const std::string what =
        fmt::format("{}/{}{}{}", wish.experiment, wish.variant, wish.input.empty() ? "" : " on " + wish.input,
                    wish.block.x == 0 ? "" : fmt::format(", block {}x{}", wish.block.x, wish.block.y));
    const auto run = make_run(catalog, wish);
    const bool as_it_comes = wish.block.x == 0 && wish.input.empty();
    if (!run && run.error().kind == ErrorKind::usage && !as_it_comes) return false;
    if (!report.check(run.has_value(), run ? "" : what + ": " + run.error().text())) return true;
    const auto emulated = emulate(*run);
    if (!report.check(emulated.has_value(), emulated ? "" : what + ", emulated: " + emulated.error().text()))
        return true;
    const auto gpu = gpu::executor().run(run->compiled.ptx, run->prepared.plan);
    if (!report.check(gpu.has_value(), gpu ? "" : what + ", on the GPU: " + gpu.error().text())) return true;
    for (size_t k = 0; k < gpu->buffers.size(); ++k) {
        if (depends_on_order(wish, *run, k)) continue;
        const HostBuffer& buffer = gpu->buffers[k];
        const double apart = difference((*emulated)->buffer(static_cast<uint32_t>(k)), buffer);
        if (apart > 0 && apart <= tolerance)
            report.note(fmt::format("{}: '{}' differs by {:.2g}", what, buffer.layout.name, apart));
        report.check(apart <= tolerance, fmt::format("{}: '{}' differs by {:.2g}", what, buffer.layout.name, apart));
    }
    return true;
}

/// An input of odd extents with as many dimensions as the default has.
std::string odd_input(const Shape& shape) {
    if (shape.depth > 1) return "noise:13x11x7,seed=3";
    return shape.height > 1 ? "noise:67x37,seed=3" : "noise:1009,seed=3";
}

} // namespace

void check_course(Report& report, const catalog::Catalog& catalog) {
    report.section("Every experiment on GPU and emulator");
    int variants = 0, runs = 0;
    for (const catalog::Experiment& experiment : catalog.experiments)
        for (const catalog::Variant& variant : experiment.variants) {
            if (broken(experiment, variant)) continue;
            ++variants;
            Wish wish{experiment.name, "", Dim3{0, 1, 1}, -1, variant.name};
            const auto usual = make_run(catalog, wish);
            std::vector<std::string> inputs{""};
            if (usual && catalog::main_input(variant) != nullptr)
                inputs.push_back(odd_input(usual->input.layout.shape));
            const Dim3 odd = variant.block_dimensions > 1 ? Dim3{7, 5, 1} : Dim3{96, 1, 1};
            for (const std::string& input : inputs)
                for (const Dim3& block : {Dim3{0, 1, 1}, odd}) {
                    wish.input = input;
                    wish.block = block;
                    runs += check_run(report, catalog, wish) ? 1 : 0;
                }
        }
    report.note(fmt::format("{} variants in {} runs", variants, runs));
}

} // namespace warpscope::selfcheck
