#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "analysis/charts.hpp"
#include "base/number_text.hpp"
#include "catalog/charts/charts.hpp"
#include "catalog/formula.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "metrics/totals.hpp"

namespace warpscope::analysis {
namespace {

using session::RunResult;

/// Counts the barrier intervals of block 0 up to its last memory access.
double steps_of(const RunResult& run, const std::atomic<bool>* cancel) {
    double steps = 0;
    for (uint32_t launch = 0; launch < run.measured->launches().size(); ++launch) {
        const auto trace = run.measured->trace_block(launch, 0, cancel);
        if (!trace) continue;
        uint32_t last = 0;
        for (const metrics::TraceAccess& access : trace->accesses) last = std::max(last, access.interval);
        steps += last + 1;
    }
    return steps;
}

std::optional<double> measured_value(const RunResult& run, std::string_view name, const std::atomic<bool>* cancel) {
    const auto& launches = run.measured->launches();
    const metrics::Totals t = totals_of(launches);
    const auto number = [](uint64_t value) { return static_cast<double>(value); };
    if (name == "cells") return number(run.input.layout.shape.cells());
    if (name == "float_operations") return number(t.float_operations);
    if (name == "warp_instructions") return number(t.warp_instructions);
    if (name == "steps") return steps_of(run, cancel);
    if (name == "atomics") return number(t.atomics.operations);
    if (name == "load_bytes") return number(t.global.load_bytes);
    if (name == "load_sectors") return number(t.global.load_sectors);
    if (name == "store_sectors") return number(t.global.store_sectors);
    if (name == "load_requests") return number(t.global.load_requests);
    if (name == "store_requests") return number(t.global.store_requests);
    if (name == "shared_passes") return number(t.shared.passes);
    if (name == "shared_requests") return number(t.shared.requests);
    if (name == "divergent_warps") return number(t.divergent_warps);
    if (name == "launches") return number(launches.size());
    if (name == "simt_efficiency") return t.warp_instructions == 0 ? 0 : t.active_warps / number(t.warp_instructions);
    for (const catalog::Parameter& p : run.variant().parameters)
        if (p.name == name) {
            const auto chosen = run.request.settings.values.find(p.name);
            return chosen == run.request.settings.values.end() ? p.initial : chosen->second;
        }
    return std::nullopt;
}

Result<double> value_of(const RunResult& run, const catalog::ChartSpec& spec, double at,
                        const std::atomic<bool>* cancel) {
    return catalog::evaluate_formula(
        spec.value,
        [&](std::string_view name) -> std::optional<double> {
            return name == spec.sweep ? at : measured_value(run, name, cancel);
        },
        [&](std::string_view buffer, uint64_t index) -> std::optional<double> {
            for (uint32_t i = 0; i < run.prepared.plan.buffers.size(); ++i) {
                if (run.prepared.plan.buffers[i].layout.name != buffer) continue;
                const HostBuffer after = run.measured->buffer(i);
                if (!after.bytes || index >= after.layout.elements()) return std::nullopt;
                return element_as_double(after.bytes->data(), after.layout.type, index);
            }
            return std::nullopt;
        });
}

bool same(const session::Request& a, const session::Request& b) {
    return a.experiment->name == b.experiment->name && a.variant == b.variant && a.settings == b.settings &&
           a.input == b.input && a.text == b.text;
}

struct Line {
    const catalog::Variant* variant = nullptr;
    const catalog::ChartSpec* spec = nullptr;
};

std::vector<Line> lines_of(const catalog::Experiment& experiment, const catalog::ChartSpec& chart) {
    std::vector<Line> lines;
    for (const catalog::Variant& variant : experiment.variants) {
        if (!chart.variants.empty() &&
            std::find(chart.variants.begin(), chart.variants.end(), variant.name) == chart.variants.end())
            continue;
        for (const catalog::ChartSpec& own : variant.charts)
            if (own.name == chart.name) lines.push_back({&variant, &own});
    }
    return lines;
}

} // namespace

Result<Chart> Sweeper::run(const ChartRequest& chart_request, const catalog::ChartSpec& spec,
                           const std::function<void(const Chart&, Progress)>& report_progress,
                           const std::atomic<bool>* cancel) {
    const session::Request& present = chart_request.result->request;
    const std::vector<Line> lines = lines_of(*present.experiment, spec);
    Chart chart{spec.name, std::string(tr_course(spec.title)), {}, {}, {}, {}};
    chart.x = {std::string(tr_course(spec.sweep_title)), spec.logarithmic};
    chart.y = {spec.unit.empty() ? spec.value : std::string(tr_course(spec.unit)), spec.logarithmic};
    for (uint32_t i = 0; i < lines.size(); ++i)
        chart.series.push_back({lines[i].variant->name, ChartSeries::Form::marks, i, {}});
    if (!spec.reference.empty()) {
        ChartSeries reference{std::string(tr_course(spec.reference_title)),
                              ChartSeries::Form::dashed,
                              static_cast<uint32_t>(lines.size()),
                              {}};
        for (const double value : spec.values) {
            const auto y = catalog::evaluate_formula(
                spec.reference,
                [&](std::string_view name) -> std::optional<double> {
                    return name == spec.sweep ? value : measured_value(*chart_request.result, name, cancel);
                },
                [](std::string_view, uint64_t) { return std::nullopt; });
            if (!y) return tl::unexpected(y.error());
            reference.points.push_back({value, *y, {}});
        }
        chart.series.push_back(std::move(reference));
        chart.remarks.emplace_back(tr("Marks are measured on the emulator; the dashed line is a formula."));
    } else {
        chart.remarks.emplace_back(tr("Measured on the emulator."));
    }
    const bool with_steps = spec.value.find("steps") != std::string::npos;
    if (with_steps)
        chart.remarks.emplace_back(tr("Steps: intervals between barriers in which the first block touches memory."));
    Progress progress{0, static_cast<uint32_t>(lines.size() * spec.values.size())};
    bool omitted = false;
    for (const double value : spec.values) // value by value, so that all lines grow together
        for (size_t i = 0; i < lines.size(); ++i) {
            if (cancel != nullptr && *cancel) return fail(ErrorKind::canceled, msg("Canceled."));
            ++progress.done;
            const auto point = catalog::sweep_point(*lines[i].variant, *lines[i].spec, present.settings, value);
            if (!point && point.error().kind != ErrorKind::usage) return tl::unexpected(point.error());
            std::optional<double> y;
            if (point) {
                session::Request request = present;
                request.variant = lines[i].variant->name;
                // The edited source belongs only to the shown variant.
                if (request.variant != chart_request.result->variant().name) request.text.reset();
                request.settings = point->settings;
                if (point->input) request.input = *point->input;
                request.device = session::DeviceChoice::emulator;
                const auto known = std::find_if(known_.begin(), known_.end(), [&](const Known& k) {
                    return k.value == lines[i].spec->value && same(k.request, request);
                });
                if (known != known_.end()) {
                    y = known->y;
                } else {
                    const auto run = pipeline_.run(request, {.cancel = cancel, .gpu_output = false, .workers = 1});
                    if (!run && run.error().kind != ErrorKind::usage) return tl::unexpected(run.error());
                    if (run) {
                        const auto made = value_of(**run, *lines[i].spec, value, cancel);
                        if (!made) return tl::unexpected(made.error());
                        if (cancel != nullptr && *cancel) return fail(ErrorKind::canceled, msg("Canceled."));
                        y = *made;
                        known_.push_back({request, lines[i].spec->value, *made});
                    }
                }
            }
            if (y && std::isfinite(*y))
                chart.series[i].points.push_back({value, *y, {}});
            else
                omitted = true;
            if (omitted && progress.done == progress.total)
                chart.remarks.emplace_back(tr("Values that a variant does not allow are left out."));
            if (report_progress) report_progress(chart, progress);
        }
    return chart;
}

} // namespace warpscope::analysis
