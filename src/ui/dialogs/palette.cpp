#include "ui/dialogs/palette.hpp"
#include "insight/source_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

#include "base/cell.hpp"
#include "base/text.hpp"
#include "export/scene_file.hpp"
#include "language/course.hpp"
#include "language/tr.hpp"
#include "render/layout/cell_plane.hpp"
#include "ui/code/listing.hpp"
#include "ui/panels/panels.hpp"
#include "ui/panels/time/time_panels.hpp"
#include "ui/views/view_grid.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/wording/untold_line.hpp"
#include "ui/workbench.hpp"
#include "workbench/lesson/kernel_copy.hpp"
#include "workbench/lesson/lesson_list.hpp"
#include "workbench/views/difference_choice.hpp"
#include "workbench/views/view_content.hpp"

namespace warpscope::ui {

namespace {

constexpr int max_rows = 12;

std::string lower(std::string_view words) {
    std::string text;
    for (const char *at = words.data(), *const end = at + words.size(); at < end;) {
        unsigned letter = 0;
        const int bytes = std::max(1, ImTextCharFromUtf8(&letter, at, end));
        if (letter < 0x80) {
            text += static_cast<char>(std::tolower(static_cast<int>(letter)));
        } else if ((letter >= 0x410 && letter <= 0x42f) || letter == 0x401) {
            const unsigned small = letter == 0x401 ? 0x451 : letter + 0x20;
            text += static_cast<char>(0xc0 | small >> 6);
            text += static_cast<char>(0x80 | (small & 0x3f));
        } else {
            text.append(at, static_cast<size_t>(bytes));
        }
        at += bytes;
    }
    return text;
}

/// `text` is in lower case. Every Chinese character begins a word.
bool begins_word(std::string_view text, size_t at) {
    if (at == 0 || static_cast<unsigned char>(text[at]) >= 0xe3) return true;
    const auto before = static_cast<unsigned char>(text[at - 1]);
    if (before < 0x80) return std::isalnum(before) == 0;
    const auto lead = at >= 2 ? static_cast<unsigned char>(text[at - 2]) : 0u;
    return lead != 0xd0 && lead != 0xd1;
}

std::vector<uint64_t> numbers_at(const std::string& words, size_t at) {
    std::vector<uint64_t> numbers;
    while (at + 1 < words.size() && (words[at] == '\xd0' || words[at] == '\xd1')) at += 2;
    while (at < words.size() && numbers.size() < 3) {
        const char c = words[at];
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            uint64_t number = 0;
            const auto [end, error] = std::from_chars(words.data() + at, words.data() + words.size(), number);
            if (error != std::errc{}) return {};
            numbers.push_back(number);
            at = static_cast<size_t>(end - words.data());
        } else if (c == ' ' || c == '(' || c == ',' || c == '=') {
            ++at;
        } else {
            break;
        }
    }
    return numbers;
}

std::vector<uint64_t> numbers_after(const std::string& words, std::string_view english, std::string_view own) {
    for (const std::string_view name : {english, own})
        for (size_t at = words.find(name); at != std::string::npos; at = words.find(name, at + 1))
            if (auto numbers = numbers_at(words, at + name.size()); !numbers.empty()) return numbers;
    return {};
}
std::vector<uint64_t> thread_numbers(const std::string& words) {
    return numbers_after(words, "thread", tr_in("typed before a number, without an ending", "thread"));
}
std::vector<uint64_t> block_numbers(const std::string& words) {
    return numbers_after(words, "block", tr_in("typed before a number, without an ending", "block"));
}
std::vector<uint64_t> line_numbers(const std::string& words) {
    return numbers_after(words, "line", tr_in("typed before a number, without an ending", "line"));
}

std::vector<uint64_t> cell_numbers(const std::string& words) {
    if (words.find_first_not_of("0123456789 (),") == std::string::npos) {
        std::vector<uint64_t> numbers = numbers_at(words, 0);
        return numbers.size() > 1 ? numbers : std::vector<uint64_t>();
    }
    return numbers_after(words, "cell", tr_in("typed before a number, without an ending", "cell"));
}

std::optional<uint64_t> linear(const std::vector<uint64_t>& numbers, const Dim3& extent) {
    if (numbers.empty()) return std::nullopt;
    if (numbers.size() == 1) return numbers[0] < extent.count() ? std::optional(numbers[0]) : std::nullopt;
    const uint64_t z = numbers.size() > 2 ? numbers[2] : 0;
    if (numbers[0] >= extent.x || numbers[1] >= extent.y || z >= extent.z) return std::nullopt;
    return linear_index(
        {static_cast<uint32_t>(numbers[0]), static_cast<uint32_t>(numbers[1]), static_cast<uint32_t>(z)}, extent);
}

std::string index_of_text(uint64_t number, const Dim3& extent) {
    return short_index_text(index_of(number, extent), extent);
}

std::vector<render::Content> named_contents(const Model& model) {
    const session::RunResult& result = *model.result;
    std::vector<render::Content> contents{render::Space::output};
    const auto add = [&](const render::Content& content) {
        if (std::ranges::find(contents, content) == contents.end()) contents.push_back(content);
    };
    if (render::exists(result, render::Space::input)) add(render::Space::input);
    for (const scene::View& view : model.scene->views)
        if (view.space == render::Space::buffer)
            if (const auto content = insight::find_content(result, view.buffer)) add(*content);
    return contents;
}

std::string cell_title(const CellCoordinates& cell, const Shape& shape, const std::string& buffer) {
    if (shape.depth > 1) return tr_format("Go to column {}, row {}, slice {} of {}", cell.x, cell.y, cell.z, buffer);
    if (shape.height > 1) return tr_format("Go to column {}, row {} of {}", cell.x, cell.y, buffer);
    return tr_format("Go to cell {} of {}", cell.x, buffer);
}

void add_cells(std::vector<PaletteEntry>& entries, const Model& model, const std::string& typed) {
    std::vector<uint64_t> numbers = cell_numbers(typed);
    if (numbers.empty()) return;
    numbers.resize(3);
    const CellCoordinates cell{numbers[0], numbers[1], numbers[2]};
    const size_t before = entries.size();
    for (render::Content content : named_contents(model)) {
        const BufferLayout& layout = render::layout_of(*model.result, content);
        if (!cell_of_output(layout.seen(), cell)) continue;
        const uint64_t index = *cell_of_output(layout.shape, cell);
        Commands commands;
        if (model.slice && layout.shape.depth > 1) {
            content.lay = render::Lay::slice;
            content.slice = static_cast<uint32_t>(cell.z);
            commands.push_back(SetSlice{content.slice});
        }
        commands.push_back(ShowCell{content, render::place_of(*model.result, content, index)});
        entries.push_back({cell_title(cell, layout.shape, insight::parameter_of(*model.result, content)), tr("pins it"),
                           "", std::move(commands)});
    }
    if (entries.size() > before) return;
    const auto missing = cell_of_output(model.result->output.layout.seen(), cell);
    entries.push_back({tr(missing.error().message), tr(missing.error().hint), "", {}});
}

void add_places(std::vector<PaletteEntry>& entries, const Model& model, const std::string& typed) {
    if (!model.result) return;
    const LaunchConfig& config = model.result->shown().config;
    if (const auto thread = named_thread(typed, config)) {
        const uint64_t block = (*thread - 1) / config.threads_per_block(),
                       local = (*thread - 1) % config.threads_per_block();
        const bool through = block_numbers(typed).empty() && block > 0;
        entries.push_back({tr_format("Go to thread {} of block {}", index_of_text(local, config.block),
                                     index_of_text(block, config.grid)),
                           through ? tr_format("thread number {} of the launch, from 0", *thread - 1) : tr("pins it"),
                           "",
                           {ShowThread{*thread}}});
    }
    add_cells(entries, model, typed);
    if (const auto line = line_numbers(typed); !line.empty() && line[0] > 0)
        entries.push_back({tr_format("Go to line {}", line[0]),
                           tr("Source"),
                           "",
                           {SelectTab{Tab::source}, SetDrawer{true}, GotoLine{static_cast<uint32_t>(line[0])}}});
}

void add_views(std::vector<PaletteEntry>& all, const Model& model) {
    if (!model.result || model.lesson != nullptr) return;
    for (size_t i = 0; i < view_count(model); ++i) {
        if (ViewGrid::hidden(model, i)) continue;
        const size_t choice = model.baseline.choice_of(i);
        const scene::View& view = model.scene->views[choice];
        const render::Content content = content_of(*model.result, view, model.scene->slice);
        const std::string title = ViewGrid::title_of(model, i);
        const auto add_reference = [&](std::string words, const scene::Reference& reference) {
            all.push_back({std::move(words), title, "", {SetReference{i, reference}}, "Difference, subtract, values"});
        };
        if (view.reference.any()) add_reference(tr("Show values"), {});
        for (const scene::Reference& reference : possible_references(model, content))
            if (!(reference == view.reference))
                add_reference(reference.is_baseline ? std::string(tr("Difference from the baseline"))
                                                    : tr_format("Difference from {}", reference.buffer),
                              reference);
        if (ViewGrid::has_histogram(model, i))
            all.push_back(
                {tr("Histogram of values"), title, "", {ShowHistogram{i}}, "Histogram of values, distribution"});
    }
}

void add_orders(std::vector<PaletteEntry>& all, const Model& model) {
    if (can_check_races(model))
        all.push_back({tr("Check this launch for races"),
                       tr("Runs it again"),
                       "",
                       {SelectTab{Tab::findings}, SetDrawer{true}, CheckRaces{}},
                       "Check this launch for races, data race, race condition"});
    if (!model.result || model.result->measured->launches().empty()) return;
    std::set<uint32_t> lines;
    for (const simt::Finding& finding : model.result->shown().findings)
        if (insight::has_orders(*model.result, finding) && lines.insert(finding.source.line).second)
            all.push_back({tr_format("Make it fail: the race in line {}", finding.source.line),
                           tr("Searches for an order that changes the result"),
                           "",
                           {SearchOrder{finding}},
                           "Make it fail, go wrong"});
    uint32_t line = 0;
    for (const std::string_view text : insight::split_lines(model.result->source))
        if (++line; has_barrier(text))
            all.push_back({tr_format("What changes without the barrier in line {}?", line),
                           tr("Runs the block without it"),
                           "",
                           {SearchWithoutBarrier{line}}});
}

std::string_view synonyms_of(Action action) {
    switch (action) {
    case Action::presentation: return "teach teacher class lecture full screen present";
    case Action::welcome: return "start page welcome home tour";
    case Action::lessons: return "teach learn course tutorial";
    case Action::laser:
    case Action::spotlight: return "red dot lecture presentation presenter mouse";
    case Action::scene_back:
    case Action::scene_on: return "presentation slide deck";
    case Action::drawer: return "presentation source tab panel";
    case Action::keys: return "shortcuts hotkeys help keyboard";
    case Action::open_file: return "load import file";
    case Action::save_picture: return "save picture image screenshot figure report print document html";
    case Action::save_film: return "video movie gif record animation export";
    case Action::save_scene: return "store project session";
    case Action::copy_link: return "share url address send";
    case Action::copy_picture: return "clipboard";
    case Action::theme: return "dark light night colors";
    case Action::edit: return "change code editor modify";
    case Action::paint_input: return "draw brush pencil pixel edit change";
    case Action::find: return "search";
    case Action::quit: return "exit close";
    case Action::scale_up:
    case Action::scale_down:
    case Action::scale_reset: return "font size zoom bigger smaller";
    case Action::compare: return "diff baseline";
    case Action::launch_pane: return "block size threads parameters settings";
    case Action::block_x_less:
    case Action::block_x_more:
    case Action::block_y_less:
    case Action::block_y_more: return "block size threads";
    default: return {};
    }
}

std::string variant_words(const catalog::Experiment& of, const catalog::Variant& variant) {
    return fmt::format("Variant {} {} {}/{} {}", variant.title, variant.name, of.name, variant.name,
                       fmt::join(variant.findings, " "));
}

PaletteEntry variant_entry(const Model& model, const catalog::Experiment& of, const catalog::Variant& variant,
                           Commands commands) {
    const std::string untold = untold_bug(model, of, variant);
    return {untold.empty() ? std::string(tr_course(variant.title)) : untold,
            tr_format("Variant of {}", tr_course(of.title)), "", std::move(commands), variant_words(of, variant)};
}

std::vector<PaletteEntry> everything(const Model& model) {
    std::vector<PaletteEntry> all;
    for (const ActionInfo& a : actions()) {
        if (a.action == Action::palette) continue;
        all.push_back({std::string(tr(a.title)),
                       std::string(tr(a.group)),
                       key_text(a),
                       {Perform{a.action, a.overlay}},
                       fmt::format("{} {} {}", a.title, a.group, synonyms_of(a.action))});
    }
    for (const TabInfo& tab : tabs())
        if (!tab.has(only_narrow) && (!tab.has(only_several) || has_several_devices(model)))
            all.push_back({std::string(tr(tab.title)),
                           tr("Drawer tab"),
                           "",
                           {SelectTab{tab.tab}, SetDrawer{true}},
                           std::string(tab.title)});
    for (const LanguageInfo& one : language_infos)
        if (one.language != Language::chinese || model.look.fonts.chinese)
            all.push_back({std::string(one.name), tr("Language"), "", {SetLanguage{one.language}}, "Language"});
    all.push_back({tr("Desktop language"), tr("Language"), "", {SetLanguage{}}, "The desktop's language"});
    add_orders(all, model);
    add_views(all, model);
    if (model.lesson == nullptr)
        all.push_back({tr("Default overlays"),
                       tr("Overlays"),
                       "",
                       {ResetOverlays{}},
                       "Default overlays, reset, initial, first look"});
    if (model.experiment != nullptr)
        for (const catalog::Variant& variant : model.experiment->variants)
            all.push_back(variant_entry(model, *model.experiment, variant, {ChooseVariant{variant.name}}));
    std::vector<PaletteEntry> other_variants;
    if (model.catalog != nullptr)
        for (const catalog::Experiment& e : model.catalog->experiments) {
            const LessonEntry* const copied = workbench::find_lesson_of_copy(lesson_entries(), e);
            all.push_back({std::string(tr_course(e.title)),
                           copied != nullptr ? tr_format("Copy from lesson {}", copied->number)
                                             : tr_format("Experiment · {}", topic_words(e.topic)),
                           "",
                           {ChooseExperiment{e.name}},
                           fmt::format("Experiment {} {} {}", e.title, e.topic, e.name)});
            if (&e == model.experiment || copied != nullptr) continue;
            for (const catalog::Variant& variant : e.variants)
                other_variants.push_back(
                    variant_entry(model, e, variant, {ChooseExperiment{e.name}, ChooseVariant{variant.name}}));
        }
    std::ranges::move(other_variants, std::back_inserter(all));
    for (const LessonEntry& lesson : lesson_entries()) {
        const std::string_view far = progress_label(lesson, model.lessons_taken);
        all.push_back(
            {std::string(tr_course(lesson.title)),
             far.empty() ? tr_format("Lesson {}", lesson.number) : tr_format("Lesson {} · {}", lesson.number, tr(far)),
             "",
             {OpenLesson{lesson.file}},
             fmt::format("Lesson {} {} teach learn course", lesson.title, lesson.summary)});
    }
    if (model.preferences != nullptr)
        for (const std::string& file : model.preferences->recent)
            all.push_back({std::filesystem::path(file).filename().string(), tr("Open again"), "", {OpenFile{file}}});
    return all;
}

int fitness(const PaletteEntry& entry, const std::string& typed) {
    const std::string title = lower(entry.title);
    std::string all = title + " " + lower(entry.detail) + " " + lower(entry.english);
    std::ranges::replace(all, '-', ' ');
    size_t at = 0;
    while (at < typed.size()) {
        const size_t end = std::min(typed.find(' ', at), typed.size());
        const std::string word = typed.substr(at, end - at);
        at = end + 1;
        if (word.empty()) continue;
        const auto begins = [&](const std::string& one) {
            for (size_t found = all.find(one); found != std::string::npos; found = all.find(one, found + 1))
                if (begins_word(all, found)) return true;
            return false;
        };
        // A typed English plural finds the singular.
        const bool plural = word.size() > 3 && word.ends_with('s') && begins(word.substr(0, word.size() - 1));
        if (!plural && !begins(word)) return 0;
    }
    if (title == typed.substr(0, typed.find_last_not_of(' ') + 1)) return 4;
    if (title.starts_with(typed) || lower(entry.detail).starts_with(typed)) return 3;
    return title.find(typed) != std::string::npos ? 2 : 1;
}

int on_arrow(ImGuiInputTextCallbackData* data) {
    *static_cast<int*>(data->UserData) += data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
    return 0;
}

} // namespace

