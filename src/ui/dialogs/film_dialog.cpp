#include "ui/dialogs/film_dialog.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"
#include "base/text.hpp"
#include "export/file.hpp"
#include "language/tr.hpp"
#include "ui/dialogs/save_path.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/film_pace.hpp"

namespace warpscope::ui {

namespace {

using scene::Scope;

std::string film_subject(const Model& model, const MakeFilm& request) {
    if (request.scope == Scope::launch) return tr("the launch, block by block");
    if (!model.time.block) return {};
    const Dim3 block = model.time.block->recording->contents().block_index;
    const std::string name = index_text(block);
    return request.scope == Scope::block ? tr_format("block {}, step by step", name)
                                         : tr_format("warp {} of block {}, its own steps", request.warp, name);
}

size_t barriers_within(const Model& model, const MakeFilm& request) {
    if (!model.time.marks) return 0;
    return static_cast<size_t>(std::ranges::count_if(*model.time.marks, [&](const TimeMark& mark) {
        return mark.kind == replay::MarkKind::barrier && mark.step > request.from && mark.step < request.to;
    }));
}

std::string still_words(const Model& model) {
    const auto& order = model.launch_time.order;
    if (!order || order->dispatch.length == 0) return {};
    const double first = static_cast<double>(order->dispatch.time_of(1)) / static_cast<double>(order->dispatch.length);
    if (first < 0.5) return {};
    return tr_format("No block ends in the first {} % of the film. A film of one block shows more.",
                     std::floor(100 * first));
}

void number_field(const Look& look, const char* id, std::string_view name, uint64_t& value, uint64_t max) {
    ImGui::AlignTextToFramePadding();
    text(look, name, {Face::text, size_body, look.colors->muted});
    ImGui::SameLine(0, look.px(6));
    ImGui::SetNextItemWidth(look.px(90));
    ImGui::PushFont(look.fonts.mono, size_code);
    ImGui::InputScalar(id, ImGuiDataType_U64, &value);
    ImGui::PopFont();
    value = std::min(value, max);
    ImGui::SameLine(0, look.px(6));
}

} // namespace

void FilmDialog::show(const Model& model, const std::filesystem::path& folder, const std::string& suggestion) {
    const scene::Moment& moment = model.scene->moment;
    const bool steps = scene::in_block(moment);
    open_ = true;
    length_ = steps ? model.time.length : model.result->shown().config.blocks();
    now_ = moment.scope == Scope::all ? length_ : std::min(moment.step, length_);
    request_.scope = steps ? moment.scope : Scope::launch;
    request_.block = moment.block;
    request_.warp = moment.warp;
    request_.from = 0;
    request_.to = length_;
    path_ = exporting::unused_file(folder, suggestion, {ending_}).string();
}

void FilmDialog::choose_range(const Model& model) {
    const Look& look = model.look;
    section(look, request_.scope == Scope::launch ? tr("RANGE (COMPLETED BLOCKS)") : tr("RANGE (STEPS)"));
    number_field(look, "##film from", tr("from"), request_.from, length_);
    if (pill(look, tr_label("here", "##film from"), false, tr("The current position of the time bar")))
        request_.from = now_;
    ImGui::SameLine(0, look.px(18));
    number_field(look, "##film to", tr("to"), request_.to, length_);
    if (pill(look, tr_label("here", "##film to"), false, tr("The current position of the time bar")))
        request_.to = now_;
    ImGui::SameLine(0, look.px(6));
    if (pill(look, tr_label("all", "##film to"), false, tr("From first to last"))) {
        request_.from = 0;
        request_.to = length_;
    }
    const SliderEvent event = slider(look, "film seconds", tr("seconds"),
                                     tr("Length of the whole film, pauses included"), request_.seconds, {2, 60, 1, 20});
    if (event.value) request_.seconds = static_cast<int>(*event.value);
    if (request_.scope == Scope::launch)
        if (const std::string still = still_words(model); !still.empty())
            paragraph(look, still, {Face::text, size_body, look.colors->muted});
    if (request_.scope != Scope::launch && request_.from <= request_.to)
        text(look, film_pace_words(request_.seconds, barriers_within(model, request_), request_.to - request_.from + 1),
             {Face::text, size_small, look.colors->muted});
}

void FilmDialog::choose_format(const Look& look) {
    section(look, tr("FORMAT"));
    static const bool has_ffmpeg = !find_on_path("ffmpeg").empty();
    for (const auto& [label, ending, help] :
         {std::tuple{"GIF##film", ".gif", tr("For pages and slides; plays everywhere")},
          std::tuple{"WebM##film", ".webm", tr("Smaller, with all colors")},
          std::tuple{"MP4##film", ".mp4", tr("Same, made with the installed ffmpeg")},
          std::tuple{"PNG##film", "", tr("A folder with one numbered image per moment, and their times")}}) {
        if (std::string_view(ending) == ".mp4" && !has_ffmpeg) continue;
        if (pill(look, label, std::filesystem::path(path_).extension() == ending, help)) {
            ending_ = ending;
            const std::filesystem::path old = path_;
            path_ = exporting::unused_file(old.parent_path(), old.stem().string(), {ending}).string();
        }
        ImGui::SameLine(0, look.px(6));
    }
    ImGui::NewLine();
}

void FilmDialog::draw_preview(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (stills_ != model.film_preview) {
        stills_ = model.film_preview;
        preview_.clear();
        for (const FilmStill& still : stills_ ? *stills_ : FilmStills()) {
            preview_.push_back(
                gl::Texture::create(gl::PixelFormat::rgba8, still.width, still.height, gl::Filter::linear));
            preview_.back().upload(still.rgba.data());
        }
    }
    section(look, tr("PREVIEW"));
    constexpr double pictures_per_second = 2;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{look.px(384), look.px(256)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (preview_.empty()) {
        list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, look.colors->field, look.px(4));
    } else {
        const auto number = static_cast<size_t>(ImGui::GetTime() * pictures_per_second) % preview_.size();
        list.AddImage(static_cast<ImTextureID>(preview_[number].id()), at, {at.x + size.x, at.y + size.y});
        record_text(tr_format("frame {} of {}", number + 1, preview_.size()));
    }
    ImGui::Dummy(size);
    const ImVec2 below = ImGui::GetCursorPos();
    ImGui::SetCursorScreenPos({at.x + size.x + look.px(12), at.y});
    ImGui::BeginGroup();
    if (model.is_film_busy) {
        text(look, tr("Making the preview…"), {Face::text, size_body, look.colors->muted});
        ImGui::SetCursorScreenPos({at.x + size.x + look.px(12), ImGui::GetCursorScreenPos().y});
        if (pill(look, tr_label("stop", "##film"), false, "")) commands.push_back(StopFilm{});
    } else if (pill(look, tr_label("preview", "##film"), false, tr("A few small frames of the range"))) {
        MakeFilm few = request_;
        few.file.clear();
        commands.push_back(few);
    }
    ImGui::EndGroup();
    ImGui::SetCursorPos(below);
}

void FilmDialog::draw(const Model& model, Commands& commands) {
    if (!open_ || !model.result) return;
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Save a film");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(look.px(540), screen.x - look.px(24)), 0});
    if (!ImGui::BeginPopupModal("Save a film", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return;
    text(look, tr("Save film"), {Face::strong, size_title, 0});
    text(look, film_subject(model, request_), {Face::text, size_body, look.colors->muted});
    choose_range(model);
    choose_format(look);
    draw_preview(model, commands);
    const bool entered = save_path_field(look, "##film path", path_);
    ImGui::Dummy({0, look.px(6)});
    std::error_code ignored;
    const bool replaces = std::filesystem::is_regular_file(path_, ignored);
    const Label save = replaces ? tr_label("Replace", "##film") : tr_label("Save", "##film");
    place_buttons(look, tr_label("Cancel", "##film"), save);
    if (quiet_button(look, tr_label("Cancel", "##film"))) {
        open_ = false;
        commands.push_back(StopFilm{});
    }
    ImGui::SameLine();
    const bool can_save = !path_.empty() && request_.from <= request_.to;
    if (main_button(look, save, can_save) || (can_save && entered)) {
        request_.file = path_;
        commands.push_back(request_);
        open_ = false;
    }
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

} // namespace warpscope::ui
