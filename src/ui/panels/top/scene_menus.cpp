#include "ui/panels/top/scene_menus.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/imgui/kept_value.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/wording/phrases.hpp"
#include "ui/wording/untold_line.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/text_key.hpp"
#include "workbench/files/file_kinds.hpp"
#include "workbench/lesson/kernel_copy.hpp"
#include "workbench/lesson/lesson_list.hpp"

namespace warpscope::ui {

namespace {

std::string input_title(const input::InputSpec& spec) {
    if (spec.is_file()) return std::filesystem::path(spec.file).filename().string();
    return fmt::format("{} {}×{}", tr(input::name_of(spec.pattern)), spec.shape.width, spec.shape.height);
}

std::string title_words(const std::string& title) { return std::string(tr_course(title)); }

std::string title_words(const catalog::Variant& variant) {
    if (!variant.launch_title.empty()) return tr(variant.launch_title);
    return title_words(variant.title.empty() ? variant.name : variant.title);
}

std::string title_words(const catalog::Experiment& experiment) {
    const catalog::Variant& first = experiment.variants.front();
    return first.launch_title.empty() ? title_words(experiment.title) : tr(first.launch_title);
}

Label variant_label(const Model& model, const catalog::Variant& v, std::string_view menu) {
    const std::string& title = v.title.empty() ? v.name : v.title;
    const std::string untold = untold_bug(model, *model.experiment, v);
    return Label::owning(untold.empty() ? title_words(v) : untold, fmt::format("{}##{} {}", title, menu, v.name));
}

bool shows_matrices(const Model& model) {
    if (!model.result) return false;
    const auto& arrangement = model.result->prepared.arrangement;
    return arrangement && arrangement->strips.empty();
}

std::vector<const char*> menus_of(const Model& model) {
    if (model.program_page) return {"file", "experiment", "input"};
    std::vector<const char*> menus{"file", "experiment"};
    if (model.variant == nullptr) return menus;
    if (has_variant_menu(model)) menus.push_back("variant");
    if (has_input_menu(model)) menus.push_back("input");
    return menus;
}

/// Returns -1 or 1 if an arrow key selects a neighbor menu, else 0.
int turn() {
    // Ignores keys that a field uses, and the press that opened this menu.
    if (ImGui::IsAnyItemActive() || ImGui::IsWindowAppearing()) return 0;
    return static_cast<int>(ImGui::IsKeyPressed(ImGuiKey_RightArrow)) -
           static_cast<int>(ImGui::IsKeyPressed(ImGuiKey_LeftArrow));
}

void open_by_key(const char* menu) {
    ImGui::OpenPopup(menu);
    ImGui::SetNavCursorVisible(true);
}

void open_neighbor(const Model& model, std::string_view menu, int turned) {
    if (turned == 0) return;
    const std::vector<const char*> menus = menus_of(model);
    const auto now = std::ranges::find(menus, menu) - menus.begin();
    const auto count = std::ssize(menus);
    open_by_key(menus[static_cast<size_t>((now + turned + count) % count)]);
}

bool generator(const Model& model, Commands& commands) {
    const Look& look = model.look;
    // Marks the names for translation; input specifications use the English ones.
    static_cast<void>(std::array{N_("gradient"), N_("checkerboard"), N_("noise"), N_("index"), N_("impulse")});
    static constexpr std::array patterns{input::Pattern::gradient, input::Pattern::checkerboard, input::Pattern::noise,
                                         input::Pattern::index, input::Pattern::impulse};
    KeptValue<int> width("width", 256), height("height", 256), seed("seed", 1), pattern("pattern", -1);
    const input::InputSpec& now = model.setup->input;
    if (ImGui::IsWindowAppearing()) {
        const Shape shape = now.is_file() ? Shape{256, 256, 1} : now.shape;
        width = static_cast<int>(shape.width);
        height = static_cast<int>(shape.height);
        seed = static_cast<int>(now.seed);
        pattern = now.is_file() ? -1 : static_cast<int>(now.pattern);
    }

    bool changed = false, chosen = false;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(10));
    ImGui::BeginGroup();
    for (input::Pattern p : patterns) {
        const std::string label = fmt::format("{}##pattern", input::name_of(p));
        if (pill(look, {tr(input::name_of(p)), label.c_str()}, pattern == static_cast<int>(p), "")) {
            pattern = static_cast<int>(p);
            changed = true;
            ImGui::CloseCurrentPopup();
        }
        chosen = chosen || ImGui::IsItemFocused();
        ImGui::SameLine(0, look.px(5));
    }
    ImGui::NewLine();
    ImGui::Dummy({0, look.px(4)});
    auto number = [&](const char* label, std::string_view words, KeptValue<int>& kept) {
        text_in_row(look, words, {Face::text, size_body, look.colors->muted});
        ImGui::SameLine(0, look.px(6));
        ImGui::SetNextItemWidth(look.px(64));
        ImGui::PushFont(look.fonts.mono, size_code);
        int value = kept;
        ImGui::InputInt(label, &value, 0);
        kept = value;
        ImGui::PopFont();
        changed = changed || ImGui::IsItemDeactivatedAfterEdit();
        chosen = chosen || ImGui::IsItemFocused();
    };
    const bool matrix = shows_matrices(model);
    number("##width", matrix ? tr("columns") : tr("width"), width);
    ImGui::SameLine(0, look.px(6));
    number("##height", matrix ? tr("rows") : tr("height"), height);
    ImGui::SameLine(0, look.px(14));
    number("##seed", tr("seed"), seed);
    ImGui::EndGroup();
    const auto side = static_cast<int>(input::max_side);
    const bool sides = width >= 1 && width <= side && height >= 1 && height <= side;
    const uint64_t cells = sides ? static_cast<uint64_t>(width) * static_cast<uint64_t>(height) : 0;
    std::string refused;
    if (!sides)
        refused = tr_format("A side has 1 to {} cells.", side);
    else if (cells > input::max_cells)
        refused = tr_format("{} × {} are {} cells; at most {} fit.", int{width}, int{height}, grouped(cells),
                            grouped(input::max_cells));
    else if (seed < 0)
        refused = tr("A seed is 0 or more.");
    if (!refused.empty()) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(10));
        text(look, refused, {Face::text, size_body, look.colors->error_text});
        return chosen;
    }
    if (!changed || pattern < 0) return chosen;
    const Shape shape{static_cast<uint32_t>(width), static_cast<uint32_t>(height), 1};
    commands.push_back(
        ChooseInput{{"", static_cast<input::Pattern>(int{pattern}), shape, static_cast<uint64_t>(seed)}});
    return chosen;
}

} // namespace

