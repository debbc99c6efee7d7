#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Data size; "1" on unused axes.
struct Reach {
    Expression x = "width", y = "height", z = "1";
    bool x_counts_blocks = false;
};

struct SetupDraft {
    enum class Extent { picture, square, line, volume, dimensions };

    std::string instance;
    Extent extent = Extent::line;
    Reach side;
    std::string main, input;
    Variant variant;
    std::vector<Guess> guesses;
    std::map<std::string, double> dimensions; // initial values of sizes, for Extent::dimensions

    void explain(Message message) { guesses.push_back({Guess::About::setup, {}, std::move(message)}); }
    void explain_about(Guess::About about, const std::string& name, Message message) {
        guesses.push_back({about, name, std::move(message)});
    }

    void add_slider(const std::string& name, double initial, double smallest, double largest, const std::string& help,
                    ElementType type = ElementType::s32);
};

[[nodiscard]] std::set<std::string> words_in(const std::string& text);
/// Replaces names, but not members such as "block.x".
[[nodiscard]] Expression replace_names(const Expression& text,
                                       const std::function<Expression(std::string_view name)>& value_of);

/// Appends "_" to names with a fixed meaning in expressions.
[[nodiscard]] std::string slider_name(const std::string& name);

[[nodiscard]] std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                                    const compile::SourceParameter& parameter);

[[nodiscard]] std::optional<uint32_t> instance_block_width(const compile::SourceKernel& kernel,
                                                           const std::string& instance);

[[nodiscard]] inline bool is_value(const compile::SourceParameter& parameter) {
    return !parameter.is_pointer && !parameter.is_texture;
}

/// Returns whether a number such as "k" is used as a size, not as an index.
[[nodiscard]] inline bool is_used_as_size(const compile::SourceParameter& parameter) {
    return parameter.bounds_index || parameter.bounds_loop || parameter.multiplies_row;
}

/// Returns a number's meaning by its name or, if unclear, its use.
[[nodiscard]] ScalarMeaning meaning_in(const compile::SourceKernel& kernel, const compile::SourceParameter& parameter);

/// Recognizes sizes that the body never mentions, which suggests a forgotten bounds check.
[[nodiscard]] bool is_unused_size(const compile::SourceKernel& kernel, const compile::SourceParameter& parameter);

/// Returns whether the kernel compares indices with a size, or has an unused size.
[[nodiscard]] bool expects_any_size(const compile::SourceKernel& kernel);

/// Returns whether blocks handle whole tiles without bounds checks.
[[nodiscard]] bool has_whole_tiles(const compile::SourceKernel& kernel);

/// Recognizes row offsets, which have one element more than there are rows.
[[nodiscard]] bool begins_rows(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
