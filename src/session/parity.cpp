#include "session/parity.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpscope::session {
namespace {

/// Returns whether the buffer depends on thread order, as old values and exchange results do.
bool depends_on_order(const RunResult& run, size_t buffer) {
    return run.request.experiment->name == "atomics_tour" &&
           (buffer == run.prepared.output_buffer || run.variant().name == "exchange");
}

struct Difference {
    double apart = 0; // largest difference: relative, or absolute below 1; infinite for unequal integers
    uint64_t element = 0;
};

Difference largest_difference(const HostBuffer& one, const HostBuffer& other) {
    Difference worst;
    if (*one.bytes == *other.bytes) return worst;
    const ElementType type = one.layout.type;
    for (uint64_t i = 0; i < one.layout.elements(); ++i) {
        const double a = element_as_double(one.bytes->data(), type, i),
                     b = element_as_double(other.bytes->data(), type, i);
        if (a == b || (std::isnan(a) && std::isnan(b))) continue;
        double apart = std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
        if (!is_floating(type) || std::isnan(apart)) apart = INFINITY;
        if (apart > worst.apart) worst = {apart, i};
        if (std::isinf(apart)) break;
    }
    return worst;
}

Parity compare(gpu::Executor& executor, const RunResult& run, std::string what, double tolerance) {
    Parity parity{std::move(what), false, {}, {}};
    const auto gpu = executor.run(run.compiled.ptx, run.prepared.plan);
    if (!gpu) {
        parity.difference = "the GPU could not run it: " + gpu.error().text();
        return parity;
    }
    double worst = 0;
    for (uint32_t k = 0; k < gpu->buffers.size(); ++k) {
        if (depends_on_order(run, k)) continue;
        const HostBuffer emulated = run.measured->buffer(k);
        const HostBuffer& measured = gpu->buffers[k];
        const Difference found = largest_difference(emulated, measured);
        if (found.apart <= worst) continue;
        worst = found.apart;
        const auto text = [&](const HostBuffer& buffer) {
            return element_text(buffer.bytes->data(), buffer.layout.type, found.element);
        };
        parity.difference = fmt::format("'{}'[{}] is {} on the GPU and {} on the emulator", emulated.layout.name,
                                        found.element, text(measured), text(emulated));
    }
    parity.same = worst <= tolerance;
    return parity;
}

input::InputSpec odd_input(const Shape& shape) {
    return *input::parse_spec(shape.depth > 1    ? "noise:13x11x7,seed=3"
                              : shape.height > 1 ? "noise:67x37,seed=3"
                                                 : "noise:1009,seed=3");
}

class Comparison {
public:
    Comparison(gpu::Executor& executor, const ParityOptions& options)
        : executor_(executor)
        , options_(options) {}

    void variant(const std::shared_ptr<const catalog::Experiment>& experiment, const catalog::Variant& variant) {
        Request request;
        request.experiment = experiment;
        request.variant = variant.name;
        request.settings = catalog::default_settings(variant);
        request.device = DeviceChoice::emulator;
        const bool takes_input = catalog::main_input(variant) != nullptr;
        if (takes_input)
            if (auto spec = catalog::default_input(*experiment, catalog::default_picture().string()))
                request.input = *spec;
        const Dim3 odd_block = variant.block_dimensions > 1 ? Dim3{7, 5, 1} : Dim3{96, 1, 1};
        const auto usual = one(request, true);
        is_usual_sound_ = usual && usual->shown().finding_count == 0;
        Request odd = request;
        odd.settings.block = odd_block;
        if (variant.block_dimensions > 0) one(odd, false);
        if (!takes_input || !usual) return;
        request.input = odd.input = odd_input(usual->input.layout.shape);
        one(request, false);
        if (variant.block_dimensions > 0) one(odd, false);
    }
    void skip(std::string variant, std::string why) { publish({std::move(variant), true, {}, std::move(why), false}); }
    std::vector<Parity> take() { return std::move(results_); }

private:
    /// Compares GPU and emulator on a request. Skips illegal settings. With `must`, a failure counts as a difference.
    std::shared_ptr<const RunResult> one(const Request& request, bool must) {
        const Dim3& block = request.settings.block;
        const std::string what = fmt::format("{}/{} on {}, block {}x{}", request.experiment->name, request.variant,
                                             request.input.text(), block.x, block.y);
        auto run = session::run(request);
        if (!run) {
            if (must || run.error().kind != ErrorKind::usage)
                publish({what, false, "the emulator could not run it: " + run.error().text(), {}});
            else
                publish({what, true, {}, "the launch is not possible: " + run.error().message.english(), false});
            return nullptr;
        }
        if ((*run)->shown().finding_count > 0 && !must && is_usual_sound_)
            publish({what,
                     true,
                     {},
                     "the kernel is not made for it: " + (*run)->shown().findings.front().message.english()});
        else if ((*run)->shown().finding_count > 0)
            publish({what,
                     false,
                     "what the GPU makes of a fault is not defined; on the emulator: " +
                         (*run)->shown().findings.front().message.english(),
                     {}});
        else
            publish(compare(executor_, **run, what, options_.tolerance));
        return *run;
    }

    void publish(Parity parity) {
        if (options_.progress) options_.progress(parity);
        results_.push_back(std::move(parity));
    }

    gpu::Executor& executor_;
    const ParityOptions& options_;
    bool is_usual_sound_ = false; // no findings with default settings
    std::vector<Parity> results_;
};

} // namespace

Result<std::vector<Parity>> compare_executors(gpu::Executor& executor, const catalog::Catalog& catalog,
                                              const ParityOptions& options) {
    Comparison comparison(executor, options);
    bool any = false;
    for (const catalog::Experiment& experiment : catalog.experiments) {
        const auto shared = std::make_shared<const catalog::Experiment>(experiment);
        for (const catalog::Variant& variant : shared->variants) {
            const std::string name = experiment.name + "/" + variant.name;
            if (!options.only.empty() && options.only != experiment.name && options.only != name) continue;
            any = true;
            if (!variant.findings.empty()) { // results after a GPU fault are undefined
                comparison.skip(name, fmt::format("it declares findings ({}), so its results are not defined",
                                                  fmt::join(variant.findings, ", ")));
                continue;
            }
            comparison.variant(shared, variant);
        }
    }
    if (!any)
        return fail(ErrorKind::usage, msg("There is nothing called '{}' to compare.", options.only),
                    msg("see warpscope list"));
    return comparison.take();
}

} // namespace warpscope::session
