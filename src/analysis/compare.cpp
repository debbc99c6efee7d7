#include "analysis/compare.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

#include "base/number_text.hpp"
#include "language/tr.hpp"
#include "metrics/totals.hpp"

namespace warpscope::analysis {
namespace {

using metrics::LaunchMeasurement;
using session::RunResult;

enum class Better : uint8_t { none, lower, higher };

struct Numbers {
    const RunResult& run;
    metrics::Totals total = totals_of(run.measured->launches());
    const LaunchMeasurement& last = run.shown();

    [[nodiscard]] uint64_t blocks() const {
        return sum([](const auto& m) { return m.config.blocks(); });
    }
    [[nodiscard]] uint64_t threads() const {
        return sum([](const auto& m) { return m.config.threads(); });
    }
    [[nodiscard]] uint64_t warps() const {
        return sum([](const auto& m) { return m.config.warps(); });
    }
    [[nodiscard]] uint64_t findings() const {
        return sum([](const auto& m) { return m.finding_count; });
    }
    [[nodiscard]] bool has_work_without_cell() const {
        return last.ownership.helpers > 0 || findings() > 0 ||
               std::ranges::any_of(last.maps, [&](const metrics::CellMaps& maps) {
                   return maps.buffer == run.prepared.output_buffer && maps.contested;
               });
    }
    [[nodiscard]] bool several() const { return run.measured->launches().size() > 1; }

private:
    template<class Value>
    [[nodiscard]] uint64_t sum(Value value) const {
        uint64_t total_value = 0;
        for (const LaunchMeasurement& m : run.measured->launches()) total_value += value(m);
        return total_value;
    }
};

double per(double value, double of) { return of == 0 ? 0 : value / of; }
double number(uint64_t value) { return static_cast<double>(value); }

class Table {
public:
    Table(const Numbers& first, const Numbers& second, std::vector<MetricRow>& rows)
        : first_(first)
        , second_(second)
        , rows_(rows) {}

