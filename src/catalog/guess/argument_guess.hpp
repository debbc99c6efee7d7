// The arguments that a kernel may be launched with, guessed from its parameters. Private to src/catalog.
#pragma once

#include "catalog/guess/setup_draft.hpp"

namespace warpscope::catalog {

/// The parameters with, in place of those that are objects, the members that are pointers, called "image_pixels", and
/// those that are numbers.
[[nodiscard]] std::vector<compile::SourceParameter>
flat_parameters(const std::vector<compile::SourceParameter>& parameters);

/// Returns whether it is a vector such as "int2 size".
[[nodiscard]] bool is_extent(const compile::SourceKernel& kernel, const std::string& instance,
                             const compile::SourceParameter& parameter);

/// The argument for one parameter, an object's with its members; adds sliders to the draft, which has its buffers.
/// `flat`: the kernel with flat_parameters(). Fails where it is no number and no object of them.
[[nodiscard]] Result<ArgumentSpec> guess_argument(SetupDraft& draft, const compile::SourceKernel& flat,
                                                  const compile::SourceParameter& parameter);

/// What a person could write into a file for the parameters: ["in", ["f32:1", "s32:width"]].
[[nodiscard]] std::string example_arguments(const std::vector<compile::SourceParameter>& parameters);

} // namespace warpscope::catalog
