#include "replay/watch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "replay/watch_parser.hpp"

namespace warpscope::replay {

namespace {

using NodeKind = WatchNode::Kind;

double real(const Number& number) {
    return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

/// Evaluates an operator; integers wrap around.
std::optional<int64_t> whole_result(std::string_view op, int64_t a, int64_t b) {
    const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
    switch (op[0]) {
    case '+': return static_cast<int64_t>(ua + ub);
    case '-': return static_cast<int64_t>(ua - ub);
    case '*': return static_cast<int64_t>(ua * ub);
    case '/':
    case '%':
        if (b == 0) return std::nullopt;
        if (b == -1) return op[0] == '/' ? static_cast<int64_t>(0 - ua) : 0;
        return op[0] == '/' ? a / b : a % b;
    case '|': return a | b;
    case '&': return a & b;
    case '^': return a ^ b;
    case '<': return ub < 64 ? static_cast<int64_t>(ua << ub) : 0;
    default: return ub < 64 ? a >> ub : a < 0 ? -1 : 0; // >>
    }
}

template<class T>
bool compared(std::string_view op, T a, T b) {
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    return op == ">" ? a > b : a >= b;
}
bool compares(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=";
}

std::optional<Number> result_of(std::string_view op, const Number& a, const Number& b) {
    const auto *const wa = std::get_if<int64_t>(&a), *const wb = std::get_if<int64_t>(&b);
    const bool whole = wa != nullptr && wb != nullptr;
    if (compares(op)) return Number(int64_t{whole ? compared(op, *wa, *wb) : compared(op, real(a), real(b))});
    if (whole) return whole_result(op, *wa, *wb);
    if (op == "+") return real(a) + real(b);
    if (op == "-") return real(a) - real(b);
    if (op == "*") return real(a) * real(b);
    if (op == "/") return real(a) / real(b);
    return std::nullopt;
}

std::optional<Number> sign_result(char op, const Number& value) {
    if (op == '!') return Number(int64_t{!is_true(value)});
    if (op == '+') return value;
    if (const auto* whole = std::get_if<int64_t>(&value))
        return op == '~' ? ~*whole : static_cast<int64_t>(0 - static_cast<uint64_t>(*whole));
    return op == '-' ? std::optional<Number>(-real(value)) : std::nullopt;
}

std::optional<Number> function_result(std::string_view name, const Number& a, const Number* b) {
    if (name == "isnan") return Number(int64_t{std::isnan(real(a))});
    if (name == "isinf") return Number(int64_t{std::isinf(real(a))});
    if (name == "sqrt") return Number(std::sqrt(real(a)));
    if (name == "abs") {
        const auto* whole = std::get_if<int64_t>(&a);
        return whole != nullptr ? Number(*whole < 0 ? static_cast<int64_t>(0 - static_cast<uint64_t>(*whole)) : *whole)
                                : Number(std::abs(real(a)));
    }
    const bool first = name == "min" ? compared("<=", real(a), real(*b)) : compared(">=", real(a), real(*b));
    return first ? a : *b;
}

/// Accepts a sign; null if it is not a literal.
const WatchNode* typed_number(const WatchNode& node) {
    const bool is_signed =
        node.kind == NodeKind::operation && node.operands.size() == 1 && (node.text == "-" || node.text == "+");
    const WatchNode& inner = is_signed ? *node.operands[0] : node;
    return inner.kind == NodeKind::number ? &inner : nullptr;
}

/// Compares at the displayed precision: four digits, or those typed.
bool shown_as(double value, double typed, int digits) {
    digits = std::clamp(digits, shown_digits, 17);
    if (value == typed) return true;
    if (!(std::abs(value - typed) <= std::abs(typed) * 2 * std::pow(10.0, 1 - digits))) return false;
    const auto rounded = [&](double number) { return fmt::format("{:.{}e}", number, digits - 1); };
    return rounded(value) == rounded(typed);
}

/// Evaluates == or != of a fraction and a literal; nullopt otherwise.
std::optional<bool> is_as_typed(const WatchNode& node, const Number& a, const Number& b) {
    if (node.text != "==" && node.text != "!=") return std::nullopt;
    const WatchNode *const left = typed_number(*node.operands[0]), *const right = typed_number(*node.operands[1]);
    if ((left == nullptr) == (right == nullptr)) return std::nullopt;
    const Number &value = left != nullptr ? b : a, &typed = left != nullptr ? a : b;
    if (!std::holds_alternative<double>(value)) return std::nullopt;
    return shown_as(real(value), real(typed), (left != nullptr ? left : right)->digits) == (node.text == "==");
}

using Lookup = std::function<std::optional<Number>(const std::string& name)>;

std::optional<Number> evaluate(const WatchNode& node, const Lookup& lookup) {
    const auto operand = [&](size_t k) { return evaluate(*node.operands[k], lookup); };
    switch (node.kind) {
    case NodeKind::number: return node.number;
    case NodeKind::name: {
        std::string name = node.text;
        size_t at = 0;
        for (size_t k = 0; k < node.operands.size(); ++k) {
            const auto index = operand(k);
            if (!index || !std::holds_alternative<int64_t>(*index)) return std::nullopt;
            at = name.find("[]", at) + 1;
            name.insert(at, std::to_string(std::get<int64_t>(*index)));
        }
        return lookup(name);
    }
    case NodeKind::choice: {
        const auto condition = operand(0);
        return condition ? operand(is_true(*condition) ? 1 : 2) : std::nullopt;
    }
    case NodeKind::function:
    case NodeKind::operation: break;
    }
    const auto a = operand(0);
    if (!a) return std::nullopt;
    // Short-circuit evaluation as in C.
    if (node.text == "&&" && !is_true(*a)) return Number(int64_t{0});
    if (node.text == "||" && is_true(*a)) return Number(int64_t{1});
    if (node.operands.size() == 1)
        return node.kind == NodeKind::function ? function_result(node.text, *a, nullptr)
                                               : sign_result(node.text[0], *a);
    const auto b = operand(1);
    if (!b) return std::nullopt;
    if (node.text == "&&" || node.text == "||") return Number(int64_t{is_true(*b)});
    if (node.kind == NodeKind::operation)
        if (const auto same = is_as_typed(node, *a, *b)) return Number(int64_t{*same});
    return node.kind == NodeKind::function ? function_result(node.text, *a, &*b) : result_of(node.text, *a, *b);
}

std::optional<Number> built_in(std::string_view name, const Recording::Contents& block, uint32_t warp, uint32_t lane) {
    if (name == "lane") return int64_t{lane};
    if (name == "warp") return int64_t{warp};
    const Dim3& size = block.config.block;
    const uint32_t thread = warp * warp_size + lane;
    const std::array<std::pair<std::string_view, Dim3>, 4> indices{{
        {"threadIdx", {thread % size.x, thread / size.x % size.y, thread / size.x / size.y}},
        {"blockIdx", block.block_index},
        {"blockDim", size},
        {"gridDim", block.config.grid},
    }};
    for (const auto& [prefix, value] : indices) {
        if (name.size() != prefix.size() + 2 || !name.starts_with(prefix) || name[prefix.size()] != '.') continue;
        switch (name.back()) {
        case 'x': return int64_t{value.x};
        case 'y': return int64_t{value.y};
        case 'z': return int64_t{value.z};
        default: break;
        }
    }
    return std::nullopt;
}

} // namespace

Result<Watch> Watch::parse(std::string_view text) {
    auto root = parse_watch(text);
    if (!root) return tl::unexpected(root.error());
    Watch watch;
    watch.text_ = std::string(text);
    watch.root_ = std::move(*root);
    return watch;
}

std::array<std::optional<Number>, warp_size> Watch::values(const Recording& recording, std::span<const Row> rows,
                                                           uint32_t warp, bool has_types, uint32_t line) const {
    std::array<std::optional<Number>, warp_size> values;
    for (uint32_t lane = 0; lane < warp_size; ++lane)
        values[lane] = evaluate(*root_, [&](const std::string& name) -> std::optional<Number> {
            const auto row = std::ranges::find(rows, name, &Row::name);
            if (row == rows.end() && name == "line") return Number(int64_t{line});
            if (row == rows.end()) return built_in(name, recording.contents(), warp, lane);
            if (!row->bits[lane]) return std::nullopt;
            return has_types ? number_of(recording, row->type, *row->bits[lane])
                             : Number(static_cast<int64_t>(*row->bits[lane]));
        });
    return values;
}

std::string number_text(const Number& number) {
    return std::visit([](auto value) { return fmt::format("{}", value); }, number);
}

bool is_true(const Number& number) {
    return std::visit([](auto value) { return value != 0; }, number);
}

namespace {

class TrueLanes {
public:
    TrueLanes(const Recording& recording, const Watch& watch)
        : recording_(recording)
        , watch_(watch)
        , has_types_(!recording.contents().stepped->variables.empty()) {}

