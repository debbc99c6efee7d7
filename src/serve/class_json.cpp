#include "serve/class_json.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"

namespace warpscope::serve {
namespace {

using nlohmann::json;

constexpr size_t max_groups = 12, max_heat_cells = 4096, max_report_bytes = 8000, report_preview_bytes = 80,
                 max_settings = 64;
constexpr uint32_t lane_count = 32;

std::string_view name_of(AnswerKind kind) {
    constexpr std::array<std::string_view, 7> names{"none", "choice", "number", "cells", "lanes", "line", "window"};
    return names[static_cast<size_t>(kind)];
}

json json_of_paragraph(const Paragraph& paragraph) {
    json out = json::array();
    for (const TextSpan& span : paragraph)
        out.push_back({span.text, span.is_code ? "code" : span.is_strong ? "strong" : ""});
    return out;
}

/// Returns the lengths of runs of equal cells. The first run is of unset cells and may be empty.
json run_lengths(const std::vector<bool>& cells) {
    json out = json::array();
    bool current = false;
    size_t length = 0;
    for (const bool cell : cells) {
        if (cell != current) {
            out.push_back(length);
            length = 0;
            current = cell;
        }
        ++length;
    }
    out.push_back(length);
    return out;
}

template<class Value>
std::vector<std::pair<Value, size_t>> sorted_counts(const std::map<Value, size_t>& counts) {
    std::vector<std::pair<Value, size_t>> out(counts.begin(), counts.end());
    std::ranges::stable_sort(out, std::greater{}, &std::pair<Value, size_t>::second);
    return out;
}

json number_groups(AnswersOfStep answers) {
    std::map<double, size_t> counts;
    for (const auto& [student, answer] : answers) ++counts[answer->number];
    json groups = json::array();
    size_t others = 0;
    for (const auto& [value, count] : sorted_counts(counts)) {
        if (groups.size() < max_groups)
            groups.push_back({value, count});
        else
            others += count;
    }
    return {{"groups", groups}, {"others", others}};
}

json heat(AnswersOfStep answers) {
    std::map<uint32_t, size_t> counts;
    for (const auto& [student, answer] : answers)
        for (const uint32_t cell : answer->cells) ++counts[cell];
    json cells = json::array();
    for (const auto& [cell, count] : sorted_counts(counts)) {
        if (cells.size() == max_heat_cells) break;
        cells.push_back({cell, count});
    }
    return {{"cells", cells}};
}

std::optional<uint64_t> read_integer(const json& object, const char* key, uint64_t max) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
    const auto value = found->get<uint64_t>();
    return value <= max ? std::optional(value) : std::nullopt;
}

std::optional<ClassAnswer> read_cells(const ClassStep& step, const json& object) {
    const auto found = object.find("cells");
    if (found == object.end() || !found->is_array() || found->size() != step.pick) return std::nullopt;
    ClassAnswer out;
    for (const json& cell : *found) {
        if (!cell.is_number_unsigned() || cell.get<uint64_t>() >= step.right_cells.size()) return std::nullopt;
        out.cells.push_back(cell.get<uint32_t>());
    }
    std::ranges::sort(out.cells);
    if (std::ranges::adjacent_find(out.cells) != out.cells.end()) return std::nullopt;
    return out;
}

std::optional<AttemptSetup> read_setup(const json& object) {
    const auto block = object.find("block"), values = object.find("values"), kernel = object.find("kernel");
    if (block == object.end() || !block->is_array() || block->size() != 3 || values == object.end() ||
        !(values->is_object() || values->is_null()) || values->size() > max_settings || kernel == object.end() ||
        !kernel->is_boolean())
        return std::nullopt;
    AttemptSetup out;
    for (const json& side : *block) {
        if (!side.is_number_unsigned() || side.get<uint64_t>() > UINT32_MAX) return std::nullopt;
        out.block.push_back(side.get<uint32_t>());
    }
    for (const auto& [name, value] : values->items()) {
        if (!value.is_number() || !std::isfinite(value.get<double>())) return std::nullopt;
        out.values.emplace(name, value.get<double>());
    }
    out.has_kernel = kernel->get<bool>();
    return out;
}

json json_of_setup(const AttemptSetup& setup) {
    return {{"block", setup.block}, {"values", json(setup.values)}, {"kernel", setup.has_kernel}};
}

std::optional<ClassAnswer> read_report(const json& object) {
    const auto reached = object.find("reached"), text = object.find("text");
    if (reached == object.end() || !reached->is_boolean()) return std::nullopt;
    ClassAnswer out;
    out.is_reached = reached->get<bool>();
    if (const auto setup = object.find("setup"); setup != object.end()) {
        out.setup = setup->is_object() ? read_setup(*setup) : std::nullopt;
        if (!out.setup) return std::nullopt;
    }
    if (text == object.end()) return out;
    if (!text->is_string()) return std::nullopt;
    out.text = text->get<std::string>();
    if (out.text.size() > max_report_bytes) return std::nullopt;
    std::erase_if(out.text, [](unsigned char c) { return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f; });
    return out;
}

std::string preview(const std::string& text) {
    std::string out = text.substr(0, text.find('\n'));
    if (out.size() > report_preview_bytes) out.resize(report_preview_bytes);
    return out;
}

} // namespace

