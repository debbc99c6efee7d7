#include "catalog/text/nearest.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
    constexpr size_t longest = 64;
    if (word.size() > longest) return {};
    std::string best;
    size_t best_distance = std::max<size_t>(1, word.size() / 2) + 1;
    for (const std::string& candidate : candidates) {
        const size_t edits = distance(word, candidate);
        if (edits >= best_distance) continue;
        best_distance = edits;
        best = candidate;
    }
    return best;
}

Message suggestion(std::string_view word, std::span<const std::string> candidates, const Message& listing) {
    if (const std::string meant = nearest(word, candidates); !meant.empty()) return msg("did you mean '{}'?", meant);
    if (candidates.empty()) return {};
    return joined(std::array{listing, Message::verbatim(fmt::format("{}", fmt::join(candidates, ", ")))}, "");
}

} // namespace warpscope::catalog
