#pragma once

#include <string>
#include <vector>

#include "catalog/experiment.hpp"
#include "catalog/guess/parameter_names.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::catalog {

/// Data size; "1" for unused axes.
struct Reach {
    Expression x = "width", y = "height", z = "1";
};

struct SetupDraft {
    enum class Extent { picture, square, line, volume };

    std::string instance;
    Extent extent = Extent::line;
    Reach side;
    std::string main, input;
    Variant variant;
    std::vector<Guess> guesses;

    /// Adds a guess about the whole set-up.
    void say(Message message) { guesses.push_back({Guess::About::setup, {}, std::move(message)}); }
    /// Adds a guess about the buffer or number `name`.
    void say_of(Guess::About about, const std::string& name, Message message) {
        guesses.push_back({about, name, std::move(message)});
    }

    void add_slider(const std::string& name, double initial, double smallest, double largest, const std::string& help,
                    ElementType type = ElementType::s32);
};

/// Replaces template parameters by those of `instance`.
[[nodiscard]] std::string type_name(const compile::SourceKernel& kernel, const std::string& instance,
                                    const compile::SourceParameter& parameter);

[[nodiscard]] inline bool is_value(const compile::SourceParameter& parameter) {
    return !parameter.is_pointer && !parameter.is_texture;
}

/// Returns the meaning of a number by its name, or by its use if the name says nothing definite.
[[nodiscard]] ScalarMeaning meaning_in(const compile::SourceKernel& kernel, const compile::SourceParameter& parameter);

/// Returns whether the kernel compares a size with its indices, so that sizes need not be multiples of the block.
[[nodiscard]] bool has_bounds_check(const compile::SourceKernel& kernel);

/// Recognizes row offsets, which have one element more than rows.
[[nodiscard]] bool begins_rows(const compile::SourceParameter& parameter);

} // namespace warpscope::catalog
