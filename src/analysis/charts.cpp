#include "analysis/charts.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "base/devices/device_model.hpp"
#include "base/number_text.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "metrics/totals.hpp"

namespace warpscope::analysis {
namespace {

using session::RunResult;
using Form = ChartSeries::Form;

constexpr uint64_t max_bins = 4096;
constexpr size_t max_points = 700; // maximum per series that charts show

double operations_per_byte(const RunResult& run) {
    const metrics::Totals total = totals_of(run.measured->launches());
    return total.global.load_bytes == 0
               ? 0
               : static_cast<double>(total.float_operations) / static_cast<double>(total.global.load_bytes);
}

bool has_bins(const RunResult& run) {
    const BufferLayout& layout = run.output.layout;
    uint64_t atomics = 0;
    for (const auto& launch : run.measured->launches()) atomics += launch.atomics.operations;
    return atomics > 0 && run.output.bytes && !is_floating(layout.type) && layout.channels == 1 &&
           layout.shape.height == 1 && layout.shape.depth == 1 && layout.shape.width > 1 &&
           layout.shape.width <= max_bins;
}

Chart roofline(const ChartRequest& request) {
    const DeviceModel* device = find_device_model(request.device);
    if (device == nullptr) device = find_device_model(request.gpu);
    const bool own = device != nullptr && device == find_device_model(request.gpu);
    if (device == nullptr) device = &chosen_device_model();
    Chart chart{"roofline", tr_format("Roofline: {}", device->name), {}, {}, {}, {}};
    chart.x = {tr("float operations per byte that lanes request"), true};
    chart.y = {"GFLOP/s", true};
    const double peak = device->tflops * 1000, ridge = peak / device->gigabytes;
    const double here = operations_per_byte(*request.result);
    const double other = request.baseline ? operations_per_byte(*request.baseline) : 0;
    double low = std::min(here, ridge), high = std::max(here, ridge);
    if (other > 0) {
        low = std::min(low, other);
        high = std::max(high, other);
    }
    low = std::pow(10, std::floor(std::log10(low) - 0.3));
    high = std::pow(10, std::ceil(std::log10(high) + 0.3));
    ChartSeries roof{tr_format("published peaks of the {}", device->name), Form::line, 0, {}};
    roof.points = {{low, low * device->gigabytes, tr_format("{} GB/s (published)", fixed(device->gigabytes, 0))},
                   {ridge, peak, tr_format("above {} operations per byte, arithmetic is the limit", fixed(ridge, 1))},
                   {high, peak, tr_format("{} TFLOP/s in single precision (published)", fixed(device->tflops, 1))}};
    chart.series.push_back(std::move(roof));
    auto add = [&](const std::string& name, double x, uint32_t style) {
        const double bound = std::min(peak, x * device->gigabytes);
        chart.series.push_back({tr_format("{}: {} op/byte (a bound, not a measured speed)", name, three_digits(x)),
                                Form::marks,
                                style,
                                {{x, bound,
                                  x < ridge ? tr_format("{} float operations per byte (measured). At most {} GFLOP/s "
                                                        "on this device: memory is the limit.",
                                                        three_digits(x), fixed(bound, 0))
                                            : tr_format("{} float operations per byte (measured). At most {} GFLOP/s "
                                                        "on this device: arithmetic is the limit.",
                                                        three_digits(x), fixed(bound, 0))}}});
    };
    const std::string& present = request.result->variant().name;
    add(request.baseline ? tr_format("current {}", present) : present, here, 1);
    if (other > 0 && request.baseline != request.result)
        add(tr_format("baseline {}", request.baseline->variant().name), other, 2);
    if (request.kernel_ms > 0 && own) {
        const double speed = static_cast<double>(totals_of(request.result->measured->launches()).float_operations) /
                             request.kernel_ms / 1e6;
        chart.series.push_back({tr_format("measured on the GPU: {} GFLOP/s", fixed(speed, 1)),
                                Form::marks,
                                3,
                                {{here, speed, tr_format("{:.4f} ms by CUDA events", request.kernel_ms)}}});
    }
    chart.remarks.push_back(tr_format("The roof is drawn from published figures: {} TFLOP/s (FP32) and {} GB/s.",
                                      fixed(device->tflops, 1), fixed(device->gigabytes, 0)));
    chart.remarks.push_back(tr("The position on the x axis is measured on the emulator: bytes that active lanes load "
                               "from global memory, without caches."));
    if (!(request.kernel_ms > 0 && own))
        chart.remarks.push_back(
            tr("The emulator cannot measure speed: the mark shows the limit, not the speed reached."));
    return chart;
}

Chart lines(const RunResult& run) {
    Chart chart{"lines", tr("Warp instructions per line"), {}, {}, {}, {}};
    chart.x = {tr_format("line of {}", run.variant().source.filename().string()), false};
    chart.y = {tr("warp instructions (PTX)"), false};
    std::map<uint32_t, metrics::LineCost> costs;
    const std::string file = run.variant().source.filename().string();
    for (const auto& launch : run.measured->launches())
        for (const metrics::LineCost& cost : launch.lines) {
            if (cost.line == 0 || std::filesystem::path(cost.file).filename() != file) continue;
            metrics::LineCost& sum = costs[cost.line];
            sum.executions += cost.executions;
            sum.active_lanes += cost.active_lanes;
        }
    std::vector<std::string> source{""};
    for (const char c : run.source) {
        if (c == '\n')
            source.emplace_back();
        else
            source.back() += c;
    }
    ChartSeries bars{tr("warp instructions"), Form::bars, 0, {}};
    for (const auto& [line, cost] : costs) {
        if (cost.executions == 0) continue;
        std::string words = line >= 1 && line <= source.size() ? source[line - 1] : "";
        words.erase(0, std::min(words.find_first_not_of(' '), words.size()));
        bars.points.push_back(
            {static_cast<double>(line), static_cast<double>(cost.executions),
             tr_format("line {}: {}\n{} warp instructions, {} of 32 lanes active", line, words,
                       grouped(cost.executions),
                       fixed(static_cast<double>(cost.active_lanes) / static_cast<double>(cost.executions), 1))});
    }
    chart.series.push_back(std::move(bars));
    chart.remarks = {
        tr("Counted on PTX; machine code differs. A line counts all instructions that the compiler made of it.")};
    if (run.measured->launches().size() > 1) chart.remarks.emplace_back(tr("Sums over all launches."));
    return chart;
}

ChartSeries writes_per_bin(const RunResult& run) {
    ChartSeries marks{tr("stores and atomics in global memory"), Form::marks, 1, {}};
    std::vector<uint64_t> sums(run.output.layout.shape.cells());
    for (const metrics::LaunchMeasurement& launch : run.measured->launches()) {
        if (launch.maps.empty()) return {};
        for (const metrics::CellMaps& maps : launch.maps)
            for (size_t cell = 0; maps.buffer == run.prepared.output_buffer && cell < maps.writes.size(); ++cell)
                sums[cell] += maps.writes[cell];
    }
    for (size_t cell = 0; cell < sums.size(); ++cell)
        marks.points.push_back({static_cast<double>(cell), static_cast<double>(sums[cell]), {}});
    return marks;
}

Chart bins(const RunResult& run) {
    Chart chart{"bins", tr("Counts and atomics per bin"), {}, {}, {}, {}};
    chart.x = {tr_format("cell of '{}'", run.output.layout.name), false};
    chart.y = {tr("value after the run; stores and atomics"), false};
    ChartSeries bars{tr_format("value of '{}'", run.output.layout.name), Form::bars, 0, {}};
    for (uint64_t i = 0; i < run.output.layout.elements(); ++i)
        bars.points.push_back(
            {static_cast<double>(i), element_as_double(run.output.bytes->data(), run.output.layout.type, i), {}});
    chart.series.push_back(std::move(bars));
    if (ChartSeries writes = writes_per_bin(run); !writes.points.empty()) chart.series.push_back(std::move(writes));
    chart.remarks = {tr("Bars show the output's values; marks show the measured stores and atomics on each address in "
                        "global memory. Atomics on private copies in shared memory are not included.")};
    return chart;
}

long double exact_value(std::string_view function, long double x, long double parameter) {
    if (function == "sin") return std::sin(x);
    if (function == "cos") return std::cos(x);
    if (function == "exp") return std::exp(x);
    if (function == "exp10") return std::pow(10.0L, x);
    if (function == "log") return std::log(x);
    return std::pow(x, parameter);
}

Result<Chart> ulp(const RunResult& run, const catalog::ChartSpec& spec) {
    HostBuffer xs, values;
    for (uint32_t i = 0; i < run.prepared.plan.buffers.size(); ++i) {
        const std::string& name = run.prepared.plan.buffers[i].layout.name;
        if (name == spec.x) xs = run.measured->buffer(i);
        if (name == spec.buffer) values = run.measured->buffer(i);
    }
    if (!xs.bytes || !values.bytes) return fail(ErrorKind::failed, msg("The run kept no values for this chart."));
    const bool wide = values.layout.type == ElementType::f64;
    Chart chart{spec.name, std::string(tr_course(spec.title)), {}, {}, {}, {}};
    chart.x = {"x", false};
    chart.y = {wide ? tr("error in ulp of a double") : tr("error in ulp of a float"), true};
    const uint64_t count = xs.layout.elements();
    for (size_t row = 0; row < spec.functions.size(); ++row) {
        const auto function = catalog::parse_ulp_function(spec.functions[row]);
        if (!function) continue;
        long double parameter = 0;
        for (const catalog::Parameter& p : run.variant().parameters)
            if (p.name == function->parameter) {
                const auto chosen = run.request.settings.values.find(p.name);
                const double value = chosen == run.request.settings.values.end() ? p.initial : chosen->second;
                parameter = p.type == ElementType::f32 ? static_cast<float>(value) : value;
            }
        ChartSeries series{spec.functions[row], Form::marks, static_cast<uint32_t>(row), {}};
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t at = row * count + i;
            if (at >= values.layout.elements()) break;
            const double x = element_as_double(xs.bytes->data(), xs.layout.type, i);
            const double error = ulp_error(element_as_double(values.bytes->data(), values.layout.type, at),
                                           exact_value(function->name, static_cast<long double>(x), parameter), wide);
            if (std::isfinite(error)) series.points.push_back({x, error, {}});
        }
        series.points = worst_of(std::move(series.points), max_points);
        chart.series.push_back(std::move(series));
    }
    chart.remarks.push_back(wide ? tr("Measured values against the host's functions in 80-bit long double.")
                                 : tr("Measured values against the host's functions in long double."));
    if (const uint64_t samples = (count + max_points - 1) / max_points; count > max_points)
        chart.remarks.push_back(tr_count(samples, "Each mark is the worst of {} neighboring sample.",
                                         "Each mark is the worst of {} neighboring samples.", samples));
    chart.remarks.push_back(tr("Values come from the emulator, whose fast functions round more accurately than a "
                               "GPU's. Speed per function was not measured; that needs a GPU."));
    return chart;
}

} // namespace

