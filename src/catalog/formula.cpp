#include "catalog/formula.hpp"

#include <array>
#include <charconv>
#include <numbers>
#include <string>

#include "source/expression.hpp"

namespace warpscope::catalog {
namespace {

const source::Grammar& chart_grammar() {
    static constexpr std::array<std::string_view, 4> operators{"+", "-", "*", "/"};
    static constexpr std::array<std::string_view, 5> functions{"abs", "sqrt", "log2", "min", "max"};
    static constexpr source::Grammar grammar{
        .operators = operators, .signs = "-", .functions = functions, .has_fractions = true, .has_indices = true};
    return grammar;
}

} // namespace

Result<double> evaluate_formula(std::string_view text, const RealLookup& name, const ElementLookup& element) {
    const auto value_of = [&](const std::string& used) -> source::Evaluated<source::Number> {
        std::optional<double> value;
        if (const size_t open = used.find('['); open != std::string::npos) {
            uint64_t index = 0;
            const char* const end = used.data() + used.size() - 1;
            if (std::from_chars(used.data() + open + 1, end, index).ptr == end)
                value = element(std::string_view(used).substr(0, open), index);
        } else {
            value = used == "pi" ? std::numbers::pi : name(used);
        }
        return value ? source::Evaluated<source::Number>(*value) : source::unknown_name(used);
    };
    const auto root = source::parse_expression(text, chart_grammar());
    const auto value = root.and_then([&](const auto& node) {
        return source::evaluate(*node, {.arithmetic = source::Meaning::Arithmetic::real, .name = value_of});
    });
    if (!value) return fail(ErrorKind::failed, source::problem_text(value.error(), text));
    return source::real(*value);
}

} // namespace warpscope::catalog
