#pragma once

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// Replaces each object with its members, with names such as "image_pixels".
[[nodiscard]] std::vector<compile::SourceParameter>
flat_parameters(const std::vector<compile::SourceParameter>& parameters);

/// Returns whether an object such as "int2 size" gives the data's size.
[[nodiscard]] bool is_extent(const compile::SourceKernel& kernel, const std::string& instance,
                             const compile::SourceParameter& parameter);

/// Guesses the argument for a number or an object of numbers. Adds sliders to the draft, whose buffers must exist.
/// `flat`: kernel with flat_parameters().
[[nodiscard]] Result<ArgumentSpec> guess_argument(SetupDraft& draft, const compile::SourceKernel& flat,
                                                  const compile::SourceParameter& parameter);

/// Returns the value of a number as an expression, such as "width" or its slider's name.
[[nodiscard]] Expression argument_value(const SetupDraft& draft, const compile::SourceKernel& flat,
                                        std::string_view name);

[[nodiscard]] std::string example_arguments(const std::vector<compile::SourceParameter>& parameters);

} // namespace warpscope::catalog
