#include "ui/dialogs/file_dialog.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "base/text.hpp"
#include "catalog/guess/guess.hpp"
#include "export/scene_file.hpp"
#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/widgets/widgets.hpp"
#include "workbench/files/file_kinds.hpp"

namespace warpscope::ui {

namespace fs = std::filesystem;

namespace {

fs::path home() {
    const char* value = std::getenv("HOME");
    return value != nullptr && *value != 0 ? fs::path(value) : fs::path("/");
}

fs::path pictures_folder() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const fs::path settings = config != nullptr && *config != 0 ? fs::path(config) : home() / ".config";
    std::ifstream file(settings / "user-dirs.dirs");
    fs::path folder = home() / "Pictures";
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view key = "XDG_PICTURES_DIR=\"", of_home = "$HOME/";
        if (!line.starts_with(key) || !line.ends_with('"')) continue;
        const std::string named = line.substr(key.size(), line.size() - key.size() - 1);
        folder = named.starts_with(of_home) ? home() / named.substr(of_home.size()) : fs::path(named);
    }
    std::error_code ignored;
    return folder != home() && fs::is_directory(folder, ignored) ? folder : fs::path();
}

fs::path without_end(const fs::path& folder) {
    const fs::path normal = folder.lexically_normal();
    return normal.has_relative_path() && !normal.has_filename() ? normal.parent_path() : normal;
}

std::string_view typed_name(std::string_view typed) {
    const size_t slash = typed.rfind('/');
    return slash == std::string_view::npos ? typed : typed.substr(slash + 1);
}

bool is_address(std::string_view typed) { return typed.find("://") != std::string_view::npos; }

/// Appends the completion as a selection, which the next letter replaces.
int complete_name(ImGuiInputTextCallbackData* data) {
    const auto& dialog = *static_cast<const FileDialog*>(data->UserData);
    const bool is_removing = ImGui::IsKeyDown(ImGuiKey_Backspace) || ImGui::IsKeyDown(ImGuiKey_Delete);
    if (is_removing || ImGui::GetIO().KeyCtrl || data->CursorPos != data->BufTextLen) return 0;
    const int end = data->BufTextLen;
    const std::string rest = dialog.completion({data->Buf, static_cast<size_t>(end)});
    if (rest.empty()) return 0;
    data->InsertChars(end, rest.c_str());
    data->SelectionStart = end;
    data->SelectionEnd = data->CursorPos = data->BufTextLen;
    return 0;
}

} // namespace

