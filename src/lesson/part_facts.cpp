#include <algorithm>

#include <fmt/format.h>

#include "catalog/text/nearest.hpp"
#include "insight/source_lines.hpp"
#include "language/tr.hpp"
#include "lesson/arguments.hpp"
#include "lesson/facts.hpp"
#include "lesson/line_costs.hpp"
#include "metrics/thread_index.hpp"

namespace warpscope::lesson {

std::vector<uint32_t> lines_with(const session::RunResult& run, std::string_view fragment) {
    std::vector<uint32_t> found;
    const std::vector<std::string_view> lines = insight::split_lines(run.source);
    for (size_t i = 0; i < lines.size(); ++i)
        if (lines[i].find(fragment) != std::string_view::npos) found.push_back(static_cast<uint32_t>(i + 1));
    return found;
}

Result<uint32_t> buffer_of(const session::RunResult& run, std::string_view name) {
    const auto& buffers = run.prepared.plan.buffers;
    if (name == "output") return run.prepared.output_buffer;
    if (name == "input") return run.prepared.input_buffer;
    std::vector<std::string> names;
    for (size_t i = 0; i < buffers.size(); ++i) {
        if (buffers[i].layout.name == name) return static_cast<uint32_t>(i);
        names.push_back(buffers[i].layout.name);
    }
    return fail(ErrorKind::failed, msg("There is no buffer '{}'.", name),
                catalog::suggestion(name, names, msg("buffers: ")));
}

Result<CellFacts> CellFacts::create(const Facts& facts, const session::RunResult& run, std::string_view buffer) {
    const auto number = buffer_of(run, buffer);
    if (!number) return tl::unexpected(number.error());
    CellFacts out;
    out.facts_ = &facts;
    out.threads_per_block_ = std::max<uint64_t>(1, run.shown().config.threads_per_block());
    for (const metrics::CellMaps& maps : run.shown().maps)
        if (maps.buffer == *number) out.maps_ = &maps;
    out.contents_ = run.measured->buffer(*number);
    return out;
}

Result<double> CellFacts::value(std::string_view name) const {
    const Shape& shape = contents_.layout.shape;
    if (name == "x") return static_cast<double>(cell_ % shape.width);
    if (name == "y") return static_cast<double>(cell_ / shape.width % shape.height);
    if (name == "z") return static_cast<double>(cell_ / shape.width / shape.height);
    if (name == "cell") return static_cast<double>(cell_);
    const auto in = [&](const auto& map) { return map.empty() ? 0.0 : static_cast<double>(map[cell_]); };
    if (name == "reads") return maps_ == nullptr ? 0 : in(maps_->reads);
    if (name == "writes") return maps_ == nullptr ? 0 : in(maps_->writes);
    if (name == "owner" || name == "block") {
        const double thread = maps_ == nullptr ? 0 : in(maps_->owner);
        if (thread == 0) return -1;
        const auto number = static_cast<uint64_t>(thread) - 1;
        return static_cast<double>(name == "owner" ? number : number / threads_per_block_);
    }
    if (name == "value")
        return element_as_double(contents_.bytes->data(), contents_.layout.type, cell_ * contents_.layout.channels);
    return facts_->value(name);
}

Result<LaneFacts> LaneFacts::create(const Facts& facts, uint64_t block, uint32_t warp) {
    const LaunchConfig& config = facts.own()->shown().config;
    if (block >= config.blocks() || warp >= config.warps_per_block())
        return fail(ErrorKind::failed, msg("there is no warp {} of a block {}.", warp, block));
    LaneFacts out;
    out.facts_ = &facts;
    out.block_ = block;
    out.warp_ = warp;
    return out;
}

uint32_t LaneFacts::lanes() const {
    const uint64_t first = uint64_t{warp_} * warp_size;
    return static_cast<uint32_t>(
        std::min<uint64_t>(warp_size, facts_->own()->shown().config.threads_per_block() - first));
}

Result<double> LaneFacts::value(std::string_view name) const {
    const LaunchConfig& config = facts_->own()->shown().config;
    const uint64_t thread = uint64_t{warp_} * warp_size + lane_;
    if (name == "lane") return lane_;
    const bool there = thread < config.threads_per_block();
    if (name == "owns") {
        const uint64_t id = block_ * config.threads_per_block() + thread + 1;
        const metrics::Ownership& ownership = facts_->own()->shown().ownership;
        return there && metrics::owns_cell(ownership, static_cast<metrics::ThreadId>(id)) ? 1.0 : 0.0;
    }
    const Dim3 index = index_of(thread % config.threads_per_block(), config.block),
               block = index_of(block_, config.grid);
    if (name == "thread") return static_cast<double>(thread);
    if (name == "thread.x") return index.x;
    if (name == "thread.y") return index.y;
    if (name == "thread.z") return index.z;
    if (name == "col") return static_cast<double>(uint64_t{block.x} * config.block.x + index.x);
    if (name == "row") return static_cast<double>(uint64_t{block.y} * config.block.y + index.y);
    return facts_->value(name);
}

Result<double> LaneFacts::call(std::string_view function, const std::vector<Argument>& arguments) const {
    if (function != "active" || arguments.size() == 3) return facts_->call(function, arguments);
    const auto fragment = words_of(function, arguments, 0, 1);
    if (!fragment) return tl::unexpected(fragment.error());
    const session::RunResult& run = *facts_->own();
    const std::vector<uint32_t> lines = lines_with(run, *fragment);
    if (lines.empty()) return fail(ErrorKind::failed, msg("no line of the kernel contains '{}'.", *fragment));
    const auto trace = facts_->trace(block_);
    if (!trace) return tl::unexpected(trace.error());
    const auto& instructions = run.measured->program().instructions();
    for (const metrics::TraceStep& step : (*trace)->steps) {
        if (step.warp != warp_ || (step.active >> lane_ & 1) == 0) continue;
        for (uint32_t pc = step.first_pc; pc < step.end_pc; ++pc) {
            const uint32_t line = insight::own_line(run, instructions[pc].source);
            if (line != 0 && std::ranges::find(lines, line) != lines.end()) return 1;
        }
    }
    return 0;
}

Result<double> LineFacts::value(std::string_view name) const {
    if (name == "line") return line_;
    if (name == "findings") {
        // A race counts at both of its lines.
        const auto here = [&](const SourceLocation& at) { return insight::own_line(*facts_->own(), at) == line_; };
        double count = 0;
        for (const metrics::LaunchMeasurement& launch : facts_->own()->measured->launches())
            for (const simt::Finding& finding : launch.findings)
                count += here(finding.source) || (finding.has_other && here(finding.other_source)) ? 1 : 0;
        return count;
    }
    return is_cost(name) ? cost_of_line(*facts_->own(), line_, name) : facts_->value(name);
}

Result<double> LineFacts::call(std::string_view function, const std::vector<Argument>& arguments) const {
    if (function != "most" || arguments.size() != 1) return facts_->call(function, arguments);
    const auto cost = words_of(function, arguments, 0, 1);
    return cost ? largest_cost(*facts_->own(), *cost) : Result<double>(tl::unexpected(cost.error()));
}

} // namespace warpscope::lesson
