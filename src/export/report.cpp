#include "export/report.hpp"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/finding_index.hpp"
#include "base/message_json.hpp"
#include "catalog/guess/guess.hpp"
#include "insight/findings.hpp"
#include "language/language.hpp"
#include "metrics/finding_location.hpp"
#include "metrics/measurement_json.hpp"

namespace warpscope::exporting {
namespace {

using Json = nlohmann::ordered_json;
using metrics::LaunchMeasurement;

Json dims(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

Json launch_shape(const LaunchMeasurement& launch) {
    const LaunchConfig& config = launch.config;
    Json shape{{"kernel", launch.kernel},
               {"grid", dims(config.grid)},
               {"block", dims(config.block)},
               {"blocks", config.blocks()},
               {"threads", config.threads()},
               {"warps", config.warps()},
               {"shared_bytes_dynamic", config.dynamic_shared_bytes}};
    if (config.cooperative) shape["cooperative"] = true;
    return shape;
}

Json ownership(const metrics::Ownership& ownership) {
    Json by_owners = Json::object();
    for (const auto& [owners, blocks] : ownership.blocks_by_owners) by_owners[std::to_string(owners)] = blocks;
    return {{"owners", ownership.owners},
            {"surplus_threads", ownership.idle_threads},
            {"blocks_by_owners", std::move(by_owners)}};
}

/// An element before the buffer has a negative position.
Json element(const metrics::BufferElement& element, const BufferLayout& layout) {
    const metrics::ElementIndex at = metrics::index_of(element, layout);
    return {{"buffer", layout.name}, {"index", element.index}, {"plane", at.plane},       {"row", at.row},
            {"column", at.column},   {"channel", at.channel},  {"inside", element.inside}};
}

Json subscript(const analysis::FindingIndex& index) {
    Json out{{"text", index.text}, {"array", index.array}};
    if (index.value) out["index"] = *index.value;
    if (index.end) out["nearest"] = *index.end;
    for (const auto& [name, value] : index.known) out["known"][name] = value;
    return out;
}

Json finding(const session::RunResult& result, const simt::Finding& finding) {
    const metrics::Measured& measured = *result.measured;
    Json out{{"kind", std::string(simt::name_of(finding.kind))},
             {"file", finding.source.file},
             {"line", finding.source.line},
             {"ptx_line", finding.ptx_line},
             {"launch", finding.launch},
             {"block", dims(finding.block_index)},
             {"thread", dims(finding.thread_index)},
             {"address", fmt::format("0x{:x}", finding.address)}};
    put_message(out, analysis::finding_message(result, finding));
    if (finding.is_note) out["severity"] = "note";
    if (const auto at = metrics::element_of(measured, finding))
        out["element"] = element(*at, measured.plan().buffers[at->buffer].layout);
    if (const auto index = analysis::finding_index(result, finding)) out["subscript"] = subscript(*index);
    if (finding.has_other)
        out["other"] = {{"file", finding.other_source.file},
                        {"line", finding.other_source.line},
                        {"block", dims(finding.other_block_index)},
                        {"thread", dims(finding.other_thread_index)}};
    return out;
}

/// Refers to findings by their position in the report's list.
Json missing_barriers(const session::RunResult& result) {
    std::map<const simt::Finding*, size_t> positions;
    for (const LaunchMeasurement& launch : result.measured->launches())
        for (const simt::Finding& one : launch.findings) positions.emplace(&one, positions.size());
    Json out = Json::array();
    for (const insight::FindingGroup& group : insight::finding_groups(result)) {
        if (!group.barrier) continue;
        Json causes = Json::array();
        for (const simt::Finding* const one : group.findings) causes.push_back(positions.at(one));
        Json barrier{{"after_line", group.barrier->store_line}, {"before_lines", group.barrier->later_lines}};
        put_message(barrier, analysis::missing_barrier_message(group.barrier->store_line, group.barrier->later_lines));
        barrier["causes"] = std::move(causes);
        out.push_back(std::move(barrier));
    }
    return out;
}

Json copy_end(const ExecutionPlan& plan, const PlannedCopy::End& end) {
    return {{"buffer", plan.buffers[end.buffer].layout.name}, {"offset", end.offset}, {"device", end.device}};
}

Json several_devices(const ExecutionPlan& plan) {
    Json devices = Json::array(), copies = Json::array();
    for (const PlannedLaunch& launch : plan.launches) devices.push_back(launch.device);
    for (const PlannedCopy& copy : plan.copies)
        copies.push_back({{"from", copy_end(plan, copy.from)},
                          {"to", copy_end(plan, copy.to)},
                          {"bytes", copy.bytes},
                          {"before_launch", copy.before}});
    return {{"count", plan.devices}, {"of_launches", std::move(devices)}, {"copies", std::move(copies)}};
}

} // namespace

Json report(const session::RunResult& result) {
    const ScopedLanguage english(Language::english);
    metrics::Totals total;
    Json launches = Json::array(), findings = Json::array();
    uint64_t finding_count = 0;
    for (const LaunchMeasurement& launch : result.measured->launches()) {
        total.add(launch);
        launches.push_back(launch_shape(launch));
        for (const simt::Finding& one : launch.findings) findings.push_back(finding(result, one));
        finding_count += launch.finding_count;
    }
    const Json barriers = missing_barriers(result);
    Json parameters = Json::object();
    for (const auto& [name, value] : result.request.settings.values) parameters[name] = value;

    Json out;
    out["experiment"] = result.request.experiment->name;
    out["variant"] = result.variant().name;
    out["parameters"] = std::move(parameters);
    out["input"] = result.request.input.text();
    out["device"] = result.device;
    out["device_note"] = result.device_note.english();
    out["measured_on"] = "emulator";
    out["counted_on"] = "PTX";
    out["compiler"] = result.compiled.compiler_name;
    out["launch"] = launch_shape(result.shown());
    if (launches.size() > 1) out["launches"] = std::move(launches);
    if (result.prepared.plan.devices > 1) out["devices"] = several_devices(result.prepared.plan);
    out["ownership"] = ownership(result.shown().ownership);
    out["ownership"]["unwritten_cells"] = result.unwritten_cells();
    const catalog::Experiment& experiment = *result.request.experiment;
    if (catalog::has_guessed_launch(experiment, result.request.variant))
        for (const catalog::Guess& guess : experiment.guesses.find(result.request.variant)->second)
            out["guessed_launch"].push_back(guess.message.english()); // a wrong guess may cause findings
    if (!result.printed.empty()) out["printed"] = result.printed;
    out.update(metrics::measurement_json<Json>(total));
    out["findings"] = std::move(findings);
    if (!barriers.empty()) out["missing_barriers"] = barriers;
    out["finding_count"] = finding_count;
    out["timing"] = {{"input_ms", metrics::rounded(result.timing.input_ms)},
                     {"compile_ms", metrics::rounded(result.timing.compile_ms)},
                     {"decode_ms", metrics::rounded(result.timing.decode_ms)},
                     {"execute_ms", metrics::rounded(result.timing.execute_ms)},
                     {"analyse_ms", metrics::rounded(result.timing.analyze_ms)},
                     {"total_ms", metrics::rounded(result.timing.total_ms)}};
    if (result.timing.gpu_kernel_ms > 0) out["timing"]["gpu_kernel_ms"] = metrics::rounded(result.timing.gpu_kernel_ms);
    return out;
}

} // namespace warpscope::exporting
