#pragma once

#include "catalog/experiment.hpp"
#include "catalog/prepare/evaluation.hpp"

namespace warpscope::catalog {

struct BufferContents {
    const HostBuffer& input;
    bool wanted = true;               // false: checks shapes without making contents
    const Prepared* before = nullptr; // as in prepare()
};

[[nodiscard]] Result<void> add_buffers(const Variant& variant, const BufferContents& contents, const Evaluation& values,
                                       Prepared& out);
void add_symbols(const Variant& variant, Prepared& out);
[[nodiscard]] Result<void> add_textures(const Variant& variant, Prepared& out);

} // namespace warpscope::catalog
