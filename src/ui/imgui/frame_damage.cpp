#include "ui/imgui/frame_damage.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace warpscope::ui {

namespace {

constexpr int tile_side = 32; // pixels
/// Redrawing this many unchanged tiles costs less than another rectangle, because each rectangle repeats all commands.
constexpr int max_spare = 6;

uint64_t mixed(uint64_t hash, uint64_t more) {
    hash = (hash ^ more) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 32;
}
template<typename T>
uint64_t bits_of(const T& value) {
    static_assert(sizeof(T) <= 8);
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}
uint64_t mixed(uint64_t hash, const ImDrawVert& v) {
    return mixed(mixed(mixed(hash, bits_of(v.pos)), bits_of(v.uv)), v.col);
}

/// Computes the command's scissor rectangle as ImGui's OpenGL backend does.
PixelRect scissor_of(const ImDrawCmd& command, const ImDrawData& data) {
    const ImVec2 scale = data.FramebufferScale, off = data.DisplayPos;
    const float left = (command.ClipRect.x - off.x) * scale.x, top = (command.ClipRect.y - off.y) * scale.y,
                right = (command.ClipRect.z - off.x) * scale.x, bottom = (command.ClipRect.w - off.y) * scale.y;
    const int height = static_cast<int>(data.DisplaySize.y * scale.y);
    const int low = static_cast<int>(static_cast<float>(height) - bottom);
    const int x = static_cast<int>(left);
    return {x, height - low - static_cast<int>(bottom - top), x + static_cast<int>(right - left), height - low};
}
/// Returns a clip rectangle for which scissor_of() gives `rect`. Rounding in the backend removes the added fractions.
ImVec4 clip_of(const PixelRect& rect, const ImDrawData& data) {
    const ImVec2 scale = data.FramebufferScale, off = data.DisplayPos;
    return {(static_cast<float>(rect.left) + 0.25f) / scale.x + off.x,
            (static_cast<float>(rect.top) - 0.5f) / scale.y + off.y,
            (static_cast<float>(rect.right) + 0.5f) / scale.x + off.x,
            (static_cast<float>(rect.bottom) - 0.25f) / scale.y + off.y};
}

struct TileRange {
    int begin = 0, end = 0;
};
using TileRanges = std::vector<TileRange>;

int length(const TileRanges& ranges) {
    int tiles = 0;
    for (const TileRange& r : ranges) tiles += r.end - r.begin;
    return tiles;
}
TileRanges joined(TileRanges ranges, const TileRanges& more) {
    ranges.insert(ranges.end(), more.begin(), more.end());
    std::ranges::sort(ranges, {}, &TileRange::begin);
    TileRanges out;
    for (const TileRange& r : ranges)
        if (!out.empty() && r.begin <= out.back().end + 1)
            out.back().end = std::max(out.back().end, r.end);
        else
            out.push_back(r);
    return out;
}

struct Band {
    TileRange rows;
    TileRanges columns;
};

std::vector<Band> bands_of(const std::vector<bool>& changed, int columns, int rows) {
    std::vector<Band> bands;
    for (int row = 0; row < rows; ++row) {
        TileRanges own;
        for (int column = 0; column < columns; ++column)
            if (changed[static_cast<size_t>(row * columns + column)])
                own = joined(std::move(own), {{column, column + 1}});
        if (own.empty()) continue;
        if (!bands.empty() && bands.back().rows.end == row) {
            Band& band = bands.back();
            TileRanges all = joined(band.columns, own);
            const int spare = length(all) * (row + 1 - band.rows.begin) -
                              length(band.columns) * (row - band.rows.begin) - length(own);
            if (spare <= max_spare) {
                band.columns = std::move(all);
                band.rows.end = row + 1;
                continue;
            }
        }
        bands.push_back({{row, row + 1}, std::move(own)});
    }
    return bands;
}

} // namespace

