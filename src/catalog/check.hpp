#pragma once

#include <functional>

#include "catalog/experiment.hpp"

namespace warpscope::catalog {

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
                   const std::function<void(PartRef where, Message message, Message hint)>& report);

} // namespace warpscope::catalog
