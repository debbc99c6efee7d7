// Checks that the parts of a variant fit together: names that exist, expressions that parse. Private to src/catalog.
#pragma once

#include <functional>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

/// Which part of the variant a problem belongs to, so that its place in the file can be looked up.
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

/// Calls `report` for everything that is wrong.
void check_variant(const Variant& variant,
                   const std::function<void(PartRef where, std::string message, std::string hint)>& report);

} // namespace warpscope::catalog
