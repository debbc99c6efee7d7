#include "ui/imgui/imgui_host.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "gl/dialect.hpp"
#include "ui/imgui/pending_input.hpp"

namespace warpscope::ui {

Result<std::unique_ptr<ImguiHost>> ImguiHost::create() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigInputTrickleEventQueue = true;
    io.ConfigDragClickToInputText = false;
    // Ctrl+Tab belongs to the drawer's tabs.
    ImGui::GetCurrentContext()->ConfigNavWindowingKeyNext = ImGui::GetCurrentContext()->ConfigNavWindowingKeyPrev = 0;
    io.ConfigErrorRecoveryEnableTooltip = false; // errors go to standard error, not onto the projector
    io.ConfigErrorRecoveryEnableAssert = false;
    std::unique_ptr<ImguiHost> host(new ImguiHost);
    io.UserData = &host->key_focus_;
    host->fonts_ = load_fonts();
    if (!ImGui_ImplOpenGL3_Init(gl::dialect.shader_version))
        return fail(ErrorKind::environment, msg("Dear ImGui could not use this OpenGL context"));
    return host;
}

ImguiHost::~ImguiHost() {
    if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void ImguiHost::begin_frame(uint32_t width, uint32_t height, float density, double seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {density, density};
    io.DeltaTime = static_cast<float>(std::max(seconds, 1e-4));
    begin_window_frame();
}

void ImguiHost::begin_window_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    begin_frame_with_chords();
}

namespace {

std::vector<PixelRect> around(const PixelRect& rect, PixelRect hole) {
    hole = intersection(hole, rect);
    if (hole.empty()) return {rect};
    std::vector<PixelRect> rest{{rect.left, rect.top, rect.right, hole.top},
                                {rect.left, hole.bottom, rect.right, rect.bottom},
                                {rect.left, hole.top, hole.left, hole.bottom},
                                {hole.right, hole.top, rect.right, hole.bottom}};
    std::erase_if(rest, [](const PixelRect& r) { return r.empty(); });
    return rest;
}

void clear(const Ground& ground, std::vector<PixelRect> bare, GLsizei height, float density) {
    for (const auto& [c, texture, drawings] : ground.covered) {
        const PixelRect hole{static_cast<GLint>(std::ceil(c.x * density)), static_cast<GLint>(std::ceil(c.y * density)),
                             static_cast<GLint>(std::floor(c.z * density)),
                             static_cast<GLint>(std::floor(c.w * density))};
        std::vector<PixelRect> rest;
        for (const PixelRect& rect : bare) std::ranges::copy(around(rect, hole), std::back_inserter(rest));
        bare = std::move(rest);
    }
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(ground.color);
    glClearColor(color.x, color.y, color.z, 1);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelRect& r : bare) {
        glScissor(r.left, height - r.bottom, r.right - r.left, r.bottom - r.top);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

} // namespace

void ImguiHost::draw_whole(const Ground& ground, ImDrawData& data) {
    const auto width = static_cast<GLsizei>(data.DisplaySize.x * data.FramebufferScale.x),
               height = static_cast<GLsizei>(data.DisplaySize.y * data.FramebufferScale.y);
    glViewport(0, 0, width, height);
    clear(ground, {{0, 0, width, height}}, height, data.FramebufferScale.x);
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

namespace {

/// Returns whether a font texture is created or destroyed, which may move letters.
bool brings_textures(const ImDrawData& data) {
    return data.Textures != nullptr && std::ranges::any_of(*data.Textures, [](const ImTextureData* texture) {
               return texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantDestroy;
           });
}

} // namespace

void ImguiHost::draw_changes(const Ground& ground, ImDrawData& data) {
    const auto width = static_cast<GLsizei>(data.DisplaySize.x * data.FramebufferScale.x),
               height = static_cast<GLsizei>(data.DisplaySize.y * data.FramebufferScale.y);
    if (kept_.width() != static_cast<uint32_t>(width) || kept_.height() != static_cast<uint32_t>(height)) {
        damage_.forget();
        auto made = gl::Framebuffer::create(static_cast<uint32_t>(width), static_cast<uint32_t>(height));
        if (!made) return draw_whole(ground, data);
        kept_ = std::move(*made);
    }
    if (brings_textures(data)) damage_.forget();
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    const std::vector<PixelRect> changed = damage_.update(data, ground);
    kept_.bind();
    clear(ground, changed, height, data.FramebufferScale.x);
    {
        const DrawnWithin only(data, changed);
        ImGui_ImplOpenGL3_RenderDrawData(&data);
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(target));
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
}

void ImguiHost::end_frame(const Ground& ground) {
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    // After an unpainted frame, the next frame cannot draw only changes.
    if (changes_only_ && glIsEnabled(GL_RASTERIZER_DISCARD) == GL_FALSE && data.CmdListsCount > 0) {
        draw_changes(ground, data);
    } else {
        damage_.forget();
        draw_whole(ground, data);
    }
}

void ImguiHost::drop_frame() { ImGui::EndFrame(); }

int ImguiHost::atlas_number() const { return ImGui::GetIO().Fonts->TexData->UniqueID; }

Result<Picture> ImguiHost::end_frame_as_picture(const Ground& ground, const std::optional<PixelRect>& part) {
    const ImGuiIO& io = ImGui::GetIO();
    const float density = io.DisplayFramebufferScale.x;
    const PixelRect whole{0, 0, static_cast<int>(io.DisplaySize.x * density),
                          static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y)};
    const PixelRect shown = part ? intersection(*part, whole) : whole;
    const auto width = static_cast<uint32_t>(std::max(shown.right - shown.left, 1)),
               height = static_cast<uint32_t>(std::max(shown.bottom - shown.top, 1));
    auto target = gl::Framebuffer::create(width, height);
    if (!target) {
        ImGui::EndFrame();
        return tl::unexpected(target.error());
    }
    target->bind();
    ImGui::Render();
    ImDrawData& data = *ImGui::GetDrawData();
    if (brings_textures(data)) damage_.forget();
    if (part) {
        const ImVec2 at = data.DisplayPos, size = data.DisplaySize;
        data.DisplayPos = {static_cast<float>(shown.left) / density, static_cast<float>(shown.top) / density};
        data.DisplaySize = {static_cast<float>(width) / density, static_cast<float>(height) / density};
        draw_whole({ground.color, {}}, data);
        data.DisplayPos = at;
        data.DisplaySize = size;
    } else {
        draw_whole(ground, data);
    }
    Picture picture{width, height, target->read_rgba(), nullptr};
    gl::Framebuffer::unbind();
    for (size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255; // blending leaves alpha below one
    return picture;
}

drawing::Picture ImguiHost::last_frame_as_drawing(const TextureDrawing& of_texture) const {
    return drawing_of(*ImGui::GetDrawData(), fonts_, of_texture);
}

Picture cropped(const Picture& picture, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    x = std::min(x, picture.width);
    y = std::min(y, picture.height);
    Picture part{std::min(width, picture.width - x), std::min(height, picture.height - y), {}, nullptr};
    part.rgba.reserve(size_t{part.width} * part.height * 4);
    for (uint32_t row = 0; row < part.height; ++row) {
        const auto from = picture.rgba.begin() + static_cast<ptrdiff_t>((size_t{y + row} * picture.width + x) * 4);
        part.rgba.insert(part.rgba.end(), from, from + static_cast<ptrdiff_t>(size_t{part.width} * 4));
    }
    return part;
}

} // namespace warpscope::ui
