// A kernel's set-up while it is being guessed. Private to src/catalog.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "catalog/experiment.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// How far the data reach in x, y and z; "1" where they do not.
struct Reach {
    Expression x = "width", y = "height", z = "1";
};

struct SetupDraft {
    enum class Extent { picture, square, line, volume };

    std::string instance; // the kernel's name, with a template's arguments
    Extent extent = Extent::line;
    Reach side;
    std::string main, input; // the main input, and what it opens
    Variant variant;
    std::vector<Guess> guesses;

    /// Of the whole.
    template<class... T>
    void say(fmt::format_string<T...> text, T&&... values) {
        guesses.push_back({Guess::About::setup, {}, fmt::format(text, std::forward<T>(values)...)});
    }
    /// Of a buffer or a number; `text` begins with its name.
    template<class... T>
    void say_of(Guess::About about, const std::string& name, fmt::format_string<const std::string&, T...> text,
                T&&... values) {
        guesses.push_back({about, name, fmt::format(text, name, std::forward<T>(values)...)});
    }

    void add_slider(const std::string& name, double initial, double smallest, double largest, const std::string& help,
                    ElementType type = ElementType::s32);
};

/// Returns what the example instance has for a template's own type; else the parameter's type as it is.
[[nodiscard]] std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                                    const compile::SourceParameter& parameter);

/// Returns whether the parameter is a number, a vector of them, or an object that is passed by value.
[[nodiscard]] inline bool is_value(const compile::SourceParameter& parameter) {
    return !parameter.is_pointer && !parameter.is_texture;
}

/// Returns whether an array says where each row of others begins: it has one element more than there are rows.
[[nodiscard]] bool begins_rows(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
