// Intermediate state of a guessed setup.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Data size in x, y and z; "1" for unused axes.
struct Reach {
    Expression x = "width", y = "height", z = "1";
};

struct SetupDraft {
    enum class Extent { picture, square, line, volume };

    std::string instance; // kernel name with template arguments
    Extent extent = Extent::line;
    Reach side;
    std::string main, input; // main input and its contents
    Variant variant;
    std::vector<Guess> guesses;

    template<class... T>
    void say(fmt::format_string<T...> text, T&&... values) {
        guesses.push_back({Guess::About::setup, {}, fmt::format(text, std::forward<T>(values)...)});
    }
    /// Adds a guess about a buffer or number; `text` starts with its name.
    template<class... T>
    void say_of(Guess::About about, const std::string& name, fmt::format_string<const std::string&, T...> text,
                T&&... values) {
        guesses.push_back({about, name, fmt::format(text, name, std::forward<T>(values)...)});
    }

    void add_slider(const std::string& name, double initial, double smallest, double largest, const std::string& help,
                    ElementType type = ElementType::s32);
};

/// Returns the parameter's type after replacing template parameters by those of `instance`.
[[nodiscard]] std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                                    const compile::SourceParameter& parameter);

[[nodiscard]] inline bool is_value(const compile::SourceParameter& parameter) {
    return !parameter.is_pointer && !parameter.is_texture;
}

/// Returns whether an array contains row offsets, and hence one element more than rows.
[[nodiscard]] bool begins_rows(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