void experiment_menu(const Model& model, Commands& commands, float room) {
    const Look& look = model.look;
    std::string lead = model.experiment != nullptr ? fmt::format("{} ·", topic_words(model.experiment->topic)) : "";
    const std::string name = model.experiment != nullptr ? title_words(*model.experiment) : tr("no experiment");
    if (lead == fmt::format("{} ·", name)) lead.clear();
    if (model.program_page)
        (void)menu_button(look, "experiment", {"", tr("Experiments"), ""}, room);
    else
        (void)menu_button(look, "experiment", {lead.size() > 3 ? lead : std::string_view{}, name, ""}, room);
    if (model.menu_requested) open_by_key("experiment");
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("experiment")) return;
    update_menu();
    const std::vector<LessonEntry>& lessons = lesson_entries();
    const LessonEntry* const begun = find_lesson_to_resume(lessons, model.lessons_taken);
    if (begun != nullptr &&
        menu_item(look, tr_label_of([&] { return tr_format("Resume: {}", tr_course(begun->title)); }, "##begun"),
                  tr_format("Lesson {}", begun->number), false))
        commands.push_back(OpenLesson{begun->file});
    if (!lessons.empty() &&
        menu_item(look, tr_label("Lessons…", "##lessons"), fmt::format("{}", lessons.size()), false))
        commands.push_back(Perform{Action::lessons});
    struct Entry {
        const catalog::Experiment* experiment = nullptr;
        const LessonEntry* copied = nullptr;
    };
    std::vector<std::pair<std::string_view, std::vector<Entry>>> groups;
    for (const catalog::Experiment& e : model.catalog->experiments) {
        const LessonEntry* const copied = workbench::find_lesson_of_copy(lessons, e);
        const std::string_view heading = copied != nullptr ? tr("Copies from lessons") : topic_words(e.topic);
        auto group = std::ranges::find(groups, heading, [](const auto& one) { return one.first; });
        if (group == groups.end()) group = groups.insert(group, {heading, {}});
        group->second.push_back({&e, copied});
    }
    for (const auto& [heading, entries] : groups) {
        menu_heading(look, heading);
        for (const auto& [e, copied] : entries) {
            const Label label(tr_course(e->title), fmt::format("{}##experiment {}", e->title, e->name));
            const std::string note = copied != nullptr ? tr_format("Lesson {}", copied->number) : "";
            if (menu_item(look, label, note, e == model.experiment)) commands.push_back(ChooseExperiment{e->name});
        }
    }
    for (const Diagnostic& problem : model.catalog->problems) {
        menu_heading(look, tr("Cannot be read"));
        ImGui::PushTextWrapPos(look.px(420));
        paragraph(look, tr(problem), {Face::text, size_small, look.colors->error_text});
        ImGui::PopTextWrapPos();
    }
    const int turned = turn();
    ImGui::EndPopup();
    open_neighbor(model, "experiment", turned);
}