json json_of(const ClassText& text) {
    json out = json::array();
    for (const Paragraph& paragraph : text) out.push_back(json_of_paragraph(paragraph));
    return out;
}

json json_of(const ClassStep& step) {
    json out{{"title", step.title},
             {"kind", name_of(step.kind)},
             {"text", json_of(step.text)},
             {"ask", json_of(step.ask)},
             {"unit", step.unit}};
    switch (step.kind) {
    case AnswerKind::choice:
        out["options"] = json::array();
        for (const ClassOption& option : step.options) out["options"].push_back(json_of_paragraph(option.text));
        break;
    case AnswerKind::cells:
        out["width"] = step.width;
        out["height"] = step.height;
        out["pick"] = step.pick;
        break;
    case AnswerKind::line: out["lines"] = step.lines; break;
    default: break;
    }
    return out;
}

json right_answer(const ClassStep& step) {
    json out{{"words", step.measured}, {"explain", json_of(step.explain)}};
    switch (step.kind) {
    case AnswerKind::choice:
        out["options"] = json::array();
        for (size_t i = 0; i < step.options.size(); ++i)
            if (step.options[i].is_right) out["options"].push_back(i);
        break;
    case AnswerKind::number: out["number"] = step.answer; break;
    case AnswerKind::cells: out["cells"] = run_lengths(step.right_cells); break;
    case AnswerKind::lanes: out["lanes"] = step.right_lanes; break;
    case AnswerKind::line: out["lines"] = step.right_lines; break;
    case AnswerKind::none:
    case AnswerKind::window: break;
    }
    return out;
}

json tally(const ClassStep& step, AnswersOfStep answers) {
    switch (step.kind) {
    case AnswerKind::choice: {
        std::vector<size_t> counts(step.options.size());
        for (const auto& [student, answer] : answers) ++counts[answer->option];
        return {{"options", counts}};
    }
    case AnswerKind::number: return number_groups(answers);
    case AnswerKind::cells: return heat(answers);
    case AnswerKind::lanes: {
        std::array<size_t, lane_count> counts{};
        for (const auto& [student, answer] : answers)
            for (uint32_t lane = 0; lane < lane_count; ++lane) counts[lane] += answer->lanes >> lane & 1;
        return {{"lanes", counts}};
    }
    case AnswerKind::line: {
        std::map<uint32_t, size_t> counts;
        for (const auto& [student, answer] : answers) ++counts[answer->line];
        return {{"lines", sorted_counts(counts)}};
    }
    case AnswerKind::window:
        return {{"reached",
                 std::ranges::count_if(answers, [&](const auto& each) { return is_right(step, *each.second); })}};
    case AnswerKind::none: break;
    }
    return json::object();
}