double ulp_error(double value, long double exact, bool wide) {
    if (std::isnan(value) || std::isnan(exact)) return std::numeric_limits<double>::quiet_NaN();
    const auto as_given = wide ? static_cast<double>(exact) : static_cast<double>(static_cast<float>(exact));
    if (value == as_given && std::isinf(as_given)) return 0;
    const int digits = wide ? 53 : 24, smallest = wide ? -1022 : -126;
    const int exponent = exact == 0 ? smallest : std::max(std::ilogb(exact), smallest);
    return static_cast<double>(std::abs(static_cast<long double>(value) - exact) /
                               std::scalbn(1.0L, exponent - digits + 1));
}

std::vector<ChartOffer> charts_of(const RunResult& result) {
    std::vector<ChartOffer> offers;
    for (const catalog::ChartSpec& spec : result.variant().charts) offers.push_back({spec.name, spec.title, &spec});
    if (has_bins(result)) offers.push_back({"bins", N_("Counts and atomics per bin"), nullptr});
    if (operations_per_byte(result) > 0) offers.push_back({"roofline", N_("Roofline"), nullptr});
    offers.push_back({"lines", N_("Cost per line"), nullptr});
    return offers;
}

Result<Chart> make_chart(const ChartRequest& request) {
    std::vector<std::string> names;
    for (const ChartOffer& offer : charts_of(*request.result)) {
        names.push_back(offer.name);
        if (offer.name != request.name) continue;
        if (offer.is_sweep()) return fail(ErrorKind::failed, msg("This chart needs runs of its own."));
        if (offer.spec != nullptr) return ulp(*request.result, *offer.spec);
        if (offer.name == "roofline") return roofline(request);
        return offer.name == "bins" ? bins(*request.result) : lines(*request.result);
    }
    return fail(ErrorKind::usage, msg("This run has no chart '{}'.", request.name),
                msg("charts: {}", fmt::format("{}", fmt::join(names, ", "))));
}

} // namespace warpscope::analysis
