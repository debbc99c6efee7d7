#include "export/film/gif.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>

#include <fmt/format.h>
#include <gif_lib.h>

#include "export/file.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

constexpr int max_colors = 255;

struct Rgb {
    int r = 0, g = 0, b = 0;
};

uint32_t color_at(const FilmFrame& frame, size_t pixel) {
    const uint8_t* const c = &frame.rgba[4 * pixel];
    return uint32_t{c[0]} << 16 | uint32_t{c[1]} << 8 | c[2];
}

/// Photos rarely repeat the pixel to the left.
std::vector<uint32_t> colors_of_areas(std::span<const FilmFrame> samples, size_t max) {
    constexpr size_t min_pixels = 12;
    std::unordered_map<uint32_t, size_t> pixels;
    for (const FilmFrame& sample : samples)
        for (size_t at = 1; at < size_t{sample.width} * sample.height; ++at)
            if (const uint32_t color = color_at(sample, at); color == color_at(sample, at - 1)) ++pixels[color];
    std::vector<std::pair<size_t, uint32_t>> counts;
    for (const auto& [color, count] : pixels)
        if (count >= min_pixels) counts.emplace_back(count, color);
    std::ranges::sort(counts, std::greater());
    counts.resize(std::min(counts.size(), max));
    std::vector<uint32_t> colors;
    for (const auto& [count, color] : counts) colors.push_back(color);
    return colors;
}

class GifPalette {
public:
    explicit GifPalette(std::span<const FilmFrame> samples) {
        constexpr int max_exact = 64;
        for (const uint32_t c : colors_of_areas(samples, max_exact)) {
            exact_.emplace(c, static_cast<uint8_t>(colors_.size()));
            colors_.push_back({static_cast<int>(c >> 16), static_cast<int>(c >> 8 & 255), static_cast<int>(c & 255)});
        }
        std::vector<GifByteType> red, green, blue;
        for (const FilmFrame& sample : samples)
            for (size_t i = 0; i + 3 < sample.rgba.size(); i += 4) {
                if (exact_.contains(color_at(sample, i / 4))) continue;
                red.push_back(sample.rgba[i]);
                green.push_back(sample.rgba[i + 1]);
                blue.push_back(sample.rgba[i + 2]);
            }
        std::vector<GifByteType> indices(red.size());
        std::array<GifColorType, 256> made{};
        int count = max_colors - static_cast<int>(colors_.size());
        if (!red.empty() && GifQuantizeBuffer(static_cast<unsigned>(red.size()), 1, &count, red.data(), green.data(),
                                              blue.data(), indices.data(), made.data()) == GIF_OK)
            for (int i = 0; i < count; ++i) colors_.push_back({made[i].Red, made[i].Green, made[i].Blue});
        if (colors_.empty())
            for (int i = 0; i < max_colors; ++i) colors_.push_back({i, i, i});
        nearest_.assign(size_t{1} << 18, -1);
    }

    [[nodiscard]] const std::vector<Rgb>& colors() const { return colors_; }

    /// Dithers colors that the palette lacks, without flicker in still parts.
    [[nodiscard]] uint8_t index_at(const FilmFrame& frame, size_t pixel) {
        const uint32_t color = color_at(frame, pixel);
        if (const auto found = exact_.find(color); found != exact_.end()) return found->second;
        constexpr int pattern[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}; // Bayer's
        const int shift = pattern[pixel / frame.width % 4][pixel % frame.width % 4] - 8;
        const auto shifted = [&](uint32_t value) {
            return static_cast<uint8_t>(std::clamp(static_cast<int>(value & 255) + shift, 0, 255));
        };
        return nearest_to(shifted(color >> 16), shifted(color >> 8), shifted(color));
    }

private:
    [[nodiscard]] uint8_t nearest_to(uint8_t r, uint8_t g, uint8_t b) {
        int16_t& known = nearest_[static_cast<size_t>(r >> 2) << 12 | static_cast<size_t>(g >> 2) << 6 | b >> 2];
        if (known >= 0) return static_cast<uint8_t>(known);
        int min = std::numeric_limits<int>::max();
        for (size_t i = 0; i < colors_.size(); ++i) {
            const int dr = colors_[i].r - r, dg = colors_[i].g - g, db = colors_[i].b - b;
            const int distance = 3 * dr * dr + 6 * dg * dg + db * db;
            if (distance >= min) continue;
            min = distance;
            known = static_cast<int16_t>(i);
        }
        return static_cast<uint8_t>(known);
    }

    std::vector<Rgb> colors_;
    std::unordered_map<uint32_t, uint8_t> exact_;
    std::vector<int16_t> nearest_; // index: color with 6 bits per channel; -1: not searched yet
};

struct GifMap {
    ColorMapObject* map = nullptr;
    ~GifMap() {
        if (map != nullptr) GifFreeMapObject(map);
    }
};

class Gif final : public FilmFile {
public:
    Gif(std::filesystem::path file, std::span<const FilmFrame> samples)
        : file_(std::move(file))
        , palette_(samples) {}
    ~Gif() override {
        if (gif_ != nullptr) static_cast<void>(EGifCloseFile(gif_, nullptr));
    }
    Gif(const Gif&) = delete;
    Gif& operator=(const Gif&) = delete;

