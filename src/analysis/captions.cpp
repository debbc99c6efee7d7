#include "analysis/captions.hpp"

#include "language/course.hpp"
#include "language/filled.hpp"

namespace warpscope::analysis {

std::vector<std::string> caption_words(const catalog::Variant& variant, const catalog::Prepared& prepared) {
    std::vector<std::string> words;
    for (size_t i = 0; i < prepared.captions.size(); ++i)
        words.push_back(i < variant.captions.size() ? refilled(prepared.captions[i], variant.captions[i].text,
                                                               tr_course(variant.captions[i].text))
                                                    : prepared.captions[i]);
    return words;
}

} // namespace warpscope::analysis
