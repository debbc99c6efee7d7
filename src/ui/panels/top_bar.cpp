// Top bar: experiment, variant and input at the left; device, theme, scale and keys at the right.
#include "ui/panels/panels.hpp"

#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include "language/tr.hpp"
#include "ui/model/lesson/lesson_list.hpp"
#include "ui/panels/pane_sizes.hpp"
#include "ui/widgets/widgets.hpp"

namespace warpscope::ui {

namespace {

struct MenuStyle {
    explicit MenuStyle(const Look& look) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(6), look.px(6)});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {look.px(6), look.px(1)});
    }
    ~MenuStyle() { ImGui::PopStyleVar(2); }
    MenuStyle(const MenuStyle&) = delete;
    MenuStyle& operator=(const MenuStyle&) = delete;
};

void menu_heading(const Look& look, std::string_view words) {
    ImGui::Dummy({0, look.px(2)});
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(12));
    text(look, words, {Face::strong, size_small, look.colours->muted});
    ImGui::Dummy({0, look.px(1)});
}

void experiment_menu(const Model& model, Commands& commands, float room) {
    const Look& look = model.look;
    const std::string lead = model.experiment != nullptr ? model.experiment->topic + " ·" : "";
    // Both as views: of two different types the text would be copied and the view outlive the copy.
    const std::string_view name =
        model.experiment != nullptr ? std::string_view(model.experiment->title) : std::string_view(tr("no experiment"));
    if (model.program_page)
        (void)menu_button(look, "experiment", {"", tr("Experiments"), ""}, room);
    else
        (void)menu_button(look, "experiment", {lead.size() > 3 ? lead : std::string_view{}, name, ""}, room);
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("experiment")) return;
    close_by_key();
    if (const size_t lessons = lesson_entries().size(); lessons > 0)
        if (menu_item(look, tr_label("Lessons…", "##lessons"), fmt::format("{}", lessons), false))
            commands.push_back(ShowPalette{"lesson "});
    std::string topic;
    for (const catalog::Experiment& e : model.catalog->experiments) {
        if (e.topic != topic) menu_heading(look, topic = e.topic);
        const std::string label = fmt::format("{}##experiment {}", e.title, e.name);
        if (menu_item(look, label.c_str(), "", &e == model.experiment)) commands.push_back(ChooseExperiment{e.name});
    }
    for (const Diagnostic& problem : model.catalog->problems) {
        menu_heading(look, tr("Not readable"));
        ImGui::PushTextWrapPos(look.px(420));
        paragraph(look, problem.text(), {Face::text, size_small, look.colours->error_text});
        ImGui::PopTextWrapPos();
    }
    ImGui::EndPopup();
}

void variant_menu(const Model& model, Commands& commands, float room) {
    if (model.variant == nullptr || model.program_page) return;
    const Look& look = model.look;
    (void)menu_button(look, "variant", {tr("variant"), model.variant->name, ""}, room);
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("variant")) return;
    close_by_key();
    for (const catalog::Variant& v : model.experiment->variants) {
        const std::string label = fmt::format("{}##variant {}", v.title.empty() ? v.name : v.title, v.name);
        if (menu_item(look, label.c_str(), v.title.empty() ? "" : v.name, &v == model.variant))
            commands.push_back(ChooseVariant{v.name});
    }
    if (model.result && model.experiment->variants.size() > 1) {
        menu_heading(look, tr("Pin this one and compare with"));
        for (const catalog::Variant& v : model.experiment->variants) {
            if (&v == model.variant) continue;
            const std::string label = fmt::format("{}##compare {}", v.title.empty() ? v.name : v.title, v.name);
            if (menu_item(look, label.c_str(), v.title.empty() ? "" : v.name, false))
                commands.push_back(CompareWith{v.name});
        }
    }
    ImGui::EndPopup();
}

