#include "ui/dialogs/welcome.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "session/device.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/imgui/test_hooks.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

namespace {

bool tile(const Look& look, const char* id, std::string_view title, std::string_view words, std::string_view key,
          ImVec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginGroup();
    const bool pressed = key_button(id, size);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const ImVec2 end{at.x + size.x, at.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, lit ? look.colors->field_set : look.colors->field, look.px(10));
    list.AddRect(at, end, lit ? look.colors->accent : look.colors->line, look.px(10), 0, look.px(lit ? 2 : 1));
    const float pad = look.px(16);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(8), look.px(4)});
    ImGui::SetCursorScreenPos({at.x + pad, at.y + pad});
    ImGui::BeginChild(fmt::format("{} words", id).c_str(), {size.x - 2 * pad, size.y - 2 * pad}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
    text(look, title, {Face::strong, size_large, 0}, size.x - 2 * pad);
    ImGui::Dummy({0, look.px(2)});
    paragraph(look, words, {Face::text, size_body, look.colors->muted});
    if (!key.empty()) text(look, key, {Face::mono, size_small, look.colors->accent});
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::EndGroup();
    return pressed;
}

float tile_height(const Look& look, std::string_view words, float width) {
    constexpr float usual = 88, around = 66, line_gaps = 1.35f;
    const float room = width - 2 * look.px(16);
    const float high =
        look.fonts.text->CalcTextSizeA(look.px(size_body), FLT_MAX, room, words.data(), words.data() + words.size()).y;
    return std::max(look.px(usual), look.px(around) + line_gaps * high);
}

/// Excludes the user's files, which the catalog also has.
size_t experiments_of_course(const Model& model) {
    if (model.catalog == nullptr) return 0;
    return static_cast<size_t>(std::ranges::count_if(model.catalog->experiments, [](const catalog::Experiment& e) {
        return !e.variants.empty() && session::is_of_catalog(e.variants.front());
    }));
}

} // namespace

Commands Welcome::draw(const Model& model) {
    if (!open_) return {};
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Welcome");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    const float width = std::min(look.px(760), screen.x - look.px(24));
    ImGui::SetNextWindowSize({width, 0});
    if (!ImGui::BeginPopupModal("Welcome", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return {};
    text(look, tr("A microscope for CUDA kernels"), {Face::strong, size_large, 0});
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - look.px(46));
    Commands chosen;
    if (quiet_button(look, "##close welcome", Icon::close)) open_ = false;
    text(look, tr("See what every thread does, right on the data it works on."),
         {Face::text, size_body, look.colors->muted}, width - look.px(40));
    ImGui::Dummy({0, look.px(6)});
    const float gap = look.px(12), side = std::floor((ImGui::GetContentRegionAvail().x - gap) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    const auto taken = std::ranges::count_if(lesson_entries(), [&](const LessonEntry& entry) {
        return progress_label(entry, model.lessons_taken) == "done";
    });
    const auto begun = std::ranges::find_if(lesson_entries(), [&](const LessonEntry& entry) {
        return progress_label(entry, model.lessons_taken) == "in progress";
    });
    std::string so_far = taken > 0 ? tr_format(" {} completed.", taken) : "";
    if (begun != lesson_entries().end()) {
        const std::string_view title = tr_course(begun->title);
        so_far += title.ends_with('?') || title.ends_with("？") ? tr_format(" In progress: {}", title)
                                                                : tr_format(" In progress: {}.", title);
    }
    if (const size_t lessons = lesson_entries().size(); lessons > 0) {
        const std::string words =
            tr_format("{} lessons, 5 to 10 minutes each: look at the data, predict a number, see it measured.{}",
                      lessons, so_far);
        const float whole = 2 * side + gap;
        if (tile(look, "##tile lessons", tr("Lessons"), words, "", {whole, tile_height(look, words, whole)}))
            chosen.push_back(Perform{Action::lessons});
    }
    const auto row_size = [&](std::string_view one, std::string_view other) {
        const float words = std::max(tile_height(look, one, side), tile_height(look, other, side));
        return ImVec2{side, std::round(words + look.px(size_small + 6))}; // adds a line for the key
    };
    const std::string_view of_picture = tr("Blur, convert to gray or transpose your own photo (PNG, JPEG or BMP)."),
                           of_kernel = tr("Whole programs run and list their launches; single kernels are configured "
                                          "automatically.");
    const ImVec2 files = row_size(of_picture, of_kernel);
    if (tile(look, "##tile picture", tr("Open an image"), of_picture, key_text(Action::open_file), files))
        chosen.push_back(ShowOpenDialog{});
    ImGui::SameLine();
    if (tile(look, "##tile kernel", tr("Open a CUDA file"), of_kernel, "", files)) chosen.push_back(ShowOpenDialog{});
    const std::string of_course =
        tr_format("{} experiments, from the first vector addition to scans.", experiments_of_course(model));
    const std::string_view of_bugs = tr("A museum of broken kernels: see the symptom, guess the cause, check it.");
    const ImVec2 course = row_size(of_course, of_bugs);
    if (tile(look, "##tile course", tr("The course"), of_course, key_text(Action::palette), course))
        chosen.push_back(ShowPalette{std::string(tr("experiment")) + " "});
    ImGui::SameLine();
    if (tile(look, "##tile bugs", tr("Find a bug"), of_bugs, "", course))
        chosen.push_back(ChooseExperiment{"bug_museum"});
    ImGui::PopStyleVar();
    if (!model.preferences->recent.empty()) {
        section(look, tr("RECENT"));
        for (size_t i = 0; i < std::min<size_t>(model.preferences->recent.size(), 4); ++i) {
            const std::filesystem::path file = model.preferences->recent[i];
            if (menu_item(look, fmt::format("{}##welcome {}", file.filename().string(), i).c_str(),
                          file.parent_path().filename().string(), false))
                chosen.push_back(OpenFile{file});
        }
    }
    for (const ActionInfo* const key : pressed_actions({}))
        if (key->action == Action::open_file || key->action == Action::palette) chosen.push_back(Perform{key->action});
    ImGui::Dummy({0, look.px(2)});
    text(look, tr_format("Press {} to search for anything.", key_text(Action::palette)),
         {Face::text, size_small, look.colors->muted});
    if (!chosen.empty()) open_ = false;
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return chosen;
}

} // namespace warpscope::ui
