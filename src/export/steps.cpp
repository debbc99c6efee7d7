#include "export/steps.hpp"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "replay/arrays.hpp"
#include "replay/variables.hpp"

namespace warpscope::exporting {
namespace {

using nlohmann::json;
using replay::Change;
using replay::History;
using replay::Recording;
using replay::Row;
using replay::State;

std::string mask_text(simt::LaneMask mask) { return fmt::format("{:#010x}", mask); }

/// Returns text for NaN and infinity, which JSON cannot represent.
json value_json(const Recording& recording, uint32_t type, uint64_t bits) {
    std::string text = replay::value_text(recording, type, bits);
    const std::optional<replay::Number> number = replay::number_of(recording, type, bits);
    const ptx::debug::TypeKind kind = recording.contents().stepped->variables.types[type].kind;
    if (kind == ptx::debug::TypeKind::boolean) return bits != 0;
    if (!number || kind == ptx::debug::TypeKind::pointer || kind == ptx::debug::TypeKind::enumeration) return text;
    if (const double* const value = std::get_if<double>(&*number); value != nullptr && !std::isfinite(*value))
        return text;
    return json::parse(text); // keeps the digits that value_text() shows
}

json lanes_json(const Recording& recording, const Row& row, simt::LaneMask lanes) {
    json out = json::array();
    for (uint32_t lane = 0; lane < warp_size; ++lane)
        out.push_back((lanes >> lane & 1) != 0 && row.bits[lane] ? value_json(recording, row.type, *row.bits[lane])
                                                                 : json());
    return out;
}

/// Adds a step's source line; for steps in CUDA's headers, the line of the call.
void add_place(json& out, const History& history, uint32_t step) {
    const Recording& recording = history.recording();
    const SourceLocation* place = nullptr;
    for (const uint32_t frame : history.frames_of(step)) {
        place = &recording.place_of(recording.steps()[frame].pc);
        if (place->line != 0) break;
    }
    out["file"] = place->file;
    out["line"] = place->line;
    out["ptx_line"] = recording.program().instructions()[recording.steps()[step].pc].ptx_line;
}

/// Requires an access to shared or global memory.
json request_json(const Recording& recording, const std::vector<replay::SharedArray>& arrays, const Change& change,
                  uint32_t warp) {
    json out{{"space", change.space == ptx::Space::shared ? "shared" : "global"}, {"bytes", change.bytes}};
    json elements = json::array();
    for (uint32_t lane = 0; lane < warp_size; ++lane) {
        if ((change.lanes >> lane & 1) == 0) {
            elements.push_back(nullptr);
            continue;
        }
        const auto element = replay::element_at(recording, arrays, change.place(warp, lane));
        if (element && !out.contains("array")) out["array"] = element->array;
        if (!element)
            elements.push_back(fmt::format("{:#x}", change.address[lane]));
        else if (out["array"] == element->array)
            elements.push_back(element->index);
        else
            elements.push_back(fmt::format("{}[{}]", element->array, element->index));
    }
    if (!out.contains("array")) out["array"] = nullptr;
    out["elements"] = std::move(elements);
    return out;
}

json step_json(const History& history, const std::vector<replay::SharedArray>& arrays, uint64_t index,
               const State& before, const State& after) {
    const Recording& recording = history.recording();
    const replay::Step& step = recording.steps()[index];
    json out{{"step", index},
             {"warp", step.warp},
             {"epoch", step.interval},
             {"depth", step.depth},
             {"active", mask_text(step.active)}};
    add_place(out, history, static_cast<uint32_t>(index));
    json changed = json::object();
    const uint64_t end = recording.records_before(index + 1);
    const replay::ChangedRows own = replay::changed_rows(recording, step.warp, step.first_record, end, before, after);
    for (size_t k = 0; k < own.rows.size(); ++k)
        if (own.changed[k] != 0) changed[own.rows[k].name] = lanes_json(recording, own.rows[k], step.active);
    // A store through a pointer may also change a caller's variable.
    for (const auto& [row, lanes] :
         replay::changed_outside(recording, step.warp, step.first_record, end, before, after))
        if (!changed.contains(row.name)) changed[row.name] = lanes_json(recording, row, step.active);
    out["changed"] = std::move(changed);
    json reads = json::array(), writes = json::array();
    for (uint64_t record = step.first_record; record < end; ++record)
        recording.visit(record, [&](const Change& change) {
            if (change.kind == replay::ChangeKind::register_ || change.kind == replay::ChangeKind::from_outside ||
                change.space == ptx::Space::local)
                return;
            if (change.reads()) reads.push_back(request_json(recording, arrays, change, step.warp));
            if (change.writes()) writes.push_back(request_json(recording, arrays, change, step.warp));
        });
    out["reads"] = std::move(reads);
    out["writes"] = std::move(writes);
    return out;
}

json warp_json(const History& history, const State& state, uint32_t warp, uint64_t step) {
    const Recording& recording = history.recording();
    const replay::WarpPlace place = history.places(step)[warp];
    json out = json::object();
    out["warp"] = warp;
    out["state"] = place.state == replay::WarpState::ended        ? "ended"
                   : place.state == replay::WarpState::at_barrier ? "at barrier"
                                                                  : "ready";
    if (place.next) {
        add_place(out, history, *place.next);
        out["active"] = mask_text(recording.steps()[*place.next].active);
    }
    json variables = json::object();
    for (const Row& row : replay::rows_of_warp(recording, warp, recording.records_before(step), state))
        variables[row.name] = lanes_json(recording, row, ~simt::LaneMask{0});
    out["variables"] = std::move(variables);
    return out;
}

json shared_json(const Recording& recording, const State& state) {
    json all = json::array();
    for (const replay::SharedArray& array : replay::shared_arrays(recording)) {
        uint64_t written = 0;
        json values = json::array();
        for (uint64_t k = 0; k < array.elements(); ++k) {
            const auto value = replay::shared_value(recording, state, array, k);
            written += value ? 1 : 0;
            values.push_back(value ? value_json(recording, array.element, *value) : json());
        }
        all.push_back({{"name", array.name + array.member},
                       {"element_bytes", array.element_bytes},
                       {"elements", array.elements()},
                       {"written", written},
                       {"values", std::move(values)}});
    }
    return all;
}

json buffers_json(const Recording& recording, const State& state) {
    std::map<std::string, std::set<uint64_t>> written;
    for (const auto& [key, page] : state.pages)
        if (static_cast<ptx::Space>(key >> 56) == ptx::Space::global)
            for (uint32_t k = 0; k < replay::page_bytes; ++k) {
                const uint64_t address = ((key & ((uint64_t{1} << 40) - 1)) << 8) + k;
                if (page.writes[k] == 0) continue;
                if (const auto element = replay::element_at(recording, {}, {ptx::Space::global, 0, address}))
                    written[element->array].insert(element->index);
            }
    json out = json::array();
    for (const auto& [name, elements] : written) out.push_back({{"name", name}, {"written", elements}});
    return out;
}

} // namespace

json steps_json(const History& history, const StepRange& range) {
    const Recording& recording = history.recording();
    json out = json::array();
    const auto arrays = replay::shared_arrays(recording);
    const uint64_t end = range.to < recording.steps().size() ? range.to + 1 : recording.steps().size();
    if (range.from >= end) return out;
    State before = recording.state_at(range.from);
    for (uint64_t step = range.from; step < end; ++step) {
        if (range.warp && recording.steps()[step].warp != *range.warp) continue;
        recording.move(before, recording.records_before(step));
        State after = before;
        recording.move(after, recording.records_before(step + 1));
        out.push_back(step_json(history, arrays, step, before, after));
        before = std::move(after);
    }
    return out;
}

json state_json(const History& history, uint64_t step, std::optional<uint32_t> warp) {
    const Recording& recording = history.recording();
    const State state = recording.state_at(step);
    json warps = json::array();
    for (uint32_t w = 0; w < recording.warps(); ++w)
        if (!warp || *warp == w) warps.push_back(warp_json(history, state, w, step));
    json notes = json::array();
    for (const Message& note : recording.notes()) notes.push_back(note.english());
    const Dim3& block = recording.contents().block_index;
    return {{"step", step},
            {"steps", recording.steps().size()},
            {"block", {block.x, block.y, block.z}},
            {"warps", std::move(warps)},
            {"shared", shared_json(recording, state)},
            {"buffers", buffers_json(recording, state)},
            {"notes", std::move(notes)}};
}

} // namespace warpscope::exporting
