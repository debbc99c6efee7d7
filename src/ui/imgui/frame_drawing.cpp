#include "ui/imgui/frame_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <imgui_internal.h>

#include "gl/texture.hpp"
#include "render/style/named_group.hpp"
#include "ui/imgui/atlas_glyphs.hpp"

namespace warpscope::ui {

namespace {

using Polygon = std::vector<ImDrawVert>;

drawing::Point point(ImVec2 p) { return {p.x, p.y}; }
drawing::Rect rect(const ImVec4& r) { return {r.x, r.y, r.z - r.x, r.w - r.y}; }

drawing::Rect bounds_of(const Polygon& corners) {
    double left = corners[0].pos.x, right = left, top = corners[0].pos.y, bottom = top;
    for (const ImDrawVert& v : corners) {
        left = std::min<double>(left, v.pos.x);
        right = std::max<double>(right, v.pos.x);
        top = std::min<double>(top, v.pos.y);
        bottom = std::max<double>(bottom, v.pos.y);
    }
    return {left, top, right - left, bottom - top};
}

bool is_upright(const Polygon& p) {
    if (p.size() != 4) return false;
    const auto same = [](float a, float b) { return std::abs(a - b) < 0.01f; };
    return (same(p[0].pos.x, p[3].pos.x) && same(p[1].pos.x, p[2].pos.x) && same(p[0].pos.y, p[1].pos.y) &&
            same(p[2].pos.y, p[3].pos.y)) ||
           (same(p[0].pos.x, p[1].pos.x) && same(p[2].pos.x, p[3].pos.x) && same(p[1].pos.y, p[2].pos.y) &&
            same(p[3].pos.y, p[0].pos.y));
}

drawing::Rect intersection(const drawing::Rect& a, const drawing::Rect& b) {
    const double left = std::max(a.x, b.x), top = std::max(a.y, b.y);
    return {left, top, std::max(0.0, std::min(a.x + a.width, b.x + b.width) - left),
            std::max(0.0, std::min(a.y + a.height, b.y + b.height) - top)};
}
bool holds(const drawing::Rect& outer, const drawing::Rect& inner) {
    constexpr double little = 0.6; // pixels
    return inner.x >= outer.x - little && inner.y >= outer.y - little &&
           inner.x + inner.width <= outer.x + outer.width + little &&
           inner.y + inner.height <= outer.y + outer.height + little;
}

struct Segment {
    ImVec2 from, to;
    double width = 0;
    ImU32 color = 0;
};
std::optional<Segment> segment_of(const Polygon& p) {
    if (p.size() != 4) return std::nullopt;
    const ImVec2 across{p[0].pos.x - p[3].pos.x, p[0].pos.y - p[3].pos.y};
    const ImVec2 other{p[1].pos.x - p[2].pos.x, p[1].pos.y - p[2].pos.y};
    const ImVec2 along{p[1].pos.x - p[0].pos.x, p[1].pos.y - p[0].pos.y};
    const float width = std::hypot(across.x, across.y), length = std::hypot(along.x, along.y);
    const bool parallel = std::abs(across.x - other.x) < 0.02f && std::abs(across.y - other.y) < 0.02f;
    const bool square = std::abs(across.x * along.x + across.y * along.y) < 0.02f * width * length + 1e-4f;
    if (!parallel || !square || width <= 0) return std::nullopt;
    return Segment{{(p[0].pos.x + p[3].pos.x) / 2, (p[0].pos.y + p[3].pos.y) / 2},
                   {(p[1].pos.x + p[2].pos.x) / 2, (p[1].pos.y + p[2].pos.y) / 2},
                   width,
                   p[0].col};
}
bool near(ImVec2 a, ImVec2 b) { return std::abs(a.x - b.x) < 0.02f && std::abs(a.y - b.y) < 0.02f; }

class ListReader {
public:
    ListReader(const AtlasGlyphs& glyphs, const Fonts& fonts, const TextureDrawing& of_texture, drawing::Rect frame)
        : glyphs_(glyphs)
        , fonts_(fonts)
        , of_texture_(of_texture)
        , frame_(frame) {
        groups_.emplace_back();
    }

