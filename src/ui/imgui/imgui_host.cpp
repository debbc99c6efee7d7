#include "ui/imgui/imgui_host.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "gl/framebuffer.hpp"
#include "ui/imgui/pending_input.hpp"

namespace warpscope::ui {

Result<std::unique_ptr<ImguiHost>> ImguiHost::create() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // what is remembered is in our own settings
    io.LogFilename = nullptr;
    io.ConfigInputTrickleEventQueue = true;
    io.ConfigDragClickToInputText = false;
    // Ctrl+Tab goes through the drawer's tabs, also while a menu has ImGui's keys.
    ImGui::GetCurrentContext()->ConfigNavWindowingKeyNext = ImGui::GetCurrentContext()->ConfigNavWindowingKeyPrev = 0;
    io.ConfigErrorRecoveryEnableTooltip = false; // standard error is told; a lecture is not
    io.ConfigErrorRecoveryEnableAssert = false;
    std::unique_ptr<ImguiHost> host(new ImguiHost);
    host->fonts_ = load_fonts();
    if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
        return fail(ErrorKind::environment, "Dear ImGui could not use this OpenGL context");
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

/// Whole pixels, row 0 at the top.
struct PixelRect {
    GLint left = 0, top = 0, right = 0, bottom = 0;
    [[nodiscard]] bool empty() const { return left >= right || top >= bottom; }
};

/// What of `rect` lies outside of `hole`.
std::vector<PixelRect> around(const PixelRect& rect, PixelRect hole) {
    hole = {std::max(hole.left, rect.left), std::max(hole.top, rect.top), std::min(hole.right, rect.right),
            std::min(hole.bottom, rect.bottom)};
    if (hole.empty()) return {rect};
    std::vector<PixelRect> rest{{rect.left, rect.top, rect.right, hole.top},
                                {rect.left, hole.bottom, rect.right, rect.bottom},
                                {rect.left, hole.top, hole.left, hole.bottom},
                                {hole.right, hole.top, rect.right, hole.bottom}};
    std::erase_if(rest, [](const PixelRect& r) { return r.empty(); });
    return rest;
}

void clear(const Ground& ground, GLsizei width, GLsizei height, float density) {
    std::vector<PixelRect> bare{{0, 0, width, height}};
    for (const ImVec4& c : ground.covered) {
        const PixelRect hole{static_cast<GLint>(std::ceil(c.x * density)), static_cast<GLint>(std::ceil(c.y * density)),
                             static_cast<GLint>(std::floor(c.z * density)),
                             static_cast<GLint>(std::floor(c.w * density))};
        std::vector<PixelRect> rest;
        for (const PixelRect& rect : bare) std::ranges::copy(around(rect, hole), std::back_inserter(rest));
        bare = std::move(rest);
    }
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(ground.colour);
    glClearColor(colour.x, colour.y, colour.z, 1);
    glEnable(GL_SCISSOR_TEST);
    for (const PixelRect& r : bare) {
        glScissor(r.left, height - r.bottom, r.right - r.left, r.bottom - r.top);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

} // namespace

void ImguiHost::end_frame(const Ground& ground) {
    ImGui::Render();
    const ImGuiIO& io = ImGui::GetIO();
    const auto width = static_cast<GLsizei>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
               height = static_cast<GLsizei>(io.DisplaySize.y * io.DisplayFramebufferScale.y);
    glViewport(0, 0, width, height);
    clear(ground, width, height, io.DisplayFramebufferScale.x);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImguiHost::drop_frame() { ImGui::EndFrame(); }

Result<Picture> ImguiHost::end_frame_as_picture(const Ground& ground) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto width = static_cast<uint32_t>(io.DisplaySize.x * io.DisplayFramebufferScale.x);
    const auto height = static_cast<uint32_t>(io.DisplaySize.y * io.DisplayFramebufferScale.y);
    auto target = gl::Framebuffer::create(width, height);
    if (!target) {
        ImGui::EndFrame();
        return tl::unexpected(target.error());
    }
    target->bind();
    end_frame(ground);
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
