#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

struct BufferContents {
    const HostBuffer& input;
    bool wanted = true;               // false: checks without contents
    const Prepared* before = nullptr; // see prepare(); may be null
};

/// Adds buffers and chooses the shown ones.
[[nodiscard]] Result<void> add_buffers(const Variant& variant, const BufferContents& contents, const Evaluation& values,
                                       Prepared& out);
void add_symbols(const Variant& variant, Prepared& out);
[[nodiscard]] Result<void> add_textures(const Variant& variant, Prepared& out);

} // namespace warpscope::catalog