    drawing::Group read(const ImDrawList& list) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback != nullptr) {
                if (command.UserCallback == render::name_marker)
                    mark(static_cast<const char*>(command.UserCallbackData));
                continue;
            }
            clip_ = intersection(rect(command.ClipRect), frame_);
            if (clip_.width <= 0 || clip_.height <= 0) continue;
            const bool own = command.GetTexID() == glyphs_.texture();
            each_polygon(list, command, [&](const Polygon& p) {
                if (!own)
                    image(command.GetTexID(), p);
                else if (p.size() == 4 && !glyphs_.is_white(p[0].uv))
                    letter(p);
                else
                    shape(p);
            });
            finish();
        }
        while (groups_.size() > 1) close();
        return std::move(groups_.front());
    }

private:
    template<class Take>
    static void each_polygon(const ImDrawList& list, const ImDrawCmd& command, const Take& take) {
        Polygon corners;
        const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
        const auto vertex = [&](ImDrawIdx i) { return list.VtxBuffer[static_cast<int>(command.VtxOffset + i)]; };
        ImDrawIdx first = 0, last = 0;
        for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
            const ImDrawIdx a = index[i], b = index[i + 1], c = index[i + 2];
            if (!corners.empty() && a == first && b == last) {
                corners.push_back(vertex(c));
            } else {
                if (!corners.empty()) take(corners);
                corners = {vertex(a), vertex(b), vertex(c)};
                first = a;
            }
            last = c;
        }
        if (!corners.empty()) take(corners);
    }

    void mark(const char* name) {
        finish();
        if (*name != 0) {
            groups_.push_back({name, {}, {}});
        } else if (groups_.size() > 1) {
            close();
        }
    }
    void close() {
        drawing::Group done = std::move(groups_.back());
        groups_.pop_back();
        groups_.back().items.push_back({std::move(done)});
    }
    void add(drawing::Item item, const drawing::Rect& bounds) {
        const drawing::Rect seen = intersection(bounds, clip_);
        if (seen.width <= 0 && seen.height <= 0) return;
        std::vector<drawing::Item>& items = groups_.back().items;
        if (holds(clip_, bounds)) {
            items.push_back(std::move(item));
            return;
        }
        auto* open = items.empty() ? nullptr : std::get_if<drawing::Group>(&items.back().is);
        if (open == nullptr || !open->name.empty() || open->clip != clip_) {
            items.push_back({drawing::Group{{}, clip_, {}}});
            open = std::get_if<drawing::Group>(&items.back().is);
        }
        open->items.push_back(std::move(item));
    }

    void shape(const Polygon& p) {
        finish_text();
        const ImU32 color = p[0].col;
        if (color >> 24 == 0) return;
        if (const auto segment = segment_of(p)) {
            if (!line_.empty() && near(line_.back().to, segment->from) && line_.back().color == segment->color &&
                std::abs(line_.back().width - segment->width) < 0.02) {
                line_.push_back(*segment);
                return;
            }
            finish_line();
            line_ = {*segment};
            single_ = p;
            return;
        }
        finish_line();
        drawing::Shape filled;
        filled.style.fill = color;
        drawing::Path path;
        for (const ImDrawVert& v : p) path.points.push_back(point(v.pos));
        filled.paths.push_back(std::move(path));
        add({std::move(filled)}, bounds_of(p));
    }

    void finish_line() {
        if (line_.empty()) return;
        drawing::Shape drawn;
        drawing::Rect bounds = bounds_of(single_);
        if (line_.size() == 1 && is_upright(single_)) {
            drawn.style.fill = line_.front().color;
            bounds = intersection(bounds, clip_);
            drawn.rects.push_back(bounds);
        } else {
            drawn.style.stroke = line_.front().color;
            drawn.style.width = line_.front().width;
            drawing::Path path;
            path.closed = line_.size() > 2 && near(line_.back().to, line_.front().from);
            path.points.push_back(point(line_.front().from));
            for (const Segment& s : line_) path.points.push_back(point(s.to));
            if (path.closed) path.points.pop_back();
            double left = path.points[0].x, right = left, top = path.points[0].y, bottom = top;
            for (const drawing::Point& at : path.points) {
                left = std::min(left, at.x);
                right = std::max(right, at.x);
                top = std::min(top, at.y);
                bottom = std::max(bottom, at.y);
            }
            const double half = drawn.style.width / 2;
            bounds = {left - half, top - half, right - left + 2 * half, bottom - top + 2 * half};
            drawn.paths.push_back(std::move(path));
        }
        line_.clear();
        add({std::move(drawn)}, bounds);
    }

    void image(ImTextureID texture, const Polygon& p) {
        finish();
        const drawing::Rect at = bounds_of(p);
        if (auto drawn = of_texture_ ? of_texture_(texture, at) : std::nullopt) {
            add({std::move(*drawn)}, at);
            return;
        }
        gl::TexturePixels pixels = gl::read_rgba(static_cast<GLuint>(texture));
        if (pixels.width == 0 || pixels.height == 0) return;
        const bool upside_down = p[0].uv.y > p[2].uv.y;
        const size_t row = size_t{pixels.width} * 4;
        if (upside_down)
            for (uint32_t y = 0; y < pixels.height / 2; ++y)
                std::swap_ranges(pixels.rgba.begin() + static_cast<ptrdiff_t>(y * row),
                                 pixels.rgba.begin() + static_cast<ptrdiff_t>((y + 1) * row),
                                 pixels.rgba.begin() + static_cast<ptrdiff_t>((pixels.height - 1 - y) * row));
        add({drawing::Image{at, pixels.width, pixels.height, std::move(pixels.rgba), true}}, at);
    }

    [[nodiscard]] drawing::Face face_of(const ImFont* font) const {
        if (font == fonts_.mono_strong && font != fonts_.mono) return drawing::Face::mono_strong;
        if (font == fonts_.mono) return drawing::Face::mono;
        if (font == fonts_.strong && font != fonts_.text) return drawing::Face::strong;
        return drawing::Face::text;
    }
    double em(const ImFont* font) {
        const auto [known, is_new] = ems_.try_emplace(font, 0.0);
        if (is_new) known->second = em_of(*font);
        return known->second;
    }

    void letter(const Polygon& p) {
        finish_line();
        const ImVec2 middle{(p[0].uv.x + p[2].uv.x) / 2, (p[0].uv.y + p[2].uv.y) / 2};
        const KnownGlyph* const known = glyphs_.at(middle);
        if (known == nullptr || p[0].col >> 24 == 0) return;
        const ImFontGlyph& g = *known->glyph;
        // The letter may be drawn in another size, and clipped. Texture coordinates show the clipped side.
        const double scale = (p[2].pos.x - p[0].pos.x) / (g.X1 - g.X0) * (g.U1 - g.U0) / (p[2].uv.x - p[0].uv.x);
        const double right = p[2].uv.x >= g.U1 - 1e-6f ? p[2].pos.x - g.X1 * scale : p[0].pos.x - g.X0 * scale;
        const double top = p[2].uv.y >= g.V1 - 1e-6f ? p[2].pos.y - g.Y1 * scale : p[0].pos.y - g.Y0 * scale;
        const double baseline = top + std::round(known->baked->Ascent) * scale;
        // GetCharAdvance() is not const.
        const double space = const_cast<ImFontBaked*>(known->baked)->GetCharAdvance(' ') * scale;
        int blanks = -1;
        if (text_ && text_of_ == known->baked && text_->color == p[0].col && std::abs(text_->at.y - baseline) < 0.05) {
            const double gap = (right - pen_) / std::max(space, 0.01);
            if (std::abs(gap - std::round(gap)) < 0.08 && gap > -0.5 && gap < 40)
                blanks = static_cast<int>(std::lround(gap));
        }
        if (blanks < 0) {
            finish_text();
            text_.emplace();
            text_->at = {right, baseline};
            text_->size = em(known->baked->ContainerFont) * known->baked->Size * scale;
            text_->color = p[0].col;
            text_->face = face_of(known->baked->ContainerFont);
            text_of_ = known->baked;
            text_top_ = top;
            text_height_ = known->baked->Size * scale;
            blanks = 0;
        }
        text_->words.append(static_cast<size_t>(blanks), ' ');
        std::array<char, 5> utf8{};
        text_->words.append(utf8.data(), static_cast<size_t>(ImTextCharToUtf8(utf8.data(), g.Codepoint)));
        pen_ = right + g.AdvanceX * scale;
        text_->width = pen_ - text_->at.x;
    }

    void finish_text() {
        if (!text_) return;
        drawing::Text words = std::move(*text_);
        text_.reset();
        const drawing::Rect bounds{words.at.x, text_top_, words.width, text_height_};
        // A text with a rim comes as nine texts: the rim is eight shifted copies.
        std::vector<drawing::Item>& items = groups_.back().items;
        size_t around = 0;
        double reach = 0;
        uint32_t rim = 0;
        while (around < 8 && around < items.size()) {
            const auto* other = std::get_if<drawing::Text>(&items[items.size() - 1 - around].is);
            if (other == nullptr || other->words != words.words || other->size != words.size ||
                other->color == words.color || (rim != 0 && other->color != rim))
                break;
            const double dx = std::abs(other->at.x - words.at.x), dy = std::abs(other->at.y - words.at.y);
            if (std::max(dx, dy) > words.size / 2) break;
            rim = other->color;
            reach = std::max({reach, dx, dy});
            ++around;
        }
        if (around == 8) {
            items.resize(items.size() - 8);
            words.rim = rim;
            words.rim_width = reach;
        }
        add({std::move(words)}, bounds);
    }
    void finish() {
        finish_line();
        finish_text();
    }

    const AtlasGlyphs& glyphs_;
    const Fonts& fonts_;
    const TextureDrawing& of_texture_;
    drawing::Rect frame_, clip_;
    std::vector<drawing::Group> groups_; // outermost first
    std::vector<Segment> line_;
    Polygon single_; // outline of the first segment of `line_`
    std::optional<drawing::Text> text_;
    const ImFontBaked* text_of_ = nullptr;
    double pen_ = 0, text_top_ = 0, text_height_ = 0;
    std::map<const ImFont*, double> ems_;
};

} // namespace

void draw_plain_edges(bool on) {
    render::NamedGroup::want(on);
    ImGuiStyle& style = ImGui::GetStyle();
    style.AntiAliasedFill = style.AntiAliasedLines = style.AntiAliasedLinesUseTex = !on;
    style.CircleTessellationMaxError = on ? 0.03f : ImGuiStyle().CircleTessellationMaxError;
    style.CurveTessellationTol = on ? 0.2f : ImGuiStyle().CurveTessellationTol;
}

drawing::Picture drawing_of(const ImDrawData& data, const Fonts& fonts, const TextureDrawing& of_texture) {
    drawing::Picture picture{data.DisplaySize.x, data.DisplaySize.y, {}, {}};
    const AtlasGlyphs glyphs;
    const drawing::Rect frame{0, 0, picture.width, picture.height};
    for (const ImDrawList* list : data.CmdLists) {
        drawing::Group drawn = ListReader(glyphs, fonts, of_texture, frame).read(*list);
        if (!drawn.items.empty()) picture.content.items.push_back({std::move(drawn)});
    }
    return picture;
}

} // namespace warpscope::ui
