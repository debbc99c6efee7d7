#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/check_buffers.hpp"

namespace warpscope::catalog {

struct ArgumentText;

class DeviceChecks {
public:
    DeviceChecks(const Variant& variant, const Report& report, CheckExpression expression)
        : variant_(variant)
        , report_(report)
        , expression_(std::move(expression)) {}

    [[nodiscard]] Names common_names() const;
    [[nodiscard]] Names device_names() const;

    /// `reserved`: names that values must not have.
    void check_values(const Names& known, const Names& reserved) const;
    void check_copies(PartRef where, const LaunchSpec& launch, const Names& known) const;
    void check_place(PartRef where, const std::string& text, const ArgumentText& place, const Names& known) const;

private:
    [[nodiscard]] bool differs_by_device(const NamedValue& value, size_t depth = 0) const;
    [[nodiscard]] bool names(const std::string& wanted, const Expression& text, size_t depth = 0) const;

    const Variant& variant_;
    const Report& report_;
    CheckExpression expression_;
};

} // namespace warpscope::catalog
