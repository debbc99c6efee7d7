#include "ui/dialogs/save_dialog.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "export/file.hpp"
#include "export/vector/figure_file.hpp"
#include "language/tr.hpp"
#include "ui/dialogs/save_path.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

void SaveDialog::show(const std::filesystem::path& folder, const std::string& suggestion,
                      std::optional<Language> language, FigureColors colors) {
    open_ = true;
    colors_ = colors;
    language_ = language;
    folder_ = folder;
    if (suggestion != suggestion_) forget_title();
    suggestion_ = suggestion;
    path_ = suggested_path();
}

std::string SaveDialog::suggested_path() const {
    return exporting::unused_file(folder_, suggestion_, {ending_}).string();
}

void SaveDialog::forget_title() {
    if (!titled_) return; // not used yet
    title_.clear();
    caption_.clear();
    titled_.reset();
}

/// Draws one button that cycles through languages, because the dialog is already tall.
void SaveDialog::choose_language(const Look& look) {
    const std::string words =
        language_ ? tr_format("language: {}", info(*language_).name) : tr("language: same as window");
    ImGui::SameLine(0, look.px(18));
    if (!pill(look, Label::owning(words, "words##save"), language_.has_value(),
              tr("The language of the figure; click for the next one")))
        return;
    size_t next = language_ ? static_cast<size_t>(*language_) + 1 : 0;
    if (next == static_cast<size_t>(Language::chinese) && !look.fonts.chinese) ++next;
    language_ = next < language_infos.size() ? std::optional(static_cast<Language>(next)) : std::nullopt;
}

SavePicture SaveDialog::request(const std::filesystem::path& file) const {
    return {.subject = subject_,
            .scale = scale_,
            .file = file,
            .with_scene = with_scene_,
            .title = title_,
            .caption = caption_,
            .large_legend = large_legend_ && subject_ != Subject::window && subject_ != Subject::drawer,
            .language = language_,
            .colors = colors_};
}

std::optional<SavePicture> SaveDialog::draw(const Model& model, const SaveSizes& sizes,
                                            const std::function<ImVec2(const SavePicture&)>& size_of) {
    if (!open_) return std::nullopt;
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Save as PNG");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(520), screen.x - look.px(24)), 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, screen.y - look.px(16)});
    if (!ImGui::BeginPopupModal("Save as PNG", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return std::nullopt;
    text(look, tr("Export figure"), {Face::strong, size_title, 0});
    section(look, tr("WHAT"));
    const bool four = sizes[static_cast<size_t>(Subject::lower_left_view)].x > 0;
    const auto name_of = [&](size_t subject) -> std::string {
        switch (static_cast<Subject>(subject)) {
        case Subject::left_view: return four ? tr("upper left view") : tr("left view");
        case Subject::right_view: return four ? tr("upper right view") : tr("right view");
        case Subject::lower_left_view: return tr("lower left view");
        case Subject::lower_right_view: return tr("lower right view");
        case Subject::drawer: return tab_title(model, shown_tab(model));
        case Subject::window: return tr("whole window");
        case Subject::all_views: break;
        }
        return four ? tr("all views") : tr("both views");
    };
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    if (sizes[static_cast<size_t>(subject_)].x <= 0) subject_ = Subject::window;
    for (size_t i = 0; i < subjects; ++i) {
        if (sizes[i].x <= 0) continue;
        const Label name = tr_label_of([&] { return name_of(i); }, "##subject");
        if (ImGui::GetCursorPosX() + pill_size(look, name).x > right) ImGui::NewLine();
        if (pill(look, name, subject_ == static_cast<Subject>(i), "")) subject_ = static_cast<Subject>(i);
        ImGui::SameLine(0, look.px(6));
    }
    ImGui::NewLine();
    section(look, tr("FORMAT"));
    const bool scales = exporting::is_drawing_file(path_);
    for (const auto& [label, ending, help] :
         {std::tuple{"PNG##format", ".png", tr("Pixels, as on the screen")},
          std::tuple{"SVG##format", ".svg",
                     tr("Vector shapes and text, one group per overlay, for vector editors and print")},
          std::tuple{"PDF##format", ".pdf", tr("Same, for documents")}}) {
        const bool chosen = scales ? exporting::lower_ending(path_) == ending : std::string_view(ending) == ".png";
        if (pill(look, label, chosen, help)) {
            const bool is_suggestion = path_ == suggested_path();
            ending_ = ending;
            path_ = is_suggestion ? suggested_path() : std::filesystem::path(path_).replace_extension(ending).string();
        }
        ImGui::SameLine(0, look.px(6));
    }
    choose_language(look);
    // Reserves the slider's space for vector files as well, so that the buttons do not move.
    section(look, tr("SIZE"));
    if (scales) {
        text(look, tr("vector: sharp at any size"), {Face::mono, size_code, look.colors->muted});
        ImGui::Dummy({0, slider_height(look)});
    } else {
        const SliderEvent event =
            slider(look, "save scale", tr("times larger than on screen"), "", scale_, {1, 8, 1, 2});
        if (event.value) scale_ = static_cast<int>(*event.value);
        const ImVec2 size = size_of(request(path_));
        text(look, tr_format("{} × {} pixels", std::lround(size.x) * scale_, std::lround(size.y) * scale_),
             {Face::mono, size_code, look.colors->muted});
    }
    section(look, tr("TITLE, CAPTION"));
    if (titled_ && *titled_ != subject_) forget_title();
    const float gap = look.px(6);
    ImGui::SetNextItemWidth((ImGui::GetContentRegionAvail().x - gap) / 2);
    if (ImGui::InputTextWithHint("##save title", tr("title (optional)"), &title_)) titled_.reset();
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##save caption", tr("caption (optional)"), &caption_)) titled_.reset();
    section(look, tr("LEGEND, COLORS, SCENE"));
    const bool of_views = subject_ != Subject::window && subject_ != Subject::drawer;
    ImGui::BeginDisabled(!of_views || model.presentation);
    if (pill(look, tr_label("large legend", "##save"), large_legend_ && of_views,
             tr("Legends large enough to read from the back of a lecture hall")))
        large_legend_ = !large_legend_;
    ImGui::EndDisabled();
    ImGui::SameLine(0, look.px(6));
    const bool prints = SavePicture{.file = path_, .colors = colors_}.prints();
    if (pill(look, tr_label("print colors", "##save"), prints,
             tr("Dark on white, independent of the window's theme; default for SVG and PDF")))
        colors_ = prints ? FigureColors::window : FigureColors::print;
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("embed scene", "##save"), with_scene_,
             tr("Drop the figure on a Warpscope window to open the live experiment")))
        with_scene_ = !with_scene_;
    const bool entered = save_path_field(look, "##save path", path_);
    ImGui::Dummy({0, look.px(6)});
    std::optional<SavePicture> chosen;
    std::error_code ignored;
    std::filesystem::path file = path_;
    if (!file.has_extension()) file += ".png";
    const bool replaces = std::filesystem::is_regular_file(file, ignored);
    const Label save = replaces ? tr_label("Replace", "##save") : tr_label("Save", "##save");
    place_buttons(look, tr_label("Cancel", "##save"), save);
    if (quiet_button(look, tr_label("Cancel", "##save"))) open_ = false;
    ImGui::SameLine();
    const bool pressed = main_button(look, save, !path_.empty());
    if ((pressed || (entered && !replaces)) && !path_.empty()) {
        chosen = request(file);
        titled_ = subject_;
        if (exporting::is_figure_file(file)) ending_ = exporting::lower_ending(file);
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return chosen;
}

} // namespace warpscope::ui