    template<class Value>
    void row(std::string name, std::string unit, Better better, int digits, std::string tip, Value value) {
        MetricRow row{std::move(name), std::move(unit), std::move(tip), value(first_), value(second_), digits};
        // Treats values as equal if they print equally.
        if (digits > 0 && row.text(row.first) == row.text(row.second)) row.second = row.first;
        if (better != Better::none && row.differs())
            row.better = (row.first < row.second) == (better == Better::lower) ? Side::first : Side::second;
        rows_.push_back(std::move(row));
    }
    template<class Value>
    void row_if_any(std::string name, std::string unit, Better better, int digits, std::string tip, Value value) {
        if (value(first_) != 0 || value(second_) != 0)
            row(std::move(name), std::move(unit), better, digits, std::move(tip), value);
    }

private:
    const Numbers &first_, &second_;
    std::vector<MetricRow>& rows_;
};

std::vector<MetricRow> rows_of(const Numbers& a, const Numbers& b) {
    std::vector<MetricRow> rows;
    Table table(a, b, rows);
    using N = const Numbers&;
    table.row(N_("launches"), "", Better::none, 0, N_("kernel launches of the run"),
              [](N n) { return number(n.run.measured->launches().size()); });
    table.row(N_("blocks"), "", Better::none, 0, N_("launched"), [](N n) { return number(n.blocks()); });
    table.row(N_("threads"), "", Better::none, 0, N_("launched"), [](N n) { return number(n.threads()); });
    const bool owned = !a.run.prepared.adds_up && !b.run.prepared.adds_up;
    if (owned)
        table.row(N_("owners"), N_("threads"), Better::none, 0,
                  N_("threads that own an output cell, in the last launch"),
                  [](N n) { return number(n.last.ownership.owners); });
    if (owned) {
        const bool is_idle = !a.has_work_without_cell() && !b.has_work_without_cell();
        table.row(N_("surplus"), N_("threads"), is_idle ? Better::lower : Better::none, 0,
                  N_("threads that own no output cell, in the last launch"),
                  [](N n) { return number(n.last.ownership.idle_threads); });
        rows.back().all_idle = is_idle;
    }
    table.row(N_("instructions"), N_("by warps"), Better::lower, 0, N_("PTX instructions, not machine code"),
              [](N n) { return number(n.total.warp_instructions); });
    table.row(N_("diverging"), N_("warps"), Better::lower, 0, N_("warps in which a branch sent lanes both ways"),
              [](N n) { return number(n.total.divergent_warps); });
    table.row(N_("diverging"), N_("% of warps"), Better::lower, 1, N_("warps in which a branch sent lanes both ways"),
              [](N n) { return 100 * per(number(n.total.divergent_warps), number(n.warps())); });
    table.row(N_("SIMT efficiency"), "%", Better::higher, 1, N_("active lanes over 32 × warp instructions"),
              [](N n) { return 100 * per(n.total.active_warps, number(n.total.warp_instructions)); });
    table.row(N_("loaded"), N_("bytes"), Better::lower, 0, N_("requested by active lanes from global memory"),
              [](N n) { return number(n.total.global.load_bytes); });
    table.row(N_("load sectors"), N_("sectors"), Better::lower, 0,
              N_("32-byte sectors moved from global memory for loads"),
              [](N n) { return number(n.total.global.load_sectors); });
    table.row(N_("load sectors"), N_("per request"), Better::lower, 2, N_("32-byte sectors per load request of a warp"),
              [](N n) { return per(number(n.total.global.load_sectors), number(n.total.global.load_requests)); });
    table.row(N_("store sectors"), N_("sectors"), Better::lower, 0,
              N_("32-byte sectors moved to global memory for stores"),
              [](N n) { return number(n.total.global.store_sectors); });
    table.row(N_("store sectors"), N_("per request"), Better::lower, 2,
              N_("32-byte sectors per store request of a warp"),
              [](N n) { return per(number(n.total.global.store_sectors), number(n.total.global.store_requests)); });
    table.row_if_any(N_("float operations"), "", Better::none, 0,
                     N_("by active lanes; a fused multiply-add counts as two"),
                     [](N n) { return number(n.total.float_operations); });
    table.row_if_any(N_("arithmetic"), N_("float op/byte"), Better::higher, 2,
                     N_("float operations per byte that active lanes load from global memory"),
                     [](N n) { return per(number(n.total.float_operations), number(n.total.global.load_bytes)); });
    table.row_if_any(N_("shared requests"), "", Better::none, 0, N_("shared-memory requests of warps"),
                     [](N n) { return number(n.total.shared.requests); });
    const bool both_share = a.total.shared.requests != 0 && b.total.shared.requests != 0;
    table.row_if_any(N_("shared passes"), "", both_share ? Better::lower : Better::none, 0,
                     N_("accesses to all 32 banks; bank conflicts add passes"),
                     [](N n) { return number(n.total.shared.passes); });
    if (both_share)
        table.row(N_("shared passes"), N_("per request"), Better::lower, 2,
                  N_("without bank conflicts: 1; for 8 bytes per lane 2, for 16 bytes 4"),
                  [](N n) { return per(number(n.total.shared.passes), number(n.total.shared.requests)); });
    table.row_if_any(N_("bank conflicts"), "", Better::lower, 0,
                     N_("passes beyond those that the sizes of the accesses require"),
                     [](N n) { return number(n.total.shared.passes - n.total.shared.passes_ideal); });
    // Separate rows, because global atomics cost more than shared ones.
    table.row_if_any(N_("global atomics"), N_("operations"), Better::lower, 0,
                     N_("atomic operations by lanes, on global memory"),
                     [](N n) { return number(n.total.atomics.global_operations()); });
    table.row_if_any(N_("shared atomics"), N_("operations"), Better::none, 0,
                     N_("atomic operations by lanes, on shared memory"),
                     [](N n) { return number(n.total.atomics.shared_operations); });
    table.row_if_any(N_("findings"), "", Better::lower, 0, N_("errors that the checkers found"),
                     [](N n) { return number(n.findings()); });
    if (a.run.timing.gpu_kernel_ms > 0 && b.run.timing.gpu_kernel_ms > 0)
        table.row(N_("kernel time"), N_("ms on the GPU"), Better::lower, 4, N_("measured by CUDA events"),
                  [](N n) { return n.run.timing.gpu_kernel_ms; });
    return rows;
}

std::string block_text(const Dim3& b) {
    return b.z > 1 ? fmt::format("{} × {} × {}", b.x, b.y, b.z) : fmt::format("{} × {}", b.x, b.y);
}

std::vector<SettingRow> settings_of(const RunResult& a, const RunResult& b) {
    std::vector<SettingRow> rows;
    auto add = [&](std::string name, std::string first, std::string second) {
        if (first != second) rows.push_back({std::move(name), std::move(first), std::move(second)});
    };
    add(N_("experiment"), a.request.experiment->name, b.request.experiment->name);
    add(N_("variant"), a.variant().name, b.variant().name);
    const input::InputSpec &first_input = a.request.input, &second_input = b.request.input;
    add(N_("input"), first_input.without_painting().text(), second_input.without_painting().text());
    if (first_input.painting != second_input.painting)
        rows.push_back({N_("painted cells"), std::to_string(first_input.painting.cells()),
                        std::to_string(second_input.painting.cells())});
    add(N_("block"), block_text(a.shown().config.block), block_text(b.shown().config.block));
    std::set<std::string> names;
    auto value = [&](const RunResult& run, const std::string& name) -> std::string {
        for (const catalog::Parameter& p : run.variant().parameters) {
            if (p.name != name) continue;
            const auto chosen = run.request.settings.values.find(name);
            return fmt::format("{}", chosen == run.request.settings.values.end() ? p.initial : chosen->second);
        }
        return N_("none");
    };
    for (const RunResult* run : {&a, &b})
        for (const catalog::Parameter& p : run->variant().parameters)
            if (names.insert(p.name).second) add(p.name, value(a, p.name), value(b, p.name));
    add(N_("schedule seed"), std::to_string(a.request.seed), std::to_string(b.request.seed));
    add(N_("compiler"), a.compiled.compiler_name, b.compiled.compiler_name);
    add(N_("device"), a.device, b.device);
    return rows;
}

OutputDifference difference(const HostBuffer& a, const HostBuffer& b) {
    OutputDifference out;
    out.comparable = a.bytes && b.bytes && a.layout.type == b.layout.type && a.layout.shape == b.layout.shape &&
                     a.layout.channels == b.layout.channels;
    if (!out.comparable) return out;
    out.elements = a.layout.elements();
    if (*a.bytes == *b.bytes) return out;
    for (uint64_t i = 0; i < out.elements; ++i) {
        const double x = element_as_double(a.bytes->data(), a.layout.type, i),
                     y = element_as_double(b.bytes->data(), b.layout.type, i);
        if (x == y || (std::isnan(x) && std::isnan(y))) continue;
        ++out.different;
        const double distance = std::abs(x - y);
        out.largest = std::max(out.largest, std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance);
    }
    return out;
}

} // namespace

std::string MetricRow::text(double value) const {
    if (digits == 0) return grouped(static_cast<uint64_t>(value));
    return digits == 2 ? three_digits(value) : fixed(value, digits);
}

std::string MetricRow::change() const {
    if (!differs()) return "";
    if (first == 0) return "+" + text(second);
    if (second == 0) return "-" + text(first);
    const double ratio = second / first;
    if (ratio >= 10) return fmt::format("× {}", fixed(ratio, ratio >= 100 ? 0 : 1));
    return fmt::format("× {}", std::abs(ratio - 1) < 0.01 ? fixed(ratio, 4) : three_digits(ratio));
}

std::string OutputDifference::sentence() const {
    if (!comparable) return tr("The outputs have different shapes or types.");
    if (different == 0) return tr_format("The outputs are equal in all {} elements.", grouped(elements));
    return tr_format("The outputs differ in {} of {} elements, by at most {:.4g}.", grouped(different),
                     grouped(elements), largest);
}

std::vector<std::string> Comparison::equal() const {
    std::vector<std::string> names;
    for (const MetricRow& row : metrics)
        if (!row.differs() && std::find(names.begin(), names.end(), row.name) == names.end() &&
            std::none_of(metrics.begin(), metrics.end(),
                         [&](const MetricRow& other) { return other.name == row.name && other.differs(); }))
            names.push_back(row.name);
    return names;
}

Comparison compare(const RunResult& first, const RunResult& second) {
    Comparison out;
    const Numbers a{first}, b{second};
    out.first_title = fmt::format("{}/{}", first.request.experiment->name, first.variant().name);
    out.second_title = fmt::format("{}/{}", second.request.experiment->name, second.variant().name);
    const bool tells = first.request.experiment->name == second.request.experiment->name &&
                       first.variant().name != second.variant().name;
    out.first_name = tells ? first.variant().name : N_("baseline");
    out.second_name = tells ? second.variant().name : N_("current");
    out.settings = settings_of(first, second);
    out.metrics = rows_of(a, b);
    out.output = difference(first.output, second.output);
    out.several_launches = a.several() || b.several();
    return out;
}

} // namespace warpscope::analysis