    Result<void> add(const FilmFrame& frame) override {
        if (gif_ == nullptr)
            if (auto begun = begin(frame); !begun) return begun;
        std::vector<uint8_t> indices(size_t{width_} * height_);
        for (size_t i = 0; i < indices.size(); ++i) indices[i] = palette_.index_at(frame, i);
        if (waiting_ && indices == *waiting_) {
            seconds_ += frame.seconds;
            return {};
        }
        if (auto written = write_waiting(); !written) return written;
        waiting_ = std::move(indices);
        seconds_ += frame.seconds;
        return {};
    }

    Result<void> finish() override {
        if (gif_ == nullptr) return fail(ErrorKind::usage, msg("The film has no frames."));
        if (auto written = write_waiting(); !written) return written;
        GifFileType* const gif = std::exchange(gif_, nullptr);
        if (EGifCloseFile(gif, nullptr) != GIF_OK) return failed();
        return write_file(file_, bytes_);
    }

private:
    Result<void> begin(const FilmFrame& first) {
        if (first.width > 65535 || first.height > 65535)
            return fail(ErrorKind::usage, msg("A GIF has at most 65535 pixels a side."));
        width_ = first.width;
        height_ = first.height;
        const auto append = [](GifFileType* gif, const GifByteType* bytes, int count) {
            static_cast<std::string*>(gif->UserData)
                ->append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(count));
            return count;
        };
        gif_ = EGifOpen(&bytes_, append, nullptr);
        if (gif_ == nullptr) return failed();
        EGifSetGifVersion(gif_, true);
        std::array<GifColorType, 256> colors{};
        for (size_t i = 0; i < palette_.colors().size(); ++i) {
            const Rgb& c = palette_.colors()[i];
            colors[i] = {static_cast<GifByteType>(c.r), static_cast<GifByteType>(c.g), static_cast<GifByteType>(c.b)};
        }
        const GifMap map{GifMakeMapObject(256, colors.data())};
        if (map.map == nullptr ||
            EGifPutScreenDesc(gif_, static_cast<int>(width_), static_cast<int>(height_), 8, 0, map.map) != GIF_OK)
            return failed();
        constexpr std::array<GifByteType, 3> loops{1, 0, 0};
        if (EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) != GIF_OK ||
            EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") != GIF_OK ||
            EGifPutExtensionBlock(gif_, static_cast<int>(loops.size()), loops.data()) != GIF_OK ||
            EGifPutExtensionTrailer(gif_) != GIF_OK)
            return failed();
        return {};
    }

    Result<void> write_waiting() {
        if (!waiting_) return {};
        uint32_t left = 0, top = 0, right = width_, bottom = height_;
        if (!before_.empty()) changed(left, top, right, bottom);
        // Times are hundredths of a second; the next frame gets the rounding error.
        const double hundredths = std::max(2.0, std::round(100 * seconds_));
        seconds_ -= hundredths / 100;
        GraphicsControlBlock control{DISPOSE_DO_NOT, false, static_cast<int>(std::min(hundredths, 65535.0)),
                                     NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> extension{};
        EGifGCBToExtension(&control, extension.data());
        bool sound =
            EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, 4, extension.data()) == GIF_OK &&
            EGifPutImageDesc(gif_, static_cast<int>(left), static_cast<int>(top), static_cast<int>(right - left),
                             static_cast<int>(bottom - top), false, nullptr) == GIF_OK;
        for (uint32_t y = top; sound && y < bottom; ++y)
            sound = EGifPutLine(gif_, waiting_->data() + size_t{y} * width_ + left, static_cast<int>(right - left)) ==
                    GIF_OK;
        before_ = std::move(*waiting_);
        waiting_.reset();
        return sound ? Result<void>() : failed();
    }

    void changed(uint32_t& left, uint32_t& top, uint32_t& right, uint32_t& bottom) const {
        left = width_, top = height_, right = bottom = 0;
        for (uint32_t y = 0; y < height_; ++y)
            for (uint32_t x = 0; x < width_; ++x) {
                const size_t i = size_t{y} * width_ + x;
                if (before_[i] == (*waiting_)[i]) continue;
                left = std::min(left, x);
                top = std::min(top, y);
                right = std::max(right, x + 1);
                bottom = std::max(bottom, y + 1);
            }
    }

    [[nodiscard]] tl::unexpected<Diagnostic> failed() const {
        const int error = gif_ != nullptr ? gif_->Error : 0;
        const char* const words = GifErrorString(error);
        return fail(ErrorKind::environment, msg("Cannot create the GIF '{}': {}.", file_.string(),
                                                words != nullptr ? words : tr("not enough memory")));
    }

    std::filesystem::path file_;
    GifPalette palette_;
    std::string bytes_;
    GifFileType* gif_ = nullptr;
    uint32_t width_ = 0, height_ = 0;
    std::vector<uint8_t> before_;
    std::optional<std::vector<uint8_t>> waiting_;
    double seconds_ = 0;
};

} // namespace

std::unique_ptr<FilmFile> create_gif(const std::filesystem::path& file, std::span<const FilmFrame> samples) {
    return std::make_unique<Gif>(file, samples);
}

} // namespace warpscope::exporting
