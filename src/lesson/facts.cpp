#include "lesson/facts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "catalog/text/nearest.hpp"
#include "export/numbers.hpp"
#include "insight/record_block.hpp"
#include "language/tr.hpp"
#include "lesson/arguments.hpp"
#include "lesson/line_costs.hpp"

namespace warpscope::lesson {

struct Facts::Memory {
    std::optional<std::map<std::string, double>> numbers;
    std::map<std::string, double> aggregates;
    std::map<uint64_t, std::shared_ptr<const metrics::BlockTrace>> traces;
    std::map<uint64_t, std::shared_ptr<const insight::RecordedBlock>> recordings;
};

namespace {

std::map<std::string, double> sizes_of(const session::RunResult& run) {
    std::map<std::string, double> out;
    const LaunchConfig& config = run.shown().config;
    for (const auto& [name, dim] : {std::pair{"block", config.block}, std::pair{"grid", config.grid}}) {
        const std::string prefix(name);
        out[prefix + ".x"] = dim.x;
        out[prefix + ".y"] = dim.y;
        out[prefix + ".z"] = dim.z;
    }
    out["threads_per_block"] = static_cast<double>(config.threads_per_block());
    out["warps_per_block"] = static_cast<double>(config.warps_per_block());
    out["blocks"] = static_cast<double>(config.blocks());
    out["threads"] = static_cast<double>(config.threads());
    out["warps"] = static_cast<double>(config.warps());
    const auto add_shape = [&](const std::string& prefix, const Shape& shape) {
        out[prefix + "width"] = shape.width;
        out[prefix + "height"] = shape.height;
        out[prefix + "depth"] = shape.depth;
        out[prefix + "cells"] = static_cast<double>(shape.cells());
    };
    for (const PlannedBuffer& buffer : run.prepared.plan.buffers)
        add_shape(buffer.layout.name + ".", buffer.layout.shape);
    const bool has_input = catalog::main_input(run.variant()) != nullptr;
    add_shape("", has_input ? run.input.layout.shape : run.output.layout.shape);
    // The kernel's parameters override other values of the same name.
    for (const auto& [name, value] : run.request.settings.values) out[name] = value;
    return out;
}

std::vector<std::string> finding_kinds() {
    std::vector<std::string> names;
    for (uint8_t number = 0; simt::name_of(static_cast<simt::FindingKind>(number)) != "unknown"; ++number)
        names.emplace_back(simt::name_of(static_cast<simt::FindingKind>(number)));
    return names;
}

Result<double> aggregate(std::string_view function, const Expression& expression, CellFacts& cells) {
    const uint64_t count = cells.layout().shape.cells();
    double out = 0;
    for (uint64_t cell = 0; cell < count; ++cell) {
        cells.go_to(cell);
        const auto value = expression.evaluate(cells);
        if (!value) return value;
        if (function == "count")
            out += *value != 0 ? 1 : 0;
        else if (function == "total")
            out += *value;
        else
            out = cell == 0 ? *value : function == "most" ? std::max(out, *value) : std::min(out, *value);
    }
    return out;
}

} // namespace

Facts::Facts(Runs runs)
    : runs_(std::move(runs))
    , memory_(std::make_unique<Memory>()) {
    for (const auto& [name, run] : runs_.others) others_.emplace(name, std::make_unique<Facts>(Runs{run, {}}));
}
Facts::~Facts() = default;

const std::map<std::string, double>& Facts::numbers() const {
    if (!memory_->numbers) {
        memory_->numbers = exporting::reported_numbers(*runs_.own);
        memory_->numbers->merge(sizes_of(*runs_.own));
    }
    return *memory_->numbers;
}

const Facts* Facts::of(std::string_view other) const {
    const auto found = others_.find(other);
    return found == others_.end() ? nullptr : found->second.get();
}

const Facts* Facts::other(std::string_view& name) const {
    const size_t dot = name.find('.');
    if (dot == std::string_view::npos) return nullptr;
    const Facts* const found = of(name.substr(0, dot));
    if (found != nullptr) name.remove_prefix(dot + 1);
    return found;
}

Result<double> Facts::value(std::string_view name) const {
    std::string_view rest = name;
    if (const Facts* facts = other(rest)) return facts->value(rest);
    const auto found = numbers().find(std::string(name));
    if (found != numbers().end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [known, number] : numbers()) names.push_back(known);
    if (others_.contains(name))
        return fail(ErrorKind::failed, msg("'{}' is a launch, not a number.", name),
                    msg("write {}.blocks for a number of it, different('BUFFER', '{}') for what differs", name, name));
    const std::string near = catalog::nearest(name, names);
    return fail(ErrorKind::failed, msg("'{}' is not known.", name),
                near.empty() ? msg("docs/LESSONS.md lists the names") : msg("did you mean '{}'?", near));
}

Result<double> Facts::call(std::string_view function, const std::vector<Argument>& arguments) const {
    std::string_view rest = function;
    if (const Facts* facts = other(rest)) return facts->call(rest, arguments);
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, function) != names.end();
    };
    if (is({"count", "total", "most", "least"})) return over_cells(function, arguments);
    if (is({"reads", "writes", "value", "owner", "owner_block"})) return at_cell(function, arguments);
    if (is({"line", "line_number"})) return of_line(function, arguments);
    if (is({"steps", "barriers", "splits", "active", "halo"})) return of_block(function, arguments);
    if (is({"different", "largest_difference"})) return different(function, arguments);
    if (function == "findings") {
        const auto kind = words_of(function, arguments, 0, 1);
        if (!kind) return tl::unexpected(kind.error());
        const std::vector<std::string> kinds = finding_kinds();
        if (std::ranges::find(kinds, *kind) == kinds.end())
            return fail(ErrorKind::failed, msg("'{}' is not a kind of finding.", *kind),
                        catalog::suggestion(*kind, kinds, msg("kinds: ")));
        double count = 0;
        for (const metrics::LaunchMeasurement& launch : runs_.own->measured->launches())
            for (const simt::Finding& finding : launch.findings) count += simt::name_of(finding.kind) == *kind ? 1 : 0;
        return count;
    }
    static const std::vector<std::string> known{
        "abs",   "active", "barriers", "ceil",        "ceil_div", "count", "different", "findings", "floor",
        "halo",  "least",  "line",     "line_number", "max",      "min",   "most",      "owner",    "owner_block",
        "reads", "round",  "splits",   "steps",       "total",    "value", "writes"};
    return fail(ErrorKind::failed, msg("There is no function '{}'.", function),
                catalog::suggestion(function, known, msg("functions: ")));
}

