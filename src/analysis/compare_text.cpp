#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "analysis/compare.hpp"

namespace warpscope::analysis {
namespace {

using Json = nlohmann::ordered_json;

size_t columns(std::string_view words) {
    return static_cast<size_t>(std::count_if(words.begin(), words.end(),
                                             [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(std::string_view words, size_t width, bool right) {
    const std::string space(width - std::min(width, columns(words)), ' ');
    return right ? space + std::string(words) : std::string(words) + space;
}

std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t left_columns) {
    std::vector<size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows)
        for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i)
            line += (i == 0 ? "" : "  ") + padded(row[i], widths[i], i >= left_columns);
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string_view side_name(Side side) {
    switch (side) {
    case Side::first: return "a";
    case Side::second: return "b";
    case Side::neither: break;
    }
    return "";
}

} // namespace

std::string comparison_text(const Comparison& c) {
    std::string out = fmt::format("a: {}\nb: {}\n\n", c.first_title, c.second_title);
    if (c.settings.empty()) {
        out += "Nothing is set differently.\n";
    } else {
        std::vector<std::vector<std::string>> rows{{"set differently", "a", "b"}};
        for (const SettingRow& row : c.settings) rows.push_back({row.name, row.first, row.second});
        out += in_columns(rows, 3);
    }
    std::vector<std::vector<std::string>> rows{{"measured", "unit", "a", "b", "b / a"}};
    for (const MetricRow& row : c.metrics) {
        if (!row.differs()) continue;
        rows.push_back({row.name, row.unit, row.text(row.first) + (row.better == Side::first ? " *" : "  "),
                        row.text(row.second) + (row.better == Side::second ? " *" : "  "), row.change()});
    }
    out += "\n";
    if (rows.size() > 1)
        out += in_columns(rows, 2) + "* the better one\n";
    else
        out += "No measured number differs.\n";
    const auto same = c.equal();
    if (!same.empty()) out += fmt::format("\nEqual: {}.\n", fmt::join(same, ", "));
    out += c.output.sentence() + "\n";
    if (c.several_launches) out += "Counts are summed over all launches; owners and surplus are from the last one.\n";
    return out + "Counted on PTX, on the emulator.\n";
}

Json comparison_json(const Comparison& c) {
    Json settings = Json::array(), rows = Json::array();
    for (const SettingRow& row : c.settings)
        settings.push_back({{"name", row.name}, {"a", row.first}, {"b", row.second}});
    for (const MetricRow& row : c.metrics) {
        Json entry{{"name", row.name}, {"unit", row.unit}, {"a", row.first}, {"b", row.second}};
        entry["ratio"] = row.first == 0 ? Json(nullptr) : Json(row.second / row.first);
        entry["better"] = row.better == Side::neither ? Json(nullptr) : Json(side_name(row.better));
        rows.push_back(std::move(entry));
    }
    Json output{{"comparable", c.output.comparable}};
    if (c.output.comparable) {
        output["elements"] = c.output.elements;
        output["different"] = c.output.different;
        // JSON lacks infinity.
        output["largest_difference"] = std::isfinite(c.output.largest) ? Json(c.output.largest) : Json(nullptr);
    }
    return {{"a", c.first_title},         {"b", c.second_title},         {"settings", std::move(settings)},
            {"metrics", std::move(rows)}, {"output", std::move(output)}, {"several_launches", c.several_launches},
            {"measured_on", "emulator"},  {"counted_on", "PTX"}};
}

} // namespace warpscope::analysis
