// Comparison of two runs. Counts are sums over launches.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "language/tr.hpp"
#include "session/session.hpp"

namespace warpscope::analysis {

enum class Side : uint8_t { neither, first, second };

struct MetricRow {
    std::string name, unit, tip; // in English
    double first = 0, second = 0;
    int digits = 0;              // decimals; 2: three_digits()
    Side better = Side::neither; // neither: equal, or no direction is better
    bool all_idle = true;

    [[nodiscard]] std::string_view title() const {
        if (name != "surplus") return name;
        return all_idle ? N_("idle threads") : N_("threads without a cell");
    }
    [[nodiscard]] double factor() const;
    [[nodiscard]] double importance() const;
    [[nodiscard]] bool differs() const { return first != second; }
    [[nodiscard]] std::string text(double value) const;
    /// Returns the second value over the first, "× 0.31", or their difference, "+12", if one of them is 0.
    [[nodiscard]] std::string change() const;
};

struct SettingRow {
    std::string name, first, second;
};

struct OutputDifference {
    bool comparable = false;
    uint64_t elements = 0, different = 0; // NaN equals NaN
    double largest = 0;                   // infinite if one is NaN and the other is not
    [[nodiscard]] std::string sentence() const;
};

struct Comparison {
    std::string first_title, second_title; // "box_blur/naive"
    std::string first_name, second_name;   // shortest names that differ
    std::vector<SettingRow> settings;
    std::vector<MetricRow> metrics;
    OutputDifference output;
    bool several_launches = false;

    /// Returns differing rows, most important first.
    [[nodiscard]] std::vector<const MetricRow*> ranked() const;
    /// Returns "padded has better counts: 26 times fewer load sectors. Times were not compared."
    [[nodiscard]] std::string verdict() const;
    [[nodiscard]] std::vector<std::string> equal() const;
};

[[nodiscard]] Comparison compare(const session::RunResult& first, const session::RunResult& second);

[[nodiscard]] std::string comparison_text(const Comparison& comparison);
[[nodiscard]] nlohmann::ordered_json comparison_json(const Comparison& comparison);

} // namespace warpscope::analysis
