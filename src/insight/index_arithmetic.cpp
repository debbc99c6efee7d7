#include "insight/index_arithmetic.hpp"

#include <algorithm>
#include <charconv>

#include "source/conditions.hpp"
#include "source/name_meaning.hpp"

namespace warpscope::insight {

IndexArithmetic::IndexArithmetic(const session::RunResult& result)
    : result_(result) {
    const PlannedLaunch& launch = result.prepared.plan.launches.back();
    const std::string kernel(launch.identifier());
    text_ = source::read_kernel(result.source, kernel);
    formulas_ = source::index_formulas(result.source, kernel);
    for (const auto& [name, text] : result.prepared.defines) {
        int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc{} && end == text.data() + text.size()) outside_[name] = number;
    }
    read_macros();
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* scalar = std::get_if<ScalarArgument>(&launch.arguments[i]);
        if (scalar == nullptr || is_floating(scalar->type)) continue;
        const bool named = text_ && i < text_->parameters.size() && !text_->parameters[i].name.empty();
        outside_[named ? std::string(text_->parameters[i].name) : scalar->name] = static_cast<int64_t>(scalar->value);
    }
}

void IndexArithmetic::read_macros() {
    if (!text_) return;
    for (const source::Macro& macro : text_->macros) {
        const std::string name(macro.name);
        const auto has_name = [&](const source::Macro& other) { return other.name == macro.name; };
        // Skips macros with several definitions: only the build knows which one applies.
        if (macro.has_parameters || outside_.contains(name) || std::ranges::count_if(text_->macros, has_name) != 1)
            continue;
        const auto body = source::parse_expression(macro.body_text, source::arithmetic_grammar());
        if (!body) continue;
        const auto value = source::evaluate_whole(**body, [&](std::string_view used) -> std::optional<int64_t> {
            const auto found = macros_.find(used);
            return found == macros_.end() ? std::nullopt : std::optional(found->second);
        });
        if (value) macros_[name] = *value;
    }
}

std::optional<uint32_t> IndexArithmetic::meaning(std::string_view name, uint32_t line) const {
    if (!text_) return std::nullopt;
    const auto [at, fresh] = meanings_.try_emplace({std::string(name), line});
    if (fresh) at->second = source::fixed_meaning(*text_, name, line);
    return at->second;
}

std::optional<int64_t> IndexArithmetic::find(const OfThread& values, std::string_view name, uint32_t line) const {
    if (const auto found = values.built_in.find(name); found != values.built_in.end()) return found->second;
    if (const auto macro = macros_.find(name); macro != macros_.end()) return macro->second;
    const auto declared = meaning(name, line);
    if (!declared) return std::nullopt;
    const Values* known = &outside_;
    if (*declared != 0) {
        const auto of_line = values.declared.find(*declared);
        if (of_line == values.declared.end()) return std::nullopt; // declared without index arithmetic
        known = &of_line->second;
    }
    const auto found = known->find(name);
    return found == known->end() ? std::nullopt : std::optional(found->second);
}

IndexArithmetic::OfThread IndexArithmetic::of_thread(const Dim3& block, const Dim3& thread,
                                                     std::vector<FormulaLine>* lines) const {
    OfThread values;
    const auto put = [&](const std::string& name, const Dim3& d) {
        values.built_in[name + ".x"] = d.x;
        values.built_in[name + ".y"] = d.y;
        values.built_in[name + ".z"] = d.z;
    };
    const LaunchConfig& config = result_.shown().config;
    put("blockIdx", block);
    put("threadIdx", thread);
    put("blockDim", config.block);
    put("gridDim", config.grid);
    values.built_in["warpSize"] = warp_size;
    for (const source::IndexFormula& f : formulas_) {
        const source::WholeLookup lookup = [&](std::string_view name) -> std::optional<int64_t> {
            // The formula may use a name that its own line declares.
            if (const auto same = values.declared.find(f.line); same != values.declared.end())
                if (const auto found = same->second.find(name); found != same->second.end()) return found->second;
            return find(values, name, f.line);
        };
        const auto keeps_out = [&](const source::Guard& guard) {
            return source::holds(guard.condition,
                                 [&](std::string_view name) { return find(values, name, guard.line); }) == false;
        };
        if (text_ && std::ranges::any_of(source::guards_around(*text_, f.line), keeps_out)) continue;
        const auto value = source::evaluate_whole(*f.value, lookup);
        const auto numbers = source::fill_in_names(*f.value, f.expression, lookup);
        if (!value || !numbers) continue; // depends on more than indices
        values.declared[f.line][f.name] = *value;
        if (lines != nullptr)
            lines->push_back({f.name, f.expression, *numbers, *value, f.line,
                              text_ && !source::keeps_first_value(*text_, f.name, f.line)});
    }
    return values;
}

std::vector<FormulaLine> IndexArithmetic::formulas(const Dim3& block, const Dim3& thread) const {
    std::vector<FormulaLine> lines;
    (void)of_thread(block, thread, &lines);
    return lines;
}

std::optional<int64_t> IndexArithmetic::value(const std::string& name, uint32_t line, const Dim3& block,
                                              const Dim3& thread) const {
    const std::pair of{block, thread};
    if (!last_ || !(last_->first == of)) last_.emplace(of, of_thread(block, thread, nullptr));
    return find(last_->second, name, line);
}

} // namespace warpscope::insight