/// Fields for a generated input. They live as long as the menu is open.
void generator(const Model& model, Commands& commands) {
    const Look& look = model.look;
    // Their names, which specifications of inputs have in English.
    static_cast<void>(std::array{N_("gradient"), N_("checkerboard"), N_("noise"), N_("index"), N_("impulse")});
    static constexpr std::array patterns{input::Pattern::gradient, input::Pattern::checkerboard, input::Pattern::noise,
                                         input::Pattern::index, input::Pattern::impulse};
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID width_id = ImGui::GetID("width"), height_id = ImGui::GetID("height"), seed_id = ImGui::GetID("seed"),
                  pattern_id = ImGui::GetID("pattern");
    const input::InputSpec& now = model.choice->input;
    if (ImGui::IsWindowAppearing()) {
        const Shape shape = now.is_file() ? Shape{256, 256, 1} : now.shape;
        storage.SetInt(width_id, static_cast<int>(shape.width));
        storage.SetInt(height_id, static_cast<int>(shape.height));
        storage.SetInt(seed_id, static_cast<int>(now.seed));
        storage.SetInt(pattern_id, now.is_file() ? -1 : static_cast<int>(now.pattern));
    }
    int* width = storage.GetIntRef(width_id, 256);
    int* height = storage.GetIntRef(height_id, 256);
    int* seed = storage.GetIntRef(seed_id, 1);
    int* pattern = storage.GetIntRef(pattern_id, -1);

    bool changed = false;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(10));
    ImGui::BeginGroup();
    for (input::Pattern p : patterns) {
        const std::string label = fmt::format("{}##pattern", input::name_of(p));
        if (pill(look, {tr(input::name_of(p)), label.c_str()}, *pattern == static_cast<int>(p), "")) {
            *pattern = static_cast<int>(p);
            changed = true;
        }
        ImGui::SameLine(0, look.px(5));
    }
    ImGui::NewLine();
    ImGui::Dummy({0, look.px(4)});
    auto number = [&](const char* label, const char* words, int* value) {
        ImGui::AlignTextToFramePadding();
        text(look, words, {Face::text, size_body, look.colours->muted});
        ImGui::SameLine(0, look.px(6));
        ImGui::SetNextItemWidth(look.px(64));
        ImGui::PushFont(look.fonts.mono, size_code);
        ImGui::InputInt(label, value, 0);
        ImGui::PopFont();
        changed = changed || ImGui::IsItemDeactivatedAfterEdit();
    };
    number("##width", tr("size"), width);
    ImGui::SameLine(0, look.px(6));
    number("##height", "×", height);
    ImGui::SameLine(0, look.px(14));
    number("##seed", tr("seed"), seed);
    ImGui::EndGroup();
    const auto side = static_cast<int>(input::max_side);
    const bool sides = *width >= 1 && *width <= side && *height >= 1 && *height <= side;
    const uint64_t cells = sides ? static_cast<uint64_t>(*width) * static_cast<uint64_t>(*height) : 0;
    std::string refused;
    if (!sides)
        refused = tr_format("A side has 1 to {} cells.", side);
    else if (cells > input::max_cells)
        refused = tr_format("{} × {} are {} cells; at most {} fit.", *width, *height, grouped(cells),
                            grouped(input::max_cells));
    else if (*seed < 0)
        refused = tr("A seed is 0 or more.");
    if (!refused.empty()) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + look.px(10));
        text(look, refused, {Face::text, size_body, look.colours->error_text});
        return;
    }
    if (!changed || *pattern < 0) return;
    const Shape shape{static_cast<uint32_t>(*width), static_cast<uint32_t>(*height), 1};
    commands.push_back(ChooseInput{{"", static_cast<input::Pattern>(*pattern), shape, static_cast<uint64_t>(*seed)}});
}