std::string shown_name(const Model& model) {
    const catalog::Variant& variant = *model.variant;
    if (std::string untold = untold_bug(model, *model.experiment, variant); !untold.empty()) return untold;
    return model.experiment->guesses.contains(variant.name) && !variant.title.empty() ? title_words(variant)
                                                                                      : variant.name;
}

std::string shown_name_and_edits(const Model& model) {
    return model.setup->text ? tr_format("{}, edited", shown_name(model)) : shown_name(model);
}

namespace {

bool is_edited(const Model& model, const catalog::Variant& variant) {
    if (&variant == model.variant) return model.setup->text.has_value();
    scene::LaunchSetup setup = *model.setup;
    setup.variant = variant.name;
    return model.preferences->texts.contains(text_key(*model.catalog, setup));
}

std::string variant_detail(const Model& model, const catalog::Variant& variant) {
    const bool is_untold = !untold_bug(model, *model.experiment, variant).empty();
    const std::string name = is_untold               ? std::string(tr_course(variant.bug.symptom))
                             : variant.title.empty() ? ""
                                                     : variant.name;
    if (!is_edited(model, variant)) return name;
    return name.empty() ? tr("edited") : tr_format("{}, edited", name);
}

} // namespace

void variant_menu(const Model& model, Commands& commands, float room) {
    if (!has_variant_menu(model)) return;
    const Look& look = model.look;
    (void)menu_button(look, "variant", {tr("variant"), shown_name_and_edits(model), ""}, room);
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("variant")) return;
    update_menu();
    for (const catalog::Variant& v : model.experiment->variants) {
        const Label label = variant_label(model, v, "variant");
        if (menu_item(look, label, variant_detail(model, v), &v == model.variant))
            commands.push_back(ChooseVariant{v.name});
    }
    const bool compares = !model.variant->bug.any(); // other bugs have other inputs
    if (compares && model.result && model.experiment->variants.size() > 1) {
        menu_heading(look, tr("Pin this one and compare with"));
        for (const catalog::Variant& v : model.experiment->variants) {
            if (&v == model.variant) continue;
            const Label label = variant_label(model, v, "compare");
            if (menu_item(look, label, variant_detail(model, v), false)) commands.push_back(CompareWith{v.name});
        }
    }
    const int turned = turn();
    ImGui::EndPopup();
    open_neighbor(model, "variant", turned);
}

bool has_variant_menu(const Model& model) {
    return model.variant != nullptr && !model.program_page &&
           (model.experiment->variants.size() > 1 || model.setup->text ||
            shown_name(model) != title_words(*model.experiment));
}

bool has_input_menu(const Model& model) {
    return model.program_page || (model.variant != nullptr && catalog::main_input(*model.variant) != nullptr);
}

std::string input_words(const Model& model) {
    const input::InputSpec& spec = model.setup->input;
    const std::string name = spec.is_file() ? input_title(spec) : std::string(tr(input::name_of(spec.pattern)));
    return spec.painting.empty() ? name : tr_format("{}, painted", name);
}

