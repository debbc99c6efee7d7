#include "render/stage.hpp"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#include <stb_image_write.h>
#pragma GCC diagnostic pop

#include <fstream>
#include <iterator>

#include "gl/dialect.hpp"

namespace warpscope::test {

using namespace render;

Result<std::unique_ptr<Stage>> Stage::create(const std::filesystem::path& font) {
    auto context = create_stage_context();
    if (!context) return tl::unexpected(context.error());
    std::unique_ptr<Stage> stage(new Stage(std::move(*context)));
    auto textures = RunTextures::create();
    if (!textures) return tl::unexpected(textures.error());
    stage->textures_ = std::move(*textures);
    auto view = View::create();
    if (!view) return tl::unexpected(view.error());
    stage->view_ = std::move(*view);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    if (font.empty())
        ImGui::GetIO().Fonts->AddFontDefault();
    else
        ImGui::GetIO().Fonts->AddFontFromFileTTF(font.string().c_str());
    ImGui_ImplOpenGL3_Init(gl::dialect.shader_version);
    return stage;
}

Stage::~Stage() {
    if (ImGui::GetCurrentContext() == nullptr) return;
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void Stage::show(std::shared_ptr<const session::RunResult> result, std::shared_ptr<const metrics::BlockTrace> trace) {
    result_ = std::move(result);
    trace_ = std::move(trace);
    while (!textures_->update(result_, trace_)) {
    }
}

uint32_t Stage::drawn(const ViewState& state, uint32_t width, uint32_t height) {
    static_cast<void>(view_->draw(*textures_, state, width, height)); // requests missing heat maps
    while (!textures_->update(textures_->shown(), trace_)) {
    }
    return view_->draw(*textures_, state, width, height);
}

Image Stage::picture(const ViewState& state, uint32_t width, uint32_t height) {
    const uint32_t texture = drawn(state, width, height);
    Image image{width, height, std::vector<uint8_t>(size_t{4} * width * height)};
    std::vector<uint8_t> rows(image.rgba.size());
    uint32_t framebuffer = 0; // reads the texture, because WebGL lacks glGetTexImage
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RGBA, GL_UNSIGNED_BYTE,
                 rows.data());
    glDeleteFramebuffers(1, &framebuffer);
    const size_t row = size_t{4} * width; // OpenGL's first row is the bottom
    for (size_t y = 0; y < height; ++y)
        std::copy_n(rows.begin() + static_cast<ptrdiff_t>((height - 1 - y) * row), row,
                    image.rgba.begin() + static_cast<ptrdiff_t>(y * row));
    return image;
}

Image Stage::whole(const ViewState& state, uint32_t width, uint32_t height, bool with_legend) {
    auto target = gl::Framebuffer::create(width, height);
    if (!target) return {};
    const uint32_t texture = drawn(state, width, height);
    const Point size{static_cast<double>(width), static_cast<double>(height)};
    ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddImage(ImTextureRef(static_cast<ImTextureID>(texture)), {0, 0}, ImGui::GetIO().DisplaySize, {0, 1}, {1, 0});
    if (result_ != nullptr) view_->draw_text(list, *result_, state, {0, 0}, size);
    if (result_ != nullptr && with_legend) {
        const float s = state.theme.scale;
        double x = 12 * s;
        const double y = height - 34 * s;
        for (const LegendEntry& entry : legend(*result_, trace_.get(), state)) {
            draw_swatch(list, entry, {x, y}, {26 * s, 18 * s}, state.theme);
            x += 32 * s;
            const float font = 14 * s;
            list.AddText(ImGui::GetFont(), font, {static_cast<float>(x), static_cast<float>(y)},
                         state.theme.dark ? 0xffffffffu : 0xff000000u, entry.text.c_str());
            x += ImGui::GetFont()->CalcTextSizeA(font, 1e6f, 0, entry.text.c_str()).x + 16 * s;
        }
    }
    ImGui::Render();
    target->bind();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    gl::Framebuffer::unbind();
    return {width, height, target->read_rgba()};
}

Camera fitted(const session::RunResult& result, Space space, uint32_t width, uint32_t height) {
    Camera camera;
    const Point extent = plane_size_with_idle_threads(result, space);
    camera.fit(extent.x, extent.y, {static_cast<double>(width), static_cast<double>(height)}, 12);
    return camera;
}

void write_png(const std::filesystem::path& file, const Image& image) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stbi_write_png_to_func(
        [](void* out, void* data, int size) {
            static_cast<std::ofstream*>(out)->write(static_cast<const char*>(data), size);
        },
        &stream, static_cast<int>(image.width), static_cast<int>(image.height), 4, image.rgba.data(),
        static_cast<int>(image.width * 4));
}

Image read_png(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()), &width,
                              &height, &channels, 4),
        stbi_image_free);
    if (pixels == nullptr) return {};
    Image image{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
    image.rgba.assign(pixels.get(), pixels.get() + size_t{4} * image.width * image.height);
    return image;
}

} // namespace warpscope::test
