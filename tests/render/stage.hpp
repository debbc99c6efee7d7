// Draws views offscreen: an OpenGL context, an ImGui frame for text and legend, and PNG files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gl/framebuffer.hpp"
#include "render/stage_context.hpp"
#include "render/view.hpp"

namespace warpscope::test {

struct Pixel {
    uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Pixel&, const Pixel&) = default;
};

struct Image {
    uint32_t width = 0, height = 0;
    std::vector<uint8_t> rgba; // top row first

    [[nodiscard]] Pixel at(int x, int y) const {
        const uint8_t* p = rgba.data() + 4 * (static_cast<size_t>(y) * width + static_cast<size_t>(x));
        return {p[0], p[1], p[2]};
    }
    friend bool operator==(const Image&, const Image&) = default;
};

class Stage {
public:
    /// `font` is a TrueType file. Without one, uses ImGui's own font, which is the same everywhere.
    [[nodiscard]] static Result<std::unique_ptr<Stage>> create(const std::filesystem::path& font = {});
    ~Stage();

    /// Shows the run immediately, even if it is large.
    void show(std::shared_ptr<const session::RunResult> result,
              std::shared_ptr<const metrics::BlockTrace> trace = nullptr);
    /// Draws only the shader's output, without text.
    [[nodiscard]] Image picture(const render::ViewState& state, uint32_t width, uint32_t height);
    /// Draws with text, and optionally with the legend in the lower left corner.
    [[nodiscard]] Image whole(const render::ViewState& state, uint32_t width, uint32_t height, bool legend = false);

    [[nodiscard]] render::RunTextures& textures() { return *textures_; }
    [[nodiscard]] render::View& view() { return *view_; }
    [[nodiscard]] const gl::ContextInfo& info() const { return context_->info(); }

private:
    explicit Stage(std::unique_ptr<StageContext> context)
        : context_(std::move(context)) {}
    /// Returns the view's texture after all uploads.
    [[nodiscard]] uint32_t drawn(const render::ViewState& state, uint32_t width, uint32_t height);

    std::unique_ptr<StageContext> context_; // first, so that it outlives the other members
    std::unique_ptr<render::RunTextures> textures_;
    std::unique_ptr<render::View> view_;
    std::shared_ptr<const session::RunResult> result_;
    std::shared_ptr<const metrics::BlockTrace> trace_;
};

/// Returns a camera that shows the whole plane of `space`, including idle threads.
[[nodiscard]] render::Camera fitted(const session::RunResult& result, render::Space space, uint32_t width,
                                    uint32_t height);

void write_png(const std::filesystem::path& file, const Image& image);
[[nodiscard]] Image read_png(const std::filesystem::path& file);

} // namespace warpscope::test
