// Checks the consistency of a variant: existing names, valid expressions.
#pragma once

#include <functional>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Part of the variant with a problem, for finding its place in the file.
struct PartRef {
    enum class Kind {
        variant,
        parameter,
        buffer,
        symbol,
        texture,
        value,
        launch,
        window,
        arrangement,
        caption,
        chart
    } kind = Kind::variant;
    size_t index = 0;
};

void check_variant(const Variant& variant,
                   const std::function<void(PartRef where, std::string message, std::string hint)>& report);

} // namespace warpscope::catalog