    simt::LaneMask operator()(const Standpoint& at, uint64_t record, uint32_t line = 0) {
        recording_.move(state_, record);
        const auto rows = has_types_ ? rows_at(recording_, state_, at) : register_rows(recording_, state_, at);
        const auto values = watch_.values(recording_, rows, at.warp, has_types_, line);
        simt::LaneMask lanes = 0;
        for (uint32_t lane = 0; lane < warp_size; ++lane)
            if (values[lane] && is_true(*values[lane])) lanes |= simt::LaneMask{1} << lane;
        return lanes;
    }

private:
    const Recording& recording_;
    const Watch& watch_;
    bool has_types_;
    State state_;
};

} // namespace

std::optional<uint32_t> find_step(const Recording& recording, const Watch& watch, uint64_t from, int by,
                                  std::optional<uint32_t> warp, const std::atomic<bool>& cancel) {
    const auto& steps = recording.steps();
    TrueLanes true_lanes(recording, watch);
    // Backward, the search starts before the step done last.
    int64_t step = static_cast<int64_t>(std::min<uint64_t>(from, steps.size())) + (by > 0 ? 0 : -2);
    for (; step >= 0 && step < static_cast<int64_t>(steps.size()) && !cancel; step += by > 0 ? 1 : -1) {
        const Step& one = steps[static_cast<size_t>(step)];
        if (warp && one.warp != *warp) continue;
        const uint64_t end = recording.records_before(static_cast<uint64_t>(step) + 1);
        const auto at = standpoint_at_record(recording, one.warp, end);
        if (!at) continue;
        const simt::LaneMask after = true_lanes(*at, end, recording.place_of(one.pc).line) & one.active;
        if (after == 0) continue;
        // The variable may have moved to another register or branch: either position counts.
        simt::LaneMask before = true_lanes(*at, one.first_record);
        if (const auto there = standpoint_at_record(recording, one.warp, one.first_record))
            before |= true_lanes(*there, one.first_record);
        if ((after & ~before) != 0) return static_cast<uint32_t>(step);
    }
    return std::nullopt;
}

std::vector<bool> threads_that_meet(const Recording& recording, const Watch& watch, const std::atomic<bool>& cancel) {
    std::vector<bool> threads(recording.warps() * warp_size);
    TrueLanes true_lanes(recording, watch);
    const auto& steps = recording.steps();
    for (uint64_t step = 0; step < steps.size() && !cancel; ++step) {
        const uint64_t end = recording.records_before(step + 1);
        const auto at = standpoint_at_record(recording, steps[step].warp, end);
        if (!at) continue;
        each_lane(true_lanes(*at, end, recording.place_of(steps[step].pc).line) & steps[step].active,
                  [&](uint32_t lane) { threads[steps[step].warp * warp_size + lane] = true; });
    }
    return threads;
}

} // namespace warpscope::replay