FileDialog::Listing FileDialog::list(const fs::path& folder) {
    Listing listing;
    listing.folder = folder;
    std::error_code error;
    fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    if (error) {
        listing.problem = msg("Cannot read {}: {}", folder.string(), error.message());
        return listing;
    }
    for (const fs::directory_iterator end; at != end; at.increment(error)) {
        if (error) break;
        Entry entry{at->path().filename().string(), at->is_directory(error), 0};
        if (entry.name.starts_with('.')) continue;
        if (!entry.folder) {
            const uintmax_t bytes = at->file_size(error);
            entry.bytes = error ? 0 : bytes;
        }
        listing.entries.push_back(std::move(entry));
    }
    std::sort(listing.entries.begin(), listing.entries.end(),
              [](const Entry& a, const Entry& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
    return listing;
}

size_t FileDialog::count_scenes() const {
    return static_cast<size_t>(std::ranges::count_if(
        listing_.entries, [](const Entry& e) { return !e.folder && exporting::is_scene_file(e.name); }));
}

void FileDialog::show(Worker& worker, fs::path folder) {
    open_ = true;
    pictures_ = pictures_folder();
    go(worker, folder.empty() ? home() : std::move(folder));
    if (listing_.folder == base_) return;
    thumbnails_.forget();
    listing_ = {base_, {}, {}};
}

void FileDialog::go(Worker& worker, fs::path folder) {
    takes_focus_ = true;
    typed_.clear();
    is_typing_ = false;
    problem_ = {};
    base_ = without_end(folder);
    request(worker, base_, false);
}

void FileDialog::follow_typing(Worker& worker) {
    is_typing_ = true;
    problem_ = {};
    if (is_address(typed_)) return;
    const fs::path folder = without_end(resolved(typed_.substr(0, typed_.size() - typed_name(typed_).size())));
    if (folder != requested_) request(worker, folder, true);
}

void FileDialog::request(Worker& worker, fs::path folder, bool is_typed) {
    requested_ = std::move(folder);
    const uint64_t number = ++newest_;
    worker.post([this, number, is_typed, folder = requested_, alive = std::weak_ptr(alive_)]() -> Worker::Finish {
        return [this, number, is_typed, alive, listing = list(folder)] {
            if (!alive.expired() && number == newest_) take(listing, is_typed);
        };
    });
}

void FileDialog::take(const Listing& listing, bool is_typed) {
    if (is_typed && !listing.problem.empty()) return; // the path may still be incomplete
    if (listing.folder != listing_.folder) thumbnails_.forget();
    listing_ = listing;
}

fs::path FileDialog::resolved(std::string_view typed) const {
    if (typed == "~" || typed.starts_with("~/")) return home() / typed.substr(std::min<size_t>(2, typed.size()));
    return base_ / typed;
}

bool FileDialog::is_usable(const Entry& entry) const {
    return !usable_only_ || entry.folder || is_picture_name(entry.name) || catalog::names_experiment(entry.name) ||
           exporting::may_be_scene(entry.name);
}

std::string FileDialog::completion(std::string_view typed) const {
    const std::string_view name = typed_name(typed);
    const fs::path folder = without_end(resolved(typed.substr(0, typed.size() - name.size())));
    if (name.empty() || is_address(typed) || folder != listing_.folder) return {};
    std::optional<std::string_view> common;
    for (const Entry& entry : listing_.entries) {
        const std::string_view known = entry.name;
        if (!is_usable(entry) || !known.starts_with(name)) continue;
        if (!common) common = known;
        common = common->substr(0, static_cast<size_t>(std::ranges::mismatch(*common, known).in1 - common->begin()));
    }
    return common ? std::string(common->substr(name.size())) : std::string();
}

std::optional<fs::path> FileDialog::accept(Worker& worker) {
    const std::string typed(trim(typed_));
    if (exporting::is_scene_link(typed)) return typed;
    takes_focus_ = true;
    if (is_address(typed)) {
        problem_ = msg("This link contains no scene. Copy it again in Warpscope with Ctrl+Shift+L.");
        return std::nullopt;
    }
    const fs::path path = resolved(typed).lexically_normal();
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) {
        go(worker, path);
        return std::nullopt;
    }
    if (!fs::exists(status)) {
        problem_ = typed.ends_with('/') ? msg("There is no such folder: {}", path.string())
                                        : msg("There is no such file: {}", path.string());
        return std::nullopt;
    }
    return path;
}

std::optional<fs::path> FileDialog::places(const Look& look, Worker& worker, const std::vector<std::string>& recent) {
    std::optional<fs::path> chosen;
    ImGui::BeginChild("places", {look.px(190), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(1)});
    section(look, tr("PLACES"));
    if (menu_item(look, tr_label("Home"), "", base_ == home())) go(worker, home());
    if (!pictures_.empty() && menu_item(look, tr_label("Pictures"), "", base_ == pictures_)) go(worker, pictures_);
    if (menu_item(look, tr_label("Computer"), "", base_ == "/")) go(worker, "/");
    if (!recent.empty()) section(look, tr("RECENT"));
    for (const std::string& file : recent) {
        const std::string name =
            shortened(look, fs::path(file).filename().string(), {}, ImGui::GetContentRegionAvail().x - look.px(24));
        if (menu_item(look, fmt::format("{}##place {}", name, file).c_str(), "", false)) chosen = file;
        if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) tooltip(look, file);
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    return chosen;
}

bool FileDialog::picture_row(const Look& look, Worker& worker, const Entry& entry, const std::string& label) {
    const float width = ImGui::GetContentRegionAvail().x, height = look.px(46), pad = look.px(3);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room{look.px(56), height - 2 * pad};
    const bool clicked = key_button(label.c_str(), {width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool chosen = typed_ == entry.name;
    if (chosen || ImGui::IsItemHovered() || ImGui::IsItemFocused())
        list.AddRectFilled(at, {at.x + width, at.y + height},
                           chosen ? look.colors->row_marked : look.colors->row_hovered, look.px(4));
    const ImVec2 left_top{at.x + look.px(10), at.y + pad};
    std::string about = bytes_text(entry.bytes);
    const Thumbnails::Thumbnail* small =
        ImGui::IsItemVisible() ? thumbnails_.of(listing_.folder / entry.name, worker) : nullptr;
    if (small != nullptr && small->texture) {
        const float scale = std::min(room.x / static_cast<float>(small->texture.width()),
                                     room.y / static_cast<float>(small->texture.height()));
        const ImVec2 size{std::round(scale * static_cast<float>(small->texture.width())),
                          std::round(scale * static_cast<float>(small->texture.height()))};
        const ImVec2 min{std::round(left_top.x + (room.x - size.x) / 2),
                         std::round(left_top.y + (room.y - size.y) / 2)};
        list.AddImage(static_cast<ImTextureID>(small->texture.id()), min, {min.x + size.x, min.y + size.y});
        about = fmt::format("{} × {} · {}", small->columns, small->rows, about);
    } else {
        list.AddRectFilled(left_top, {left_top.x + room.x, left_top.y + room.y}, look.colors->track, look.px(3));
    }
    const TextStyle detail{Face::text, size_small, look.colors->muted};
    const float right = at.x + width - look.px(12) - look.measure(detail.face, detail.size, about).x;
    const float left = left_top.x + room.x + look.px(12), middle = at.y + height / 2;
    text_at(look, list, {left, middle - look.px(10)}, shortened(look, entry.name, {}, right - left - look.px(8)));
    text_at(look, list, {right, middle - look.px(8)}, about, detail);
    return clicked;
}

std::optional<fs::path> FileDialog::entries(const Look& look, Worker& worker) {
    std::optional<fs::path> chosen;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.colors->field_set);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(1)});
    ImGui::BeginChild("entries", {0, -look.px(problem_.empty() ? 90 : 114)}, ImGuiChildFlags_Borders);
    size_t hidden = 0;
    if (!listing_.problem.empty())
        paragraph(look, tr(listing_.problem), {Face::text, size_body, look.colors->error_text});
    for (const Entry& e : listing_.entries) {
        if (!is_usable(e) || (is_typing_ && !e.name.starts_with(typed_name(typed_)))) {
            if (!e.folder) ++hidden;
            continue;
        }
        const std::string label = e.name + (e.folder ? "/" : "") + "##entry";
        const bool picture = !e.folder && is_picture_name(e.name);
        if (picture ? picture_row(look, worker, e, label)
                    : menu_item(look, label.c_str(), e.folder ? "" : bytes_text(e.bytes), typed_ == e.name)) {
            if (e.folder) {
                go(worker, listing_.folder / e.name);
                break;
            }
            if (typed_ == e.name) chosen = listing_.folder / e.name;
            typed_ = e.name;
            base_ = listing_.folder;
            is_typing_ = false;
            takes_focus_ = true;
            problem_ = {};
        }
        if (!e.folder && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            chosen = listing_.folder / e.name;
    }
    if (listing_.entries.empty() && listing_.problem.empty()) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
        text(look, tr("This folder is empty."), {Face::text, size_body, look.colors->muted});
    }
    const std::string_view name = typed_name(typed_);
    const bool is_match =
        std::ranges::any_of(listing_.entries, [&](const Entry& e) { return e.name.starts_with(name); });
    const bool misses = is_typing_ && !is_match && !is_address(typed_) && !listing_.entries.empty();
    if (misses || hidden > 0) {
        ImGui::Dummy({0, look.px(4)});
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
        text(look,
             misses ? tr_format("No file matches \"{}\".", name)
                    : tr_count(hidden, "{} other file not shown", "{} other files not shown", hidden),
             {Face::text, size_small, look.colors->muted});
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    return chosen;
}

std::optional<OpenFile> FileDialog::draw(const Look& look, Worker& worker, const std::vector<std::string>& recent) {
    if (!open_) return std::nullopt;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 size{std::min(look.px(780), screen.x - look.px(24)), std::min(look.px(540), screen.y - look.px(24))};
    ImGui::OpenPopup("Open a file");
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(size);
    if (!ImGui::BeginPopupModal("Open a file", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar))
        return std::nullopt;
    std::optional<fs::path> chosen;
    text(look, tr("Open a file"), {Face::strong, size_title, 0});
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - look.px(46));
    if (quiet_button(look, "##close dialog", Icon::close)) open_ = false;
    if (quiet_button(look, "##up", Icon::up)) go(worker, listing_.folder.parent_path());
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) {
        ImGui::SetNextWindowPos(
            {ImGui::GetItemRectMin().x,
             ImGui::GetItemRectMax().y + look.px(6)}); // below the button, because the title is above
        tooltip(look, tr("Parent folder"));
    }
    ImGui::SameLine();
    const Label slides = tr_label("Open as slides", "##folder");
    const bool is_deck = count_scenes() > 1;
    const float slides_width = is_deck ? quiet_button_size(look, slides).x + look.px(8) : 0;
    text_in_row(look, listing_.folder.string(), {Face::mono, size_code, 0},
                ImGui::GetContentRegionAvail().x - slides_width);
    bool opens_folder = false;
    if (is_deck) {
        ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - slides_width + look.px(8));
        opens_folder = quiet_button(look, slides, Icon::none,
                                    tr("Show the folder's scenes one after the other: PageDown, PageUp"));
    }
    chosen = places(look, worker, recent);
    ImGui::SameLine();
    ImGui::BeginGroup();
    if (auto picked = entries(look, worker)) chosen = std::move(picked);
    if (!problem_.empty())
        text(look, tr(problem_), {Face::text, size_body, look.colors->error_text}, ImGui::GetContentRegionAvail().x);
    ImGui::Dummy({0, look.px(2)});
    ImGui::SetNextItemWidth(-1);
    if (takes_focus_) ImGui::SetKeyboardFocusHere();
    takes_focus_ = false;
    ImGui::PushFont(look.fonts.mono, size_code);
    const bool entered = ImGui::InputTextWithHint(
        "##path", tr("name, path or link"), &typed_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackEdit, complete_name, this);
    if (ImGui::IsItemEdited()) follow_typing(worker);
    ImGui::PopFont();
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const Label usable = tr_label("supported files only", "##filter"), picture = tr_label("open as image", "##open"),
                cancel = tr_label("Cancel", "##open"), open = tr_label("Open", "##open");
    const float buttons = quiet_button_size(look, cancel).x + main_button_size(look, open).x + gap;
    const float top = ImGui::GetCursorPosY(), row = main_button_size(look, open).y;
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const auto in_row = [&](float height) { ImGui::SetCursorPosY(top + std::round((row - height) / 2)); };
    in_row(pill_size(look, usable).y);
    if (pill(look, usable, usable_only_,
             tr("Show only images (PNG, JPEG, BMP), CUDA files, experiments (TOML) and scenes")))
        usable_only_ = !usable_only_;
    ImGui::SameLine();
    in_row(pill_size(look, picture).y);
    if (pill(look, picture, as_picture_, tr("Use a PNG that contains a scene as a plain image")))
        as_picture_ = !as_picture_;
    ImGui::SameLine();
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), right - buttons));
    in_row(quiet_button_size(look, cancel).y);
    if (quiet_button(look, cancel)) open_ = false;
    ImGui::SameLine();
    in_row(row);
    const bool pressed = main_button(look, open, !typed_.empty());
    if ((entered || pressed) && !typed_.empty() && !chosen) chosen = accept(worker);
    ImGui::EndGroup();
    if (opens_folder) chosen = listing_.folder;
    if (chosen) open_ = false;
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return chosen ? std::optional(OpenFile{*chosen, as_picture_}) : std::nullopt;
}

} // namespace warpscope::ui