Result<double> Facts::over_cells(std::string_view function, const std::vector<Argument>& arguments) const {
    const auto buffer = words_of(function, arguments, 0, 2), text = words_of(function, arguments, 1, 2);
    if (!buffer) return tl::unexpected(buffer.error());
    if (!text) return tl::unexpected(text.error());
    const auto expression = Expression::parse(*text);
    if (!expression) return tl::unexpected(expression.error());
    // Cached, because conditions on cells may repeat the call.
    const std::string key = fmt::format("{} {} {}", function, *buffer, *text);
    if (const auto known = memory_->aggregates.find(key); known != memory_->aggregates.end()) return known->second;
    auto cells = CellFacts::create(*this, *runs_.own, *buffer);
    if (!cells) return tl::unexpected(cells.error());
    const auto value = aggregate(function, *expression, *cells);
    if (value) memory_->aggregates.emplace(key, *value);
    return value;
}

Result<double> Facts::at_cell(std::string_view function, const std::vector<Argument>& arguments) const {
    if (arguments.size() < 2 || arguments.size() > 4)
        return fail(ErrorKind::failed, msg("{} takes a buffer's name and one to three coordinates.", function));
    const auto buffer = words_of(function, arguments, 0, arguments.size());
    if (!buffer) return tl::unexpected(buffer.error());
    auto cells = CellFacts::create(*this, *runs_.own, *buffer);
    if (!cells) return tl::unexpected(cells.error());
    const Shape& shape = cells->layout().shape;
    std::array<double, 3> at{};
    for (size_t i = 1; i < arguments.size(); ++i) {
        const auto number = number_of(function, arguments, i, arguments.size());
        if (!number) return number;
        at[i - 1] = *number;
    }
    const std::array<uint32_t, 3> extent{shape.width, shape.height, shape.depth};
    for (size_t i = 0; i < 3; ++i)
        if (!(at[i] >= 0 && at[i] < extent[i]))
            return fail(ErrorKind::failed, msg("{}: '{}' has no cell ({}, {}, {}); it is {} x {} x {}.", function,
                                               *buffer, at[0], at[1], at[2], shape.width, shape.height, shape.depth));
    cells->go_to((static_cast<uint64_t>(at[2]) * shape.height + static_cast<uint64_t>(at[1])) * shape.width +
                 static_cast<uint64_t>(at[0]));
    return cells->value(function == "owner_block" ? "block" : function);
}