json reports(AnswersOfStep answers) {
    json out = json::array();
    for (const auto& [student, answer] : answers) {
        json& report = out.emplace_back(json{{"student", student},
                                             {"reached", answer->is_reached},
                                             {"begins", preview(answer->text)},
                                             {"bytes", answer->text.size()},
                                             {"measured", answer->setup.has_value()},
                                             {"attempt", is_attempt(*answer)}});
        if (const auto& judgment = answer->judgment)
            report["judgement"] = {{"reached", judgment->is_reached}, {"words", judgment->words}};
    }
    return out;
}

json json_of(const ClassStep& step, const ClassAnswer& answer) {
    switch (step.kind) {
    case AnswerKind::choice: return {{"option", answer.option}};
    case AnswerKind::number: return {{"number", answer.number}};
    case AnswerKind::cells: return {{"cells", answer.cells}};
    case AnswerKind::lanes: return {{"lanes", answer.lanes}};
    case AnswerKind::line: return {{"line", answer.line}};
    case AnswerKind::window: {
        json out{{"reached", answer.is_reached}, {"text", answer.text}};
        if (answer.setup) out["setup"] = json_of_setup(*answer.setup);
        return out;
    }
    case AnswerKind::none: break;
    }
    return json::object();
}

std::optional<ClassAnswer> read_answer(const ClassStep& step, const json& object) {
    ClassAnswer out;
    switch (step.kind) {
    case AnswerKind::choice:
        if (const auto option = read_integer(object, "option", UINT32_MAX); option && *option < step.options.size()) {
            out.option = static_cast<size_t>(*option);
            return out;
        }
        return std::nullopt;
    case AnswerKind::number:
        if (const auto number = object.find("number"); number != object.end() && number->is_number()) {
            out.number = number->get<double>() + 0.0; // -0 counts as 0
            if (std::isfinite(out.number)) return out;
        }
        return std::nullopt;
    case AnswerKind::cells: return read_cells(step, object);
    case AnswerKind::lanes:
        if (const auto lanes = read_integer(object, "lanes", UINT32_MAX)) {
            out.lanes = static_cast<uint32_t>(*lanes);
            return out;
        }
        return std::nullopt;
    case AnswerKind::line:
        if (const auto line = read_integer(object, "line", step.lines.size()); line && *line > 0) {
            out.line = static_cast<uint32_t>(*line);
            return out;
        }
        return std::nullopt;
    case AnswerKind::window: return read_report(object);
    case AnswerKind::none: break;
    }
    return std::nullopt;
}

std::string safe_csv_field(std::string text) {
    // Spreadsheets run text that begins like this, even in quotes.
    if (text.find_first_of("=+-@\t\r") == 0) text.insert(0, 1, '\'');
    return csv_field(std::move(text));
}

std::string answer_words(const ClassStep& step, const ClassAnswer& answer) {
    switch (step.kind) {
    case AnswerKind::choice: {
        std::string words;
        for (const TextSpan& span : step.options[answer.option].text) words += span.text;
        return words;
    }
    case AnswerKind::number: return fmt::format("{}", answer.number);
    case AnswerKind::cells: {
        std::vector<std::string> cells;
        for (const uint32_t cell : answer.cells)
            cells.push_back(fmt::format("({}, {})", cell % step.width, cell / step.width));
        return fmt::format("{}", fmt::join(cells, " "));
    }
    case AnswerKind::lanes: {
        std::vector<uint32_t> lanes;
        for (uint32_t lane = 0; lane < lane_count; ++lane)
            if ((answer.lanes >> lane & 1) != 0) lanes.push_back(lane);
        return fmt::format("{}", fmt::join(lanes, " "));
    }
    case AnswerKind::line: return fmt::format("{}", answer.line);
    case AnswerKind::window: return answer.text;
    case AnswerKind::none: break;
    }
    return {};
}

std::string json_text(const json& object) { return object.dump(-1, ' ', false, json::error_handler_t::replace); }

} // namespace warpscope::serve
