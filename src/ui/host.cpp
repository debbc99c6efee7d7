#include "ui/host.hpp"

#include <algorithm>

#include <imgui_impl_opengl3.h>

#include "gl/framebuffer.hpp"

namespace warpscope::ui {

Result<std::unique_ptr<ImguiHost>> ImguiHost::create() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // what is remembered is in our own settings
    io.LogFilename = nullptr;
    io.ConfigInputTrickleEventQueue = true;
    io.ConfigDragClickToInputText = false;
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
    ImGui::NewFrame();
}

void ImguiHost::end_frame(ImU32 clear) {
    ImGui::Render();
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(clear);
    const ImGuiIO& io = ImGui::GetIO();
    glViewport(0, 0, static_cast<GLsizei>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
               static_cast<GLsizei>(io.DisplaySize.y * io.DisplayFramebufferScale.y));
    glClearColor(colour.x, colour.y, colour.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Result<Picture> ImguiHost::end_frame_as_picture(ImU32 clear) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto width = static_cast<uint32_t>(io.DisplaySize.x * io.DisplayFramebufferScale.x);
    const auto height = static_cast<uint32_t>(io.DisplaySize.y * io.DisplayFramebufferScale.y);
    auto target = gl::Framebuffer::create(width, height);
    if (!target) {
        ImGui::EndFrame();
        return tl::unexpected(target.error());
    }
    target->bind();
    end_frame(clear);
    Picture picture{width, height, target->read_rgba()};
    gl::Framebuffer::unbind();
    for (size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255; // blending leaves alpha below one
    return picture;
}

Picture cropped(const Picture& picture, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    x = std::min(x, picture.width);
    y = std::min(y, picture.height);
    Picture part{std::min(width, picture.width - x), std::min(height, picture.height - y), {}};
    part.rgba.reserve(size_t{part.width} * part.height * 4);
    for (uint32_t row = 0; row < part.height; ++row) {
        const auto from = picture.rgba.begin() + static_cast<ptrdiff_t>((size_t{y + row} * picture.width + x) * 4);
        part.rgba.insert(part.rgba.end(), from, from + static_cast<ptrdiff_t>(size_t{part.width} * 4));
    }
    return part;
}

} // namespace warpscope::ui