std::optional<metrics::ThreadId> named_thread(std::string_view words, const LaunchConfig& config) {
    const std::string text = lower(words);
    const std::vector<uint64_t> asked = thread_numbers(text), numbers = block_numbers(text);
    if (numbers.empty() && asked.size() == 1)
        return asked[0] < config.threads() ? std::optional(static_cast<metrics::ThreadId>(asked[0] + 1)) : std::nullopt;
    const auto thread = linear(asked, config.block);
    if (!thread) return std::nullopt;
    const auto block = numbers.empty() ? std::optional<uint64_t>(0) : linear(numbers, config.grid);
    if (!block) return std::nullopt;
    return static_cast<metrics::ThreadId>(*block * config.threads_per_block() + *thread + 1);
}

std::vector<PaletteEntry> palette_entries(const Model& model, std::string_view typed) {
    std::string words = lower(typed);
    std::vector<PaletteEntry> entries;
    if (exporting::is_scene_link(typed))
        entries.push_back({tr("Open the link's scene"), tr("Files"), "", {OpenFile{typed}}});
    add_places(entries, model, words);
    std::ranges::replace(words, '-', ' ');
    std::vector<std::pair<int, PaletteEntry>> fitting;
    for (PaletteEntry& entry : everything(model))
        if (const int fit = fitness(entry, words); fit > 0) fitting.emplace_back(fit, std::move(entry));
    std::stable_sort(fitting.begin(), fitting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [fit, entry] : fitting) entries.push_back(std::move(entry));
    return entries;
}

