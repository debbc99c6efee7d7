#include "catalog/expression.hpp"

#include <algorithm>

namespace warpscope::catalog {
namespace {

tl::unexpected<Diagnostic> failure(const source::ExpressionProblem& problem, std::string_view text) {
    return fail(ErrorKind::failed, source::problem_text(problem, text));
}

} // namespace

Result<int64_t> evaluate(std::string_view text, const Lookup& lookup) {
    const auto root = source::parse_expression(text, source::arithmetic_grammar());
    if (!root) return failure(root.error(), text);
    const auto value = source::evaluate_whole(**root, lookup);
    if (!value) return failure(value.error(), text);
    return *value;
}

Result<std::vector<std::string>> names_in(std::string_view text) {
    const auto root = source::parse_expression(text, source::arithmetic_grammar());
    if (!root) return failure(root.error(), text);
    std::vector<std::string> names;
    source::for_each_name(**root, [&](const source::ExpressionNode& name) {
        if (std::ranges::find(names, name.text) == names.end()) names.push_back(name.text);
    });
    return names;
}

} // namespace warpscope::catalog
