#include "ui/dialogs/thumbnails.hpp"

#include <algorithm>
#include <vector>

#include "base/late_files.hpp"
#include "input/input.hpp"

namespace warpscope::ui {

namespace {

struct Small {
    uint32_t width = 0, height = 0, columns = 0, rows = 0;
    std::vector<uint32_t> rgba;
};

Small shrunk(const HostBuffer& picture, const Thumbnails::Limits& limits) {
    const Shape& shape = picture.layout.shape;
    const uint32_t channels = picture.layout.channels;
    Small out;
    out.columns = shape.width;
    out.rows = shape.height;
    const double factor = std::max(
        {1.0, static_cast<double>(shape.width) / limits.width, static_cast<double>(shape.height) / limits.height});
    out.width = std::max(1u, static_cast<uint32_t>(shape.width / factor));
    out.height = std::max(1u, static_cast<uint32_t>(shape.height / factor));
    out.rgba.reserve(size_t{out.width} * out.height);
    const auto* bytes = reinterpret_cast<const uint8_t*>(picture.bytes->data());
    for (uint32_t y = 0; y < out.height; ++y)
        for (uint32_t x = 0; x < out.width; ++x) {
            const uint64_t left = uint64_t{x} * shape.width / out.width,
                           right = uint64_t{x + 1} * shape.width / out.width;
            const uint64_t top = uint64_t{y} * shape.height / out.height,
                           bottom = uint64_t{y + 1} * shape.height / out.height;
            uint64_t sum[3] = {0, 0, 0};
            for (uint64_t row = top; row < bottom; ++row)
                for (uint64_t column = left; column < right; ++column) {
                    const uint8_t* pixel = bytes + (row * shape.width + column) * channels;
                    for (uint32_t c = 0; c < 3; ++c) sum[c] += pixel[channels >= 3 ? c : 0];
                }
            const uint64_t count = std::max<uint64_t>(1, (right - left) * (bottom - top));
            uint32_t packed = 0xff000000u;
            for (uint32_t c = 0; c < 3; ++c) packed |= static_cast<uint32_t>(sum[c] / count) << (8 * c);
            out.rgba.push_back(packed);
        }
    return out;
}

Small small_copy(const std::filesystem::path& file, const Thumbnails::Limits& limits) {
    wait_for_late_file(file);
    const auto info = input::probe_image(file);
    if (!info || uint64_t{info->width} * info->height > limits.pixels) return {};
    const auto picture = input::load_image(file);
    if (!picture || picture->layout.type != ElementType::u8 || !picture->bytes) return {};
    return shrunk(*picture, limits);
}

} // namespace

const Thumbnails::Thumbnail* Thumbnails::of(const std::filesystem::path& file, Worker& worker) {
    if (const auto found = made_->by_file.find(file); found != made_->by_file.end()) return &found->second;
    if (made_->busy) return nullptr; // one at a time, so that other jobs of the worker run in between
    made_->busy = true;
    worker.post([made = made_, limits = limits_, file]() -> Worker::Finish {
        return [made, file, small = small_copy(file, limits)] {
            made->busy = false;
            Thumbnail& thumbnail = made->by_file[file];
            if (small.rgba.empty()) return;
            thumbnail.texture =
                gl::Texture::create(gl::PixelFormat::rgba8, small.width, small.height, gl::Filter::linear);
            thumbnail.texture.upload(small.rgba.data());
            thumbnail.columns = small.columns;
            thumbnail.rows = small.rows;
        };
    });
    return nullptr;
}

} // namespace warpscope::ui
