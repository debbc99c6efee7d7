#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/divided.hpp"
#include "catalog/experiment.hpp"

namespace warpscope::catalog {

[[nodiscard]] tl::unexpected<Diagnostic> misuse(Message message);

/// Values of names, such as "iteration", while a plan is made.
class Evaluation {
public:
    Evaluation(const Variant& variant, const Settings& settings)
        : variant_(variant)
        , settings_(settings) {}

    void set(std::string name, int64_t value) { values_[std::move(name)] = value; }
    void set(const std::string& name, const Dim3& value);

    [[nodiscard]] double value_of(const Parameter& parameter) const;
    [[nodiscard]] Result<int64_t> number(const Expression& text) const;
    [[nodiscard]] Number numbers() const {
        return [this](const Expression& text) { return number(text); };
    }
    [[nodiscard]] Result<uint32_t> extent(const Expression& text, const Message& what) const;
    [[nodiscard]] Result<Dim3> dimensions(const std::vector<Expression>& extents, const Message& what) const;
    /// Replaces expressions in braces with their values. Stores the values in `values`; key: expression.
    [[nodiscard]] Result<std::string> filled_in(const std::string& text,
                                                std::map<std::string, std::string>* values = nullptr) const;

private:
    [[nodiscard]] std::optional<int64_t> find(std::string_view name) const;

    const Variant& variant_;
    const Settings& settings_;
    std::map<std::string, int64_t, std::less<>> values_;
};

} // namespace warpscope::catalog
