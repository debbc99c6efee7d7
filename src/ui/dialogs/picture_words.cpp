#include "ui/dialogs/picture_words.hpp"

#include <algorithm>
#include <cmath>

#include "render/style/named_group.hpp"
#include "ui/imgui/drawing_crop.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

constexpr float side = 16, pad = 8, title_strip = 42;

void strip(const Look& look, const char* name, ImVec2 at, ImVec2 size, const char* group, float top, auto&& contents) {
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(side), look.px(top)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colors->view);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    {
        const render::NamedGroup named(*ImGui::GetWindowDrawList(), group);
        contents();
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

} // namespace

PictureWords::PictureWords(const SavePicture& request, const Look& look, float width, float reading)
    : title_(request.title)
    , caption_(request.caption)
    , width_(width)
    , reading_(reading) {
    if (!title_.empty()) title_height_ = std::round(look.px(std::max(title_strip, 1.9f * reading)));
    if (caption_.empty()) return;
    const float size = look.px(std::max(size_title, reading));
    const ImVec2 whole = look.fonts.text->CalcTextSizeA(size, FLT_MAX, width - 2 * look.px(side), caption_.c_str());
    constexpr float spare_line = 1; // paragraph lines are slightly taller than measured
    caption_height_ = std::ceil(whole.y * 1.3f + spare_line * size + 2 * look.px(pad));
}

void PictureWords::draw(const Look& look, float y) const {
    if (!title_.empty())
        strip(look, "##picture title", {0, y}, {width_, title_height_}, "figure-title", 10, [&] {
            text(look, title_, {Face::strong, std::max(size_large, reading_), 0}, width_ - 2 * look.px(side));
        });
    if (!caption_.empty())
        strip(look, "##picture caption", {0, y + title_height_}, {width_, caption_height_}, "figure-caption", pad, [&] {
            paragraph(look, caption_, {Face::text, std::max(size_title, reading_), 0});
        });
}

Picture PictureWords::around(const Picture& frame, const drawing::Rect& part, float y, int scale) const {
    const auto cut = [&](double left, double top, double width, double height) {
        const auto at = [&](double length) { return static_cast<uint32_t>(std::lround(length * scale)); };
        return cropped(frame, at(left), at(top), at(width), at(height));
    };
    Picture whole = cut(part.x, part.y, part.width, part.height);
    if (height() == 0) return whole;
    const Picture above = cut(0, y, part.width, title_height_),
                  below = cut(0, y + title_height_, part.width, caption_height_);
    std::vector<uint8_t> rgba;
    for (const Picture* one : {&above, static_cast<const Picture*>(&whole), &below}) {
        if (one->width != whole.width) continue;
        rgba.insert(rgba.end(), one->rgba.begin(), one->rgba.end());
    }
    whole.height = static_cast<uint32_t>(rgba.size() / 4 / std::max(whole.width, 1u));
    whole.rgba = std::move(rgba);
    return whole;
}

drawing::Picture PictureWords::around(drawing::Picture part, const drawing::Picture& frame, float y) const {
    if (height() == 0) return part;
    std::vector<drawing::Picture> all;
    if (title_height_ > 0) all.push_back(cropped(frame, {0, y, part.width, title_height_}));
    const double width = part.width;
    all.push_back(std::move(part));
    if (caption_height_ > 0) all.push_back(cropped(frame, {0, y + title_height_, width, caption_height_}));
    return stacked(std::move(all));
}

} // namespace warpscope::ui
