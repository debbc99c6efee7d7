#include "analysis/captions.hpp"

#include <algorithm>
#include <map>

#include "catalog/text/caption.hpp"
#include "language/course.hpp"
#include "language/language.hpp"

namespace warpscope::analysis {

namespace {

/// Fills values into a translated caption. Returns "" if `values` lacks an expression of the translation.
std::string filled_in(std::string_view translated, const std::map<std::string, std::string>& values) {
    const auto parts = catalog::parse_caption(translated);
    if (!parts) return {};
    std::string out;
    for (const catalog::CaptionPart& part : *parts) {
        if (part.is_condition) continue;
        const auto value = part.is_expression ? values.find(part.text) : values.end();
        if (part.is_expression && value == values.end()) return {};
        out += part.is_expression ? value->second : part.text;
    }
    return out;
}

} // namespace

std::vector<std::string> caption_words(const catalog::Variant& variant, const catalog::Prepared& prepared) {
    std::vector<std::string> words = prepared.captions;
    if (language() == Language::english) return words;
    for (size_t i = 0; i < std::min(words.size(), variant.captions.size()); ++i) {
        if (words[i].empty()) continue; // its condition is not met
        if (std::string said = filled_in(tr_course(variant.captions[i].text), prepared.caption_values[i]);
            !said.empty())
            words[i] = std::move(said);
    }
    return words;
}

} // namespace warpscope::analysis