void CommandPalette::show(std::string typed) {
    open_ = takes_focus_ = true;
    typed_ = std::move(typed);
    chosen_ = 0;
}

Commands CommandPalette::draw(const Model& model) {
    if (!open_) return {};
    const Look& look = model.look;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::OpenPopup("Palette");
    ImGui::SetNextWindowPos({screen.x / 2, look.px(64)}, ImGuiCond_Always, {0.5f, 0.0f});
    ImGui::SetNextWindowSize({std::min(look.px(560), screen.x - look.px(24)), 0});
    if (!ImGui::BeginPopupModal("Palette", nullptr,
                                ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav))
        return {};
    if (takes_focus_) ImGui::SetKeyboardFocusHere();
    takes_focus_ = false;
    ImGui::SetNextItemWidth(-1);
    const int before = chosen_;
    const bool entered = ImGui::InputTextWithHint(
        "##palette", tr("an action, an experiment, cell 25,50, thread (9,2) of block (1,3), line 14"), &typed_,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, on_arrow, &chosen_);
    if (ImGui::IsItemEdited()) chosen_ = 0;
    const std::vector<PaletteEntry> entries = palette_entries(model, typed_);
    const int count = static_cast<int>(entries.size());
    chosen_ = std::clamp(chosen_, 0, std::max(0, count - 1));
    const bool moved = chosen_ != before;
    if (moved) ImGui::SetKeyboardFocusHere(-1);
    Commands commands;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(4), look.px(1)});
    const float row = look.px(30);
    const int rows = std::min(count, max_rows);
    ImGui::BeginChild("entries", {0, row * static_cast<float>(std::max(rows, 1))});
    for (int i = 0; i < count; ++i) {
        const PaletteEntry& entry = entries[static_cast<size_t>(i)];
        const std::string detail = entry.key.empty() ? entry.detail : fmt::format("{} · {}", entry.detail, entry.key);
        if (menu_item(look, fmt::format("{}##palette {}", entry.title, i).c_str(), detail, i == chosen_) ||
            (entered && i == chosen_))
            commands = entry.commands;
        if (moved && i == chosen_) ImGui::SetScrollHereY();
    }
    if (entries.empty())
        text(look, tr_format("No results for \"{}\"", typed_), {Face::text, size_body, look.colors->muted});
    ImGui::EndChild();
    ImGui::PopStyleVar();
    takes_focus_ = entered && commands.empty(); // if Enter finds nothing, the field keeps the keyboard
    const bool away = clicked_beside();
    if (!commands.empty() || away) open_ = false;
    if (!open_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return commands;
}

} // namespace warpscope::ui