void input_menu(const Model& model, Commands& commands, float room) {
    const bool page = model.program_page; // what it opens is no input of anything there
    if (!page && (model.variant == nullptr || catalog::main_input(*model.variant) == nullptr)) return;
    const Look& look = model.look;
    std::string extent;
    if (!page && model.result && model.result->request.input == model.choice->input) {
        const Shape& shape = model.result->input.layout.shape;
        extent = fmt::format("{}×{}", shape.width, shape.height);
        if (shape.depth > 1) extent += fmt::format("×{}", shape.depth);
    }
    const std::string name = model.choice->input.is_file()
                                 ? input_title(model.choice->input)
                                 : std::string(tr(input::name_of(model.choice->input.pattern)));
    (void)menu_button(look, "input", page ? MenuLabel{"", tr("Open"), ""} : MenuLabel{tr("input"), name, extent}, room);
    menu_below(look);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("input")) return;
    close_by_key();
    if (menu_item(look, tr_label("Open a picture, CUDA file or scene…"), key_text(Action::open_file), false))
        commands.push_back(ShowOpenDialog{});
    if (!page && menu_item(look, tr_label("Save the scene…"), key_text(Action::save_scene), false))
        commands.push_back(Perform{Action::save_scene});
    if (menu_item(look, tr_label("Save as PNG…"), key_text(Action::save_picture), false))
        commands.push_back(ShowSaveDialog{});
    menu_heading(look, tr("Samples"));
    static const std::vector<catalog::Sample> samples = catalog::samples(); // they are installed with the program
    for (const catalog::Sample& sample : samples)
        if (menu_item(look, Label(tr(sample.title), fmt::format("{}##sample", sample.title)), tr(sample.lesson),
                      model.choice->input.file == sample.file.string()))
            commands.push_back(OpenFile{sample.file});
    if (!model.preferences->recent.empty()) menu_heading(look, tr("Recent"));
    for (const std::string& file : model.preferences->recent) {
        if (std::ranges::any_of(samples, [&](const catalog::Sample& sample) { return sample.file == file; })) continue;
        const std::filesystem::path path = file;
        const std::string label = fmt::format("{}##recent {}", path.filename().string(), file);
        if (menu_item(look, label.c_str(), path.parent_path().filename().string(), model.choice->input.file == file))
            commands.push_back(OpenFile{path});
    }
    if (!page) {
        menu_heading(look, tr("Generate"));
        generator(model, commands);
    }
    ImGui::Dummy({0, look.px(4)});
    ImGui::EndPopup();
}

void scale_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const std::string now = fmt::format("{:.0f} %##scale", 100 * look.scale);
    std::string tip =
        tr_format("Scale of the whole window ({}, {})", key_text(Action::scale_up), key_text(Action::scale_down));
    if (look.scale < model.wished_scale) tip += tr_format(". It has no room for {:.0f} %.", 100 * model.wished_scale);
    if (quiet_button(look, now.c_str(), Icon::none, tip)) ImGui::OpenPopup("scales");
    menu_below(look, true);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("scales")) return;
    close_by_key();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    for (int percent : {75, 100, 125, 150, 175, 200, 250, 300, 400}) {
        const std::string label = fmt::format("{} %##scale to", percent);
        const bool fits = static_cast<float>(percent) / 100 <= largest_scale(screen.x, screen.y, false);
        if (menu_item(look, label.c_str(), fits ? "" : tr("no room"), std::lround(100 * look.scale) == percent))
            commands.push_back(SetScale{static_cast<float>(percent) / 100});
    }
    if (menu_item(look, tr_label("As the monitor"), key_text(Action::scale_reset), model.preferences->scale == 0))
        commands.push_back(SetScale{0});
    ImGui::EndPopup();
}

/// As short as it can be: the bar is full.
std::string_view language_sign() {
    constexpr std::array<std::string_view, language_infos.size()> signs{"EN", "中", "RU"};
    return signs.at(static_cast<size_t>(language()));
}

