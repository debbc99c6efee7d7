#include "ui/dialogs/file_dialog.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "catalog/guess/guess.hpp"
#include "export/scene_file.hpp"
#include "language/tr.hpp"
#include "ui/imgui/key_focus.hpp"
#include "ui/widgets/widgets.hpp"
#include "workbench/files/file_kinds.hpp"

namespace warpscope::ui {

namespace fs = std::filesystem;

namespace {

std::string size_text(uint64_t bytes) {
    if (bytes < 1000) return fmt::format("{} B", bytes);
    if (bytes < 1'000'000) return tr_format("{:.0f} kB", static_cast<double>(bytes) / 1e3);
    return tr_format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

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

} // namespace

FileDialog::Listing FileDialog::list(const fs::path& folder) {
    Listing listing;
    listing.folder = folder;
    std::error_code error;
    fs::directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    if (error) {
        listing.problem = tr_format("Cannot read {}: {}", folder.string(), error.message());
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
    just_opened_ = true;
    pictures_ = pictures_folder();
    typed_.clear();
    go(worker, folder.empty() ? home() : std::move(folder));
}

void FileDialog::go(Worker& worker, fs::path folder) {
    if (folder != folder_) thumbnails_.forget();
    folder_ = std::move(folder);
    const uint64_t number = ++newest_;
    worker.post([this, number, folder = folder_, alive = std::weak_ptr(alive_)]() -> Worker::Finish {
        return [this, number, alive, listing = list(folder)] {
            if (alive.expired() || number != newest_) return;
            listing_ = listing;
        };
    });
}

std::optional<fs::path> FileDialog::accept(Worker& worker) {
    fs::path path = typed_;
    if (typed_ == "~" || typed_.starts_with("~/")) path = home() / typed_.substr(std::min<size_t>(2, typed_.size()));
    if (path.is_relative()) path = folder_ / path;
    const bool known_folder = std::any_of(listing_.entries.begin(), listing_.entries.end(),
                                          [&](const Entry& e) { return e.folder && listing_.folder / e.name == path; });
    if (known_folder || typed_.ends_with('/') || path.filename() == ".." || !path.has_extension()) {
        typed_.clear();
        go(worker, path.lexically_normal());
        return std::nullopt;
    }
    return path.lexically_normal();
}

std::optional<fs::path> FileDialog::places(const Look& look, Worker& worker, const std::vector<std::string>& recent) {
    std::optional<fs::path> chosen;
    ImGui::BeginChild("places", {look.px(190), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(1)});
    section(look, tr("PLACES"));
    if (menu_item(look, tr_label("Home"), "", folder_ == home())) go(worker, home());
    if (!pictures_.empty() && menu_item(look, tr_label("Pictures"), "", folder_ == pictures_)) go(worker, pictures_);
    if (menu_item(look, tr_label("Computer"), "", folder_ == "/")) go(worker, "/");
    if (!recent.empty()) section(look, tr("RECENT"));
    for (const std::string& file : recent) {
        const std::string label = fmt::format("{}##place {}", fs::path(file).filename().string(), file);
        if (menu_item(look, label.c_str(), "", false)) chosen = file;
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
                           chosen ? look.colours->row_marked : look.colours->row_hovered, look.px(4));
    const ImVec2 left_top{at.x + look.px(10), at.y + pad};
    std::string about = size_text(entry.bytes);
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
        list.AddRectFilled(left_top, {left_top.x + room.x, left_top.y + room.y}, look.colours->track, look.px(3));
    }
    const TextStyle detail{Face::text, size_small, look.colours->muted};
    const float right = at.x + width - look.px(12) - look.measure(detail.face, detail.size, about).x;
    const float left = left_top.x + room.x + look.px(12), middle = at.y + height / 2;
    text_at(look, list, {left, middle - look.px(10)}, shortened(look, entry.name, {}, right - left - look.px(8)));
    text_at(look, list, {right, middle - look.px(8)}, about, detail);
    return clicked;
}

std::optional<fs::path> FileDialog::entries(const Look& look, Worker& worker) {
    std::optional<fs::path> chosen;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, look.colours->field_set);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(1)});
    ImGui::BeginChild("entries", {0, -look.px(52)}, ImGuiChildFlags_Borders);
    size_t hidden = 0;
    if (!listing_.problem.empty()) paragraph(look, listing_.problem, {Face::text, size_body, look.colours->error_text});
    for (const Entry& e : listing_.entries) {
        if (usable_only_ && !e.folder && !is_picture_name(e.name) && !catalog::names_experiment(e.name) &&
            !exporting::may_be_scene(e.name)) {
            ++hidden;
            continue;
        }
        const std::string label = e.name + (e.folder ? "/" : "") + "##entry";
        const bool picture = !e.folder && is_picture_name(e.name);
        if (picture ? picture_row(look, worker, e, label)
                    : menu_item(look, label.c_str(), e.folder ? "" : size_text(e.bytes), typed_ == e.name)) {
            if (e.folder) {
                go(worker, listing_.folder / e.name);
                break;
            }
            if (typed_ == e.name) chosen = listing_.folder / e.name;
            typed_ = e.name;
        }
        if (!e.folder && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            chosen = listing_.folder / e.name;
    }
    if (listing_.entries.empty() && listing_.problem.empty()) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
        text(look, tr("This folder is empty."), {Face::text, size_body, look.colours->muted});
    }
    if (hidden > 0) {
        ImGui::Dummy({0, look.px(4)});
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
        text(look, tr_count(hidden, "{} other file not shown", "{} other files not shown", hidden),
             {Face::text, size_small, look.colours->muted});
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
    if (quiet_button(look, "##up", Icon::up, tr("Parent folder"))) go(worker, folder_.parent_path());
    ImGui::SameLine();
    const Label slides = tr_label("Open as slides", "##folder");
    const bool is_deck = count_scenes() > 1;
    const float slides_width = is_deck ? quiet_button_size(look, slides).x + look.px(8) : 0;
    text_in_row(look, folder_.string(), {Face::mono, size_code, 0}, ImGui::GetContentRegionAvail().x - slides_width);
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
    ImGui::Dummy({0, look.px(2)});
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const Label usable = tr_label("supported files only", "##filter"), picture = tr_label("open as image", "##open"),
                cancel = tr_label("Cancel", "##open"), open = tr_label("Open", "##open");
    const float buttons = pill_size(look, usable).x + pill_size(look, picture).x + quiet_button_size(look, cancel).x +
                          main_button_size(look, open).x + 4 * gap;
    const float top = ImGui::GetCursorPosY(), row = main_button_size(look, open).y;
    const auto in_row = [&](float height) { ImGui::SetCursorPosY(top + std::round((row - height) / 2)); };
    in_row(ImGui::GetFrameHeight());
    ImGui::SetNextItemWidth(std::max(look.px(80), ImGui::GetContentRegionAvail().x - buttons));
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    just_opened_ = false;
    ImGui::PushFont(look.fonts.mono, size_code);
    const bool entered =
        ImGui::InputTextWithHint("##path", tr("name or path"), &typed_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopFont();
    ImGui::SameLine();
    in_row(pill_size(look, usable).y);
    if (pill(look, usable, usable_only_,
             tr("Show only images (PNG, JPEG, BMP), CUDA files, experiments (TOML) and scenes")))
        usable_only_ = !usable_only_;
    ImGui::SameLine();
    in_row(pill_size(look, picture).y);
    if (pill(look, picture, as_picture_, tr("Use a PNG that contains a scene as a plain image")))
        as_picture_ = !as_picture_;
    ImGui::SameLine();
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