void input_menu(const Model& model, Commands& commands, float room) {
    if (!has_input_menu(model)) return;
    const bool page = model.program_page;
    const Look& look = model.look;
    std::string extent;
    const auto is_of_setup = [&](const session::Request& run) {
        return run.experiment->name == model.setup->experiment && run.variant == model.setup->variant &&
               run.input.without_painting() == model.setup->input.without_painting();
    };
    if (!page && model.result && is_of_setup(model.result->request)) {
        const Shape& shape = model.result->input.layout.shape;
        extent = shows_matrices(model)
                     ? tr_count(shape.height, "{} row of {}", "{} rows of {}", shape.height, shape.width)
                     : fmt::format("{}×{}", shape.width, shape.height);
        if (shape.depth > 1) extent += fmt::format("×{}", shape.depth);
    }
    const std::string name = input_words(model);
    (void)menu_button(look, "input", page ? MenuLabel{"", tr("Open"), ""} : MenuLabel{tr("input"), name, extent}, room);
    input_popup(model, commands);
}

void input_popup(const Model& model, Commands& commands) {
    const bool page = model.program_page;
    const Look& look = model.look;
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("input")) return;
    update_menu();
    if (menu_item(look, tr_label("Open an image, CUDA file or scene…"), key_text(Action::open_file), false))
        commands.push_back(ShowOpenDialog{});
    if (!page && !model.setup->input.painting.empty() && menu_item(look, tr_label("Reset input"), tr("painted"), false))
        commands.push_back(ResetInput{});
    menu_heading(look, tr("Samples"));
    static const std::vector<catalog::Sample> samples = catalog::samples();
    for (const catalog::Sample& sample : samples)
        if (menu_item(look, Label(tr(sample.title), fmt::format("{}##sample", sample.title)), tr(sample.lesson),
                      model.setup->input.file == sample.file.string()))
            commands.push_back(OpenFile{sample.file});
    bool is_first = true;
    for (const std::string& file : model.preferences->recent) {
        const std::filesystem::path path = file;
        if (!page && !is_input_name(path)) continue;
        if (std::exchange(is_first, false)) menu_heading(look, tr("Recent"));
        const std::string label = fmt::format("{}##recent {}", path.filename().string(), file);
        if (menu_item(look, label.c_str(), path.parent_path().filename().string(), model.setup->input.file == file))
            commands.push_back(OpenFile{.file = path, .as_picture = !page});
    }
    bool fields = false;
    if (!page) {
        menu_heading(look, tr("Generate"));
        fields = generator(model, commands);
    }
    ImGui::Dummy({0, look.px(4)});
    const int turned = fields ? 0 : turn();
    ImGui::EndPopup();
    open_neighbor(model, "input", turned);
}

void file_items(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const bool page = model.program_page;
    if (menu_item(look, tr_label("Open…", "##file"), key_text(Action::open_file), false))
        commands.push_back(ShowOpenDialog{});
    // In the editor, Ctrl+S saves the kernel source.
    const bool edits = model.edited != nullptr && model.edited->open;
    const Action saves = edits ? Action::save_scene_as : Action::save_scene;
    if (!page && menu_item(look, tr_label("Save scene…"), key_text(saves), false))
        commands.push_back(Perform{Action::save_scene});
    if (!page && menu_item(look, tr_label("Copy link"), key_text(Action::copy_link), false))
        commands.push_back(Perform{Action::copy_link});
    if (!page && menu_item(look, tr_label("Save kernel source…", "##file"), key_text(Action::save_text), false))
        commands.push_back(Perform{Action::save_text});
    if (menu_item(look, tr_label("Export figure…"), key_text(Action::save_picture), false))
        commands.push_back(ShowSaveDialog{});
    if (!page && menu_item(look, tr_label("Save film…"), key_text(Action::save_film), false))
        commands.push_back(ShowFilmDialog{});
    if (menu_item(look, tr_label("Quit", "##file"), key_text(Action::quit), false))
        commands.push_back(Perform{Action::quit});
}

void file_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    (void)menu_button(look, "file", {"", tr("File"), ""}, 0);
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("file")) return;
    update_menu();
    file_items(model, commands);
    const int turned = turn();
    ImGui::EndPopup();
    open_neighbor(model, "file", turned);
}

} // namespace warpscope::ui