void language_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    // In English, too, for who reads nothing else of the window.
    const std::string english = "Language", here = tr(N_("Language"));
    if (quiet_button(look, {language_sign(), "language"}, Icon::none,
                     here == english ? english : fmt::format("{} ({})", here, english)))
        ImGui::OpenPopup("languages");
    menu_below(look, true);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("languages")) return;
    close_by_key();
    const std::optional<Language>& chosen = model.preferences->language;
    if (menu_item(look, tr_label("As the desktop"), "", !chosen)) commands.push_back(SetLanguage{});
    for (const LanguageInfo& one : language_infos) {
        const bool lacks = one.language == Language::chinese && !look.fonts.chinese;
        if (menu_item(look, lacks ? Label("Chinese") : Label(one.name, fmt::format("{}##language", one.code)),
                      lacks ? tr("needs a font: Debian's fonts-noto-cjk") : "", chosen == one.language) &&
            !lacks)
            commands.push_back(SetLanguage{one.language});
    }
    ImGui::EndPopup();
}

struct DeviceChip {
    std::string label, name, tip;
    bool live = false;
};

DeviceChip device_chip(const Model& model) {
    if (model.live.active)
        return {tr_format("{} · live", gpu_title(model)), model.live.device + " · live",
                tr_format("{} draws the output, through a {}. Overlays are measured on the "
                          "emulator.",
                          model.live.device, model.live.path),
                true};
    std::string why = model.live.why;
    if (why.empty() && model.result) why = tr(model.result->device_note);
    return {tr("emulator"), "emulator",
            why.empty() ? tr("The kernel runs on Warpscope's PTX emulator.")
                        : tr_format("The kernel runs on Warpscope's PTX emulator: {}", why),
            false};
}

bool has_choice(const Model& model) { return model.gpus && model.gpus->all.size() > 1; }

/// On a machine with several GPUs.
void gpu_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    menu_below(look, true);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("gpus")) return;
    close_by_key();
    const gpu::Devices& gpus = *model.gpus;
    menu_heading(look, tr("Runs the kernels"));
    if (gpus.environment) {
        menu_heading(look, tr("WARPSCOPE_GPU names one, so there is no choice here."));
    } else if (menu_item(look, tr_label("The GPU that drives the display"), key_text(Action::next_gpu), !gpus.user)) {
        commands.push_back(ChooseGpu{});
    }
    for (const gpu::DeviceStatus& gpu : gpus.all) {
        const std::string label = fmt::format("{}: {}##gpu", gpu.device, gpu.usable ? gpu.name : gpu.why);
        const std::string detail =
            gpu.usable ? fmt::format("{}, {} GiB", gpu.compute, gpu.memory_bytes >> 30) : tr("cannot be used");
        const bool used = gpu.device == gpus.chosen().device;
        if (menu_item(look, label.c_str(), detail, used) && gpu.usable && !gpus.environment)
            commands.push_back(ChooseGpu{gpu.device});
    }
    ImGui::EndPopup();
}

} // namespace

std::string input_title(const input::InputSpec& spec) {
    if (spec.is_file()) return std::filesystem::path(spec.file).filename().string();
    return fmt::format("{} {}×{}", tr(input::name_of(spec.pattern)), spec.shape.width, spec.shape.height);
}

std::string caption(const Model& model) {
    if (model.experiment == nullptr || model.variant == nullptr) return "Warpscope";
    // What was launched: a variant may compute its block from its parameters.
    const Dim3 block = model.result ? model.result->shown().config.block : model.choice->settings.block;
    return tr_format("{} · {} · {} × {} threads per block", model.experiment->title, model.variant->name, block.x,
                     block.y);
}