PixelRect intersection(const PixelRect& a, const PixelRect& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

std::vector<PixelRect> FrameDamage::update(const ImDrawData& data, const Ground& ground) {
    const ImVec2 scale = data.FramebufferScale;
    const int width = static_cast<int>(data.DisplaySize.x * scale.x),
              height = static_cast<int>(data.DisplaySize.y * scale.y);
    const int columns = (width + tile_side - 1) / tile_side, rows = (height + tile_side - 1) / tile_side;
    const PixelRect all{0, 0, width, height};
    std::vector<uint64_t> now(static_cast<size_t>(columns * rows), mixed(1, ground.color));
    ++frame_;

    for (const ImDrawList* list : data.CmdLists) {
        uint64_t mode = 0; // state set by callbacks
        for (const ImDrawCmd& command : list->CmdBuffer) {
            if (command.UserCallback != nullptr) {
                mode = mixed(mode, bits_of(command.UserCallback));
                continue;
            }
            const PixelRect clip = intersection(scissor_of(command, data), all);
            if (clip.empty()) continue;
            // Hashes the address of ImGui's own textures, because new ones have no id yet.
            const ImTextureData* const own_texture = command.TexRef._TexData;
            const ImTextureID texture = own_texture != nullptr ? ImTextureID{} : command.GetTexID();
            uint64_t with = mixed(mixed(mode, bits_of(own_texture)), static_cast<uint64_t>(texture));
            with = mixed(with, bits_of(clip.left));
            with = mixed(mixed(mixed(with, bits_of(clip.top)), bits_of(clip.right)), bits_of(clip.bottom));
            if (own_texture == nullptr) {
                const auto known = std::ranges::find(ground.covered, texture, &CoveredPart::texture);
                with = mixed(with, known != ground.covered.end() ? known->drawings : ~frame_);
            }
            const ImDrawIdx* index = list->IdxBuffer.Data + command.IdxOffset;
            for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
                const auto vertex = [&](unsigned k) -> const ImDrawVert& {
                    return list->VtxBuffer[static_cast<int>(command.VtxOffset + index[i + k])];
                };
                const ImDrawVert &a = vertex(0), &b = vertex(1), &c = vertex(2);
                const auto [left, right] = std::minmax({a.pos.x, b.pos.x, c.pos.x});
                const auto [top, bottom] = std::minmax({a.pos.y, b.pos.y, c.pos.y});
                const auto pixel = [](float at, float off, float by) {
                    return static_cast<int>(std::clamp((at - off) * by, -1e6f, 1e6f));
                };
                const PixelRect touched = intersection(
                    {pixel(left, data.DisplayPos.x, scale.x) - 1, pixel(top, data.DisplayPos.y, scale.y) - 1,
                     pixel(right, data.DisplayPos.x, scale.x) + 2, pixel(bottom, data.DisplayPos.y, scale.y) + 2},
                    clip);
                if (touched.empty()) continue;
                const uint64_t drawn = mixed(mixed(mixed(with, a), b), c);
                for (int y = touched.top / tile_side; y <= (touched.bottom - 1) / tile_side; ++y)
                    for (int x = touched.left / tile_side; x <= (touched.right - 1) / tile_side; ++x) {
                        uint64_t& own = now[static_cast<size_t>(y * columns + x)];
                        own = mixed(own, drawn);
                    }
            }
        }
    }

    const bool comparable = width == width_ && height == height_ && tiles_.size() == now.size();
    std::vector<bool> changed(now.size(), true);
    if (comparable)
        for (size_t k = 0; k < now.size(); ++k) changed[k] = now[k] != tiles_[k];
    tiles_ = std::move(now);
    width_ = width;
    height_ = height;
    std::vector<PixelRect> rects;
    for (const Band& band : bands_of(changed, columns, rows))
        for (const TileRange& r : band.columns)
            rects.push_back(intersection(
                {r.begin * tile_side, band.rows.begin * tile_side, r.end * tile_side, band.rows.end * tile_side}, all));
    return rects;
}

DrawnWithin::DrawnWithin(ImDrawData& data, const std::vector<PixelRect>& rects)
    : data_(data)
    , whole_(static_cast<size_t>(data.CmdLists.Size)) {
    for (size_t k = 0; k < whole_.size(); ++k) {
        ImDrawList& list = *data.CmdLists[static_cast<int>(k)];
        whole_[k].swap(list.CmdBuffer);
        for (const PixelRect& rect : rects)
            for (const ImDrawCmd& command : whole_[k]) {
                ImDrawCmd part = command;
                if (command.UserCallback == nullptr) {
                    const PixelRect clip = intersection(scissor_of(command, data), rect);
                    if (clip.empty()) continue;
                    part.ClipRect = clip_of(clip, data);
                }
                list.CmdBuffer.push_back(part);
            }
    }
}

DrawnWithin::~DrawnWithin() {
    for (size_t k = 0; k < whole_.size(); ++k) whole_[k].swap(data_.CmdLists[static_cast<int>(k)]->CmdBuffer);
}

} // namespace warpscope::ui