Result<double> Facts::of_line(std::string_view function, const std::vector<Argument>& arguments) const {
    const size_t count = function == "line" ? 2 : 1;
    const auto fragment = words_of(function, arguments, 0, count);
    if (!fragment) return tl::unexpected(fragment.error());
    const std::vector<uint32_t> lines = lines_with(*runs_.own, *fragment);
    if (lines.empty()) return fail(ErrorKind::failed, msg("no line of the kernel contains '{}'.", *fragment));
    if (count == 1) return lines.front();
    const auto cost = words_of(function, arguments, 1, count);
    if (!cost) return tl::unexpected(cost.error());
    double sum = 0;
    for (const uint32_t line : lines) {
        const auto one = cost_of_line(*runs_.own, line, *cost);
        if (!one) return one;
        sum += *one;
    }
    return sum;
}

Result<std::shared_ptr<const metrics::BlockTrace>> Facts::trace(uint64_t block) const {
    auto& kept = memory_->traces[block];
    if (!kept) {
        const auto launch = static_cast<uint32_t>(runs_.own->measured->launches().size() - 1);
        auto made = runs_.own->measured->trace_block(launch, block);
        if (!made) return tl::unexpected(made.error());
        kept = std::make_shared<const metrics::BlockTrace>(std::move(*made));
    }
    return kept;
}

Result<double> Facts::of_block(std::string_view function, const std::vector<Argument>& arguments) const {
    const size_t count = function == "active" ? 3 : 1;
    const auto block = number_of(function, arguments, 0, count);
    if (!block) return block;
    if (!(*block >= 0 && *block < static_cast<double>(runs_.own->shown().config.blocks())))
        return fail(ErrorKind::failed, msg("{}: there is no block {}.", function, *block));
    const auto number = static_cast<uint64_t>(*block);
    if (function == "active") {
        const auto warp = number_of(function, arguments, 1, count);
        if (!warp) return warp;
        auto lanes = LaneFacts::create(*this, number, static_cast<uint32_t>(std::max(0.0, *warp)));
        if (!lanes) return tl::unexpected(lanes.error());
        double sum = 0;
        for (uint32_t lane = 0; lane < warp_size; ++lane) {
            lanes->go_to(lane);
            const auto one = lanes->call("active", {arguments[2]});
            if (!one) return one;
            sum += *one;
        }
        return sum;
    }
    if (function == "halo") {
        const auto traced = trace(number);
        if (!traced) return tl::unexpected(traced.error());
        double cells = 0;
        for (const metrics::BlockTrace::Halo& halo : (*traced)->halos)
            if (halo.defined) cells += static_cast<double>(halo.cells.size());
        return cells;
    }
    auto& recorded = memory_->recordings[number];
    if (!recorded) {
        auto made = insight::record_block(runs_.own, insight::last_launch(*runs_.own), number, true);
        if (!made) return tl::unexpected(made.error());
        recorded = std::move(*made);
    }
    const replay::Recording& recording = *recorded->recording;
    if (function == "steps") return static_cast<double>(recording.steps().size());
    const auto kind = function == "barriers" ? replay::MarkKind::barrier : replay::MarkKind::split;
    return static_cast<double>(std::ranges::count(recording.marks(), kind, &replay::Mark::kind));
}

Result<double> Facts::different(std::string_view function, const std::vector<Argument>& arguments) const {
    const auto name = words_of(function, arguments, 0, 2), with = words_of(function, arguments, 1, 2);
    if (!name) return tl::unexpected(name.error());
    if (!with) return tl::unexpected(with.error());
    const auto found = runs_.others.find(*with);
    if (found == runs_.others.end()) return fail(ErrorKind::failed, msg("There is no other launch '{}'.", *with));
    const auto own = buffer_of(*runs_.own, *name), others = buffer_of(*found->second, *name);
    if (!own) return tl::unexpected(own.error());
    if (!others) return tl::unexpected(others.error());
    const HostBuffer a = runs_.own->measured->buffer(*own), b = found->second->measured->buffer(*others);
    if (!(a.layout == b.layout))
        return fail(ErrorKind::failed, msg("'{}' has a different size in '{}'.", *name, *with));
    double count = 0, largest = 0;
    const uint32_t channels = a.layout.channels;
    for (uint64_t cell = 0; cell < a.layout.shape.cells(); ++cell) {
        bool differs = false;
        for (uint64_t element = cell * channels; element < (cell + 1) * channels; ++element) {
            const double left = element_as_double(a.bytes->data(), a.layout.type, element),
                         right = element_as_double(b.bytes->data(), b.layout.type, element);
            if (left == right || (std::isnan(left) && std::isnan(right))) continue;
            differs = true;
            const double by = std::abs(left - right);
            largest = std::max(largest, std::isnan(by) ? std::numeric_limits<double>::infinity() : by);
        }
        count += differs ? 1 : 0;
    }
    return function == "different" ? count : largest;
}

} // namespace warpscope::lesson