void top_bar(const Model& model, Commands& commands) {
    const Look& look = model.look;
    DeviceChip device = device_chip(model);
    const std::string scale = fmt::format("{:.0f} %", 100 * look.scale);
    const bool roomy = ImGui::GetWindowWidth() > look.px(1000);
    // The status bar has the device's whole name.
    if (device.live && ImGui::GetWindowWidth() < look.px(800)) {
        device.label = tr("live");
        device.name = "live";
    }
    const bool with_chip = ImGui::GetWindowWidth() >= look.px(560);
    float right = (with_chip ? chip_size(look, device.label.c_str()).x + look.px(10) : 0) + look.px(14) +
                  look.measure(Face::text, size_body, scale).x + look.px(14 + 6) +
                  look.measure(Face::text, size_body, language_sign()).x + look.px(14 + 6) + look.px(6 + 30);
    const bool with_panes = ImGui::GetWindowWidth() >= look.px(720) && !model.program_page;
    if (with_panes) right += static_cast<float>(model.narrow ? 2 : 3) * look.px(30);
    right += roomy ? look.measure(Face::text, size_body, tr("theme")).x + look.px(34) : look.px(28);

    const float width = ImGui::GetWindowWidth(), middle = look.px(top_bar_height) / 2;
    auto place = [&](float x, float height) { ImGui::SetCursorPos({x, std::round(middle - height / 2)}); };
    float x = look.px(14);
    if (roomy) {
        place(x, look.px(size_title + 2));
        text(look, "Warpscope", {Face::strong, size_title, 0});
        x += look.measure(Face::strong, size_title, "Warpscope").x + look.px(22);
    }
    if (model.program != nullptr && !model.program_page) {
        place(x, look.px(28));
        const std::string name = shortened(look, model.program->name(), {Face::text, size_body, 0}, look.px(150));
        const std::string label = fmt::format("{}##back to the program", name);
        if (quiet_button(look, label.c_str(), Icon::back,
                         tr_format("Back to the program {} ({})", model.program->name(), key_text(Action::program))))
            commands.push_back(ShowProgram{true});
        x += look.measure(Face::text, size_body, name).x + look.px(34 + 10);
    }
    const float gap = look.px(8), room = width - right - look.px(10) - 2 * gap - x;
    place(x, look.px(30));
    experiment_menu(model, commands, room * 0.36f);
    ImGui::SameLine(0, gap);
    variant_menu(model, commands, room * 0.26f);
    ImGui::SameLine(0, gap);
    input_menu(model, commands, room * 0.36f);

    place(width - right, look.px(25));
    auto beside = [&](float gap_before) {
        ImGui::SameLine(0, gap_before);
        ImGui::SetCursorPosY(std::round(middle - look.px(14)));
    };
    if (with_chip) {
        if (chip(look, {device.label, device.name.c_str()}, device.live, device.tip) && has_choice(model))
            ImGui::OpenPopup("gpus");
        gpu_menu(model, commands);
        beside(look.px(10));
    } else {
        place(width - right, look.px(28));
    }
    if (with_panes) {
        const auto fold = [&](const char* label, Icon which, Action action) {
            if (quiet_button(look, label, which, fmt::format("{} ({})", tr(info(action).title), key_text(action))))
                commands.push_back(Perform{action});
            beside(look.px(2));
        };
        fold("##pane launch", Icon::pane_left, Action::launch_pane);
        if (!model.narrow) fold("##pane inspector", Icon::pane_right, Action::inspector_pane);
        fold("##pane drawer", Icon::pane_bottom, Action::drawer);
    }
    const Label theme = roomy ? tr_label("theme") : Label("##theme");
    if (quiet_button(look, theme, Icon::half_disc, tr_format("Light or dark ({})", key_text(Action::theme))))
        commands.push_back(Perform{Action::theme});
    beside(look.px(6));
    scale_menu(model, commands);
    beside(look.px(6));
    language_menu(model, commands);
    beside(look.px(6));
    if (quiet_button(look, "?##keys", Icon::none, tr_format("Keys and mouse ({})", key_text(Action::keys))))
        commands.push_back(Perform{Action::keys});
}

} // namespace warpscope::ui
