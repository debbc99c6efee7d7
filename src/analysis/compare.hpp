// Two finished runs side by side: what was set differently, and every number that the runs measured, with the better
// one known where there is a better one. Counts are of all launches of a run together.
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
    int digits = 0;              // decimals to show; for 2 as three_digits() has them
    Side better = Side::neither; // neither: equal, or no number of the two is better as such

    /// The name for people, in English: "idle threads" for `surplus`.
    [[nodiscard]] std::string_view title() const {
        return name == "surplus" ? std::string_view(N_("idle threads")) : std::string_view(name);
    }
    /// By how many times the larger of the two is more; infinite where the other is 0.
    [[nodiscard]] double factor() const;
    /// How much the two differ, by what matters: the binary logarithm of the factor, weighted; 0 where none is better.
    [[nodiscard]] double importance() const;
    [[nodiscard]] bool differs() const { return first != second; }
    [[nodiscard]] std::string text(double value) const;
    /// "× 0.31", second over first; "+12" or "-12" where one of them is 0; "" where they are equal.
    [[nodiscard]] std::string change() const;
};

struct SettingRow {
    std::string name, first, second;
};

/// How two outputs of equal shape and type differ.
struct OutputDifference {
    bool comparable = false;
    uint64_t elements = 0, different = 0; // NaN equals NaN
    double largest = 0;                   // distance of two elements; infinite where only one is a number
    [[nodiscard]] std::string sentence() const;
};

struct Comparison {
    std::string first_title, second_title; // "box_blur/naive"
    std::string first_name, second_name;   // as short as tells them apart: "naive", or "pinned" and "present"
    std::vector<SettingRow> settings;      // only what differs
    std::vector<MetricRow> metrics;
    OutputDifference output;
    bool several_launches = false; // one of the two has more than one launch: counts are sums

    /// Rows that differ, those that matter most first.
    [[nodiscard]] std::vector<const MetricRow*> ranked() const;
    /// "padded is better: 26 times fewer load sectors. In return it has 1.20 times as many warp instructions."; "worse"
    /// where its disadvantages weigh more. Empty where nothing that differs is better or worse.
    [[nodiscard]] std::string verdict() const;
    /// "Blocks, threads and owners are the same": names of the rows that do not differ.
    [[nodiscard]] std::vector<std::string> equal() const;
};

/// Takes time in proportion to the outputs' size.
[[nodiscard]] Comparison compare(const session::RunResult& first, const session::RunResult& second);

/// The table of `warpscope compare`, for people and for programs.
[[nodiscard]] std::string comparison_text(const Comparison& comparison);
[[nodiscard]] nlohmann::ordered_json comparison_json(const Comparison& comparison);

} // namespace warpscope::analysis
