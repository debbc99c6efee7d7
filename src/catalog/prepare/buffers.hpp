// Adds buffers, variables and textures to a plan.
#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

/// Sources of buffer contents.
struct BufferContents {
    const HostBuffer& input;
    bool wanted = true;               // false: checks only, as far as possible without contents
    const Prepared* before = nullptr; // see prepare(); may be null
};

/// Adds the buffers and chooses the shown ones.
[[nodiscard]] Result<void> add_buffers(const Variant& variant, const BufferContents& contents, const Evaluation& values,
                                       Prepared& out);
/// Adds the contents of `__device__` and `__constant__` variables.
void add_symbols(const Variant& variant, Prepared& out);
[[nodiscard]] Result<void> add_textures(const Variant& variant, Prepared& out);

} // namespace warpscope::catalog
