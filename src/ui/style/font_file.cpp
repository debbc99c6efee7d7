#include "ui/style/font_file.hpp"

#include <memory>

#include <fontconfig/fontconfig.h>

namespace warpscope::ui {

namespace {

using Pattern = std::unique_ptr<FcPattern, decltype([](FcPattern* p) { FcPatternDestroy(p); })>;

const FcChar8* utf8(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

int fontconfig_weight(FontWeight weight) {
    switch (weight) {
    case FontWeight::regular: return FC_WEIGHT_REGULAR;
    case FontWeight::semibold: return FC_WEIGHT_DEMIBOLD;
    case FontWeight::bold: return FC_WEIGHT_BOLD;
    }
    return FC_WEIGHT_REGULAR;
}

} // namespace

std::optional<FontFile> find_font(const char* family, FontWeight weight) {
    const Pattern request(FcPatternCreate());
    FcPatternAddString(request.get(), FC_FAMILY, utf8(family));
    FcPatternAddInteger(request.get(), FC_WEIGHT, fontconfig_weight(weight));
    FcPatternAddInteger(request.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(request.get(), FC_VARIABLE, FcFalse); // ImGui does not support variation axes
    FcConfigSubstitute(nullptr, request.get(), FcMatchPattern);
    FcDefaultSubstitute(request.get());
    FcResult outcome{};
    const Pattern found(FcFontMatch(nullptr, request.get(), &outcome));
    if (!found) return std::nullopt;

    FcChar8* file = nullptr;
    bool same_family = false;
    FcChar8* name = nullptr;
    for (int i = 0; FcPatternGetString(found.get(), FC_FAMILY, i, &name) == FcResultMatch; ++i)
        same_family = same_family || FcStrCmpIgnoreCase(name, utf8(family)) == 0;
    if (!same_family || FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch) return std::nullopt;
    FontFile result{reinterpret_cast<const char*>(file), 0};
    FcPatternGetInteger(found.get(), FC_INDEX, 0, &result.index);
    return result;
}

} // namespace warpscope::ui
