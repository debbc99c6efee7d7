// Values that windows keep by name, also while other names are added.
#include "ui/imgui/kept_value.hpp"

#include <string>

#include <gtest/gtest.h>

namespace warpscope::ui {
namespace {

TEST(KeptValue, KeepsItsValue) {
    ImGui::CreateContext();
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {100, 100};
    for (int frame = 0; frame < 2; ++frame) {
        ImGui::NewFrame();
        ImGui::Begin("window");
        KeptValue<int> number("number", 7);
        KeptValue<bool> on("on", true);
        KeptValue<float> share("share", 0.5f);
        EXPECT_EQ(int{number}, frame == 0 ? 7 : 8);
        EXPECT_EQ(bool{on}, frame == 0);
        EXPECT_EQ(float{share}, frame == 0 ? 0.5f : 0.25f);
        for (int k = 0; k < 100; ++k) // makes ImGui's storage move
            KeptValue<int>(std::to_string(100 * frame + k).c_str()) = k;
        number = 8;
        on = false;
        share = 0.25f;
        EXPECT_EQ(int{number}, 8);
        EXPECT_EQ(int{KeptValue<int>("99")}, 99);
        ImGui::End();
        ImGui::EndFrame();
    }
    ImGui::DestroyContext();
}

} // namespace
} // namespace warpscope::ui
