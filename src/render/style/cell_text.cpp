#include "render/style/cell_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::render {

namespace {

/// Shortens "-6.25e-08" to "-6.25e-8", "1e+06" to "1e6".
std::string without_padding(std::string text) {
    const size_t e = text.find('e');
    if (e == std::string::npos) return text;
    size_t digits = e + 1;
    if (digits < text.size() && text[digits] == '+') text.erase(digits, 1);
    if (digits < text.size() && text[digits] == '-') ++digits;
    while (digits + 1 < text.size() && text[digits] == '0') text.erase(digits, 1);
    return text;
}

void add_shorter(std::vector<std::vector<std::string>>& forms, std::string text) {
    if (forms.empty() || text.size() < forms.back().front().size()) forms.push_back({std::move(text)});
}

std::vector<std::vector<std::string>> float_forms(double value) {
    std::vector<std::vector<std::string>> forms;
    if (std::abs(value) >= 1e4 && std::abs(value) < 1e6) forms.push_back({fmt::format("{:.0f}", value)});
    for (int digits = 4; digits >= 1; --digits)
        add_shorter(forms, without_padding(fmt::format("{:.{}g}", value, digits)));
    const std::string last = forms.back().front();
    if (const size_t e = last.find('e'); e != std::string::npos) forms.push_back({last.substr(0, e), last.substr(e)});
    return forms;
}

std::vector<std::vector<std::string>> integer_forms(const std::string& exact, double value) {
    std::vector<std::vector<std::string>> forms{{exact}};
    static constexpr std::array units{std::pair{1e3, 'k'}, std::pair{1e6, 'M'}, std::pair{1e9, 'G'}};
    for (const auto& [unit, letter] : units) {
        if (std::abs(value) < unit) break;
        for (const int digits : {1, 0}) add_shorter(forms, fmt::format("{:.{}f}{}", value / unit, digits, letter));
    }
    return forms;
}

} // namespace

std::vector<std::vector<std::string>> value_forms(const HostBuffer& buffer, uint64_t element) {
    const double value = element_as_double(buffer.bytes->data(), buffer.layout.type, element);
    if (is_floating(buffer.layout.type)) return float_forms(value);
    return integer_forms(element_text(buffer.bytes->data(), buffer.layout.type, element), value);
}

std::vector<std::string> fitting_value(const HostBuffer& buffer, uint64_t element, size_t columns, size_t lines) {
    for (std::vector<std::string>& form : value_forms(buffer, element)) {
        const auto widest = std::max_element(form.begin(), form.end(),
                                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
        if (form.size() <= lines && widest->size() <= columns) return std::move(form);
    }
    return {};
}

} // namespace warpscope::render
