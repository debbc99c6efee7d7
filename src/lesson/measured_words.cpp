#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/tr.hpp"
#include "lesson/assignment.hpp"

namespace warpscope::lesson {
namespace {

using NodeKind = source::ExpressionNode::Kind;

std::optional<std::string> asked_words(std::string_view sign, const std::string& number, bool counts = false) {
    if (sign == "==") return number;
    if (sign == "<=") return tr_format("at most {}", number);
    if (sign == ">=") return tr_format("at least {}", number);
    if (sign == "!=") return tr_format("other than {}", number);
    if (sign == "<" && counts) return tr_format("fewer than {}", number);
    if (sign == "<") return tr_format("less than {}", number);
    if (sign == ">") return tr_format("more than {}", number);
    return std::nullopt;
}

std::string normalized(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\n')
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

std::string left_side(const source::ExpressionNode& node, std::string_view text) {
    return normalized(text.substr(node.begin, node.sign - node.begin));
}

std::optional<std::string> term_of(const source::ExpressionNode& node) {
    using Named = std::pair<std::string_view, const char*>;
    static constexpr std::array names{
        Named{"divergence.divergent_warps", N_("warps that diverge")},
        Named{"ownership.surplus_threads", N_("idle threads")},
        Named{"ownership.unwritten_cells", N_("cells that no thread writes")},
        Named{"ownership.owners", N_("threads that own a cell")},
        Named{"finding_count", N_("errors found")},
        Named{"shared.passes", N_("shared-memory passes")},
        Named{"shared.requests", N_("shared-memory requests")},
        Named{"global.load_bytes", N_("bytes loaded from global memory")},
        Named{"global.load_sectors", N_("sectors loaded from global memory")},
        Named{"instructions.warp", N_("warp instructions")},
        Named{"threads_per_block", N_("threads in a block")},
        Named{"block.x", N_("threads in a row of a block")},
        Named{"blocks", N_("blocks of the launch")},
        Named{"different", N_("cells that differ from the correct result")},
        Named{"largest_difference", N_("largest difference from the correct result")},
        Named{"findings", N_("errors found of that kind")},
        Named{"barriers", N_("barriers that a block passes")},
    };
    const bool named = node.kind == NodeKind::name || node.kind == NodeKind::call;
    const auto found = std::ranges::find(names, std::string_view(node.text), &Named::first);
    return named && found != names.end() ? std::optional<std::string>(tr(found->second)) : std::nullopt;
}

/// Describes an operand. Includes buffer and element, because a condition may compare several elements.
std::string plain_words(const source::ExpressionNode& node, std::string_view written) {
    const bool call = node.kind == NodeKind::call && !node.operands.empty();
    const auto is_words = [&](size_t k) { return node.operands[k]->kind == NodeKind::words; };
    if (call && node.text == "count" && node.operands.size() == 2 && is_words(0) && is_words(1))
        return tr_format("cells of '{}' with {}", node.operands[0]->text, node.operands[1]->text);
    if (call && node.text == "value" && node.operands.size() == 2 && is_words(0) &&
        node.operands[1]->kind == NodeKind::number)
        return tr_format("element {} of '{}'", number_words(source::real(node.operands[1]->number)),
                         node.operands[0]->text);
    return term_of(node).value_or(std::string(written));
}

bool counts(const source::ExpressionNode& node) {
    const bool counts_cells = node.kind == NodeKind::call && node.text == "count";
    return counts_cells || (node.text != "largest_difference" && term_of(node).has_value());
}

struct Compared {
    std::string is, asked;
};
std::optional<Compared> compared(const source::ExpressionNode& node, const Names& names) {
    if (node.kind != NodeKind::operation || !asked_words(node.text, "")) return std::nullopt;
    const auto is = value_of(*node.operands[0], names);
    auto asked = value_of(*node.operands[1], names);
    if (!is || !asked) return std::nullopt;
    const bool counted = counts(*node.operands[0]);
    if (counted && (node.text == "<" || node.text == ">=")) asked = std::ceil(*asked);
    if (counted && (node.text == ">" || node.text == "<=")) asked = std::floor(*asked);
    return Compared{number_words(*is), *asked_words(node.text, number_words(*asked), counted)};
}

/// Descends through operators in `joints`. Visits other nodes as a whole.
template<class Visit>
void for_each_part(const source::ExpressionNode& node, std::initializer_list<std::string_view> joints,
                   const Visit& visit) {
    if (node.kind != NodeKind::operation || std::ranges::find(joints, node.text) == joints.end()) return visit(node);
    for (const auto& part : node.operands) for_each_part(*part, joints, visit);
}

} // namespace

std::vector<GoalPart> parts_of(const Expression& condition, const Names& names, const std::vector<std::string>& words) {
    std::vector<GoalPart> parts;
    if (condition.root() == nullptr) return parts;
    size_t number = 0;
    for_each_part(*condition.root(), {"and"}, [&](const source::ExpressionNode& node) {
        const std::string own = number < words.size() ? words[number] : std::string();
        ++number;
        const auto holds = value_of(node, names);
        if (!holds) return;
        std::string text = own.empty() ? condition.text() : own;
        if (const auto numbers = compared(node, names)) {
            const std::string what =
                own.empty() ? plain_words(*node.operands[0], left_side(node, condition.text())) : own;
            text = tr_format("{}: {} (goal: {})", what, numbers->is, numbers->asked);
        }
        parts.push_back({std::move(text), *holds != 0});
    });
    return parts;
}

size_t part_count(const Expression& condition) {
    size_t count = 0;
    if (condition.root() != nullptr)
        for_each_part(*condition.root(), {"and"}, [&](const source::ExpressionNode&) { ++count; });
    return count;
}

std::vector<std::string> parts_without_words(const Expression& condition, const std::vector<std::string>& words) {
    std::vector<std::string> parts;
    if (condition.root() == nullptr) return parts;
    size_t number = 0;
    for_each_part(*condition.root(), {"and"}, [&](const source::ExpressionNode& node) {
        const bool has_words = number < words.size() && !words[number].empty();
        ++number;
        if (has_words) return;
        const bool compares = node.kind == NodeKind::operation && asked_words(node.text, "").has_value();
        if (compares && (node.operands[0]->kind == NodeKind::name || term_of(*node.operands[0]))) return;
        parts.push_back(compares ? left_side(node, condition.text()) : normalized(condition.text()));
    });
    return parts;
}

namespace {

/// `denied`: a "not" encloses the part and inverts its words.
void add_measured(const source::ExpressionNode& whole, const Expression& condition, const Names& names, bool denied,
                  std::vector<std::string>& parts) {
    for_each_part(whole, {"and", "or"}, [&](const source::ExpressionNode& node) {
        if (node.kind == NodeKind::operation && node.text == "not")
            return add_measured(*node.operands[0], condition, names, !denied, parts);
        if (const auto numbers = compared(node, names)) {
            const std::string left = left_side(node, condition.text());
            parts.push_back(denied ? tr_format("{} is {} (goal: not {})", left, numbers->is, numbers->asked)
                                   : tr_format("{} is {} (goal: {})", left, numbers->is, numbers->asked));
        } else if (const auto value = value_of(node, names); value && node.kind == NodeKind::name) {
            parts.push_back(tr_format("{} is {} (goal: {})", node.text, number_words(*value),
                                      *asked_words(denied ? "==" : "!=", "0")));
        }
    });
}

} // namespace

std::string measured_words(const Expression& condition, const Names& names) {
    std::vector<std::string> parts;
    if (condition.root() != nullptr) add_measured(*condition.root(), condition, names, false, parts);
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace warpscope::lesson
