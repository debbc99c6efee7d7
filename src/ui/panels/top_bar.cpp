#include "ui/panels/panels.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "language/course.hpp"
#include "language/tr.hpp"
#include "ui/panels/top/scene_menus.hpp"
#include "ui/widgets/widgets.hpp"
#include "ui/workbench.hpp"
#include "workbench/document/pane_sizes.hpp"

namespace warpscope::ui {

namespace {

void scale_popup(const Model& model, Commands& commands) {
    const Look& look = model.look;
    menu_below(look, !model.upright);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("scales")) return;
    update_menu();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    for (int percent : {75, 100, 125, 150, 175, 200, 250, 300, 400}) {
        const std::string label = fmt::format("{} %##scale to", percent);
        const bool fits = static_cast<float>(percent) / 100 <= largest_scale(screen.x, screen.y, false);
        if (menu_item(look, label.c_str(), fits ? "" : tr("no room"), std::lround(100 * look.scale) == percent))
            commands.push_back(SetScale{static_cast<float>(percent) / 100});
    }
    if (menu_item(look, tr_label("Same as the monitor"), key_text(Action::scale_reset), model.preferences->scale == 0))
        commands.push_back(SetScale{0});
    ImGui::EndPopup();
}

void scale_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const std::string now = fmt::format("{:.0f} %##scale", 100 * look.scale);
    std::string tip =
        tr_format("Scale of the whole window ({}, {})", key_text(Action::scale_up), key_text(Action::scale_down));
    if (look.scale < model.preferred_scale)
        tip += tr_format(". The window is too small for {:.0f} %.", 100 * model.preferred_scale);
    if (quiet_button(look, now.c_str(), Icon::none, tip)) ImGui::OpenPopup("scales");
    scale_popup(model, commands);
}

std::string_view language_sign() {
    constexpr std::array<std::string_view, language_infos.size()> signs{"EN", "中", "RU"};
    return signs.at(static_cast<size_t>(language()));
}

/// Adds the English word for users who cannot read the current language.
std::string language_word() {
    const std::string english = "Language", here = tr(N_("Language"));
    return here == english ? english : fmt::format("{} ({})", here, english);
}

void language_popup(const Model& model, Commands& commands) {
    const Look& look = model.look;
    menu_below(look, !model.upright);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("languages")) return;
    update_menu();
    const std::optional<Language>& chosen = model.preferences->language;
    if (menu_item(look, tr_label("Same as the desktop"), "", !chosen)) commands.push_back(SetLanguage{});
    for (const LanguageInfo& one : language_infos) {
        const bool lacks = one.language == Language::chinese && !look.fonts.chinese;
        if (menu_item(look, lacks ? Label("Chinese") : Label(one.name, fmt::format("{}##language", one.code)),
                      lacks ? tr("needs a font: install fonts-noto-cjk") : "", chosen == one.language) &&
            !lacks)
            commands.push_back(SetLanguage{one.language});
    }
    ImGui::EndPopup();
}

void language_menu(const Model& model, Commands& commands) {
    if (quiet_button(model.look, {language_sign(), "language"}, Icon::none, language_word()))
        ImGui::OpenPopup("languages");
    language_popup(model, commands);
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
    std::string why = tr(model.live.why);
    if (why.empty() && model.result) why = tr(model.result->device_note);
    return {tr("emulator"), "emulator",
            why.empty() ? tr("The kernel runs on Warpscope's PTX emulator.")
                        : tr_format("The kernel runs on Warpscope's PTX emulator: {}", why),
            false};
}

bool has_choice(const Model& model) { return model.gpus && model.gpus->all.size() > 1; }

void gpu_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    menu_below(look, !model.upright);
    const MenuStyle style(look);
    if (!ImGui::BeginPopup("gpus")) return;
    update_menu();
    const gpu::Devices& gpus = *model.gpus;
    menu_heading(look, tr("Runs the kernels"));
    if (gpus.environment) {
        menu_heading(look, tr("The GPU is set by WARPSCOPE_GPU."));
    } else if (menu_item(look, tr_label("The GPU that drives the display"), key_text(Action::next_gpu), !gpus.user)) {
        commands.push_back(ChooseGpu{});
    }
    for (const gpu::DeviceStatus& gpu : gpus.all) {
        const std::string label = fmt::format("{}: {}##gpu", gpu.device, gpu.usable ? gpu.name : tr(gpu.why));
        const std::string detail =
            gpu.usable ? fmt::format("{}, {} GiB", gpu.compute, gpu.memory_bytes >> 30) : tr("cannot be used");
        const bool used = gpu.device == gpus.chosen().device;
        if (menu_item(look, label.c_str(), detail, used) && gpu.usable && !gpus.environment)
            commands.push_back(ChooseGpu{gpu.device});
    }
    ImGui::EndPopup();
}

void folded_menu(const Model& model, Commands& commands) {
    const Look& look = model.look;
    if (quiet_button(look, "##folded", Icon::menu, tr("File, input, theme, scale, language, keys")))
        ImGui::OpenPopup("folded");
    menu_below(look);
    const char* next = nullptr; // menu that replaces this one
    {
        const MenuStyle style(look);
        if (ImGui::BeginPopup("folded")) {
            update_menu();
            if (model.program != nullptr &&
                menu_item(look,
                          Label::owning(tr_format("Back to the program {} ({})", model.program->name(),
                                                  key_text(Action::program)),
                                        "back to the program"),
                          "", false))
                commands.push_back(ShowProgram{true});
            if (has_input_menu(model) && menu_item(look, tr_label("Input…", "##folded"), input_words(model), false))
                next = "input";
            file_items(model, commands);
            ImGui::Separator();
            if (has_choice(model) && menu_item(look, tr_label("GPU…", "##folded"), gpu_title(model), false))
                next = "gpus";
            if (menu_item(look, tr_label("Scale…", "##folded"), fmt::format("{:.0f} %", 100 * look.scale), false))
                next = "scales";
            if (menu_item(look, Label::owning(language_word(), "Language##folded"), language_sign(), false))
                next = "languages";
            if (menu_item(look, tr_label("Search…", "##folded"), "", false))
                commands.push_back(Perform{Action::palette});
            for (const Action action : {Action::theme, Action::keys})
                if (menu_item(look, Label::owning(std::string(tr(info(action).title)), std::string(info(action).title)),
                              "", false))
                    commands.push_back(Perform{action});
            ImGui::EndPopup();
        }
    }
    if (next != nullptr) ImGui::OpenPopup(next);
    input_popup(model, commands);
    gpu_menu(model, commands);
    scale_popup(model, commands);
    language_popup(model, commands);
}

void upright_top_bar(const Model& model, Commands& commands) {
    const Look& look = model.look;
    const float gap = look.px(8), row = look.row(30), y = std::round((look.px(top_bar_height) - row) / 2);
    ImGui::SetCursorPos({look.px(6), std::round(look.px(top_bar_height - 28) / 2)});
    folded_menu(model, commands);
    const float left = look.px(6 + 28) + gap, room = ImGui::GetWindowWidth() - left - gap;
    const bool with_variant = has_variant_menu(model);
    ImGui::SetCursorPos({left, y});
    experiment_menu(model, commands, std::max(look.px(30), with_variant ? (room - gap) * 0.6f : room));
    if (!with_variant) return;
    ImGui::SameLine(0, gap);
    variant_menu(model, commands, std::max(look.px(30), (room - gap) * 0.4f));
}

} // namespace

std::string caption(const Model& model) {
    if (model.experiment == nullptr || model.variant == nullptr) return "Warpscope";
    // Shows the launched block, because a variant may compute it from its parameters.
    const Dim3 block = model.result ? model.result->shown().config.block : model.setup->settings.block;
    const std::string variant = shown_name_and_edits(model);
    std::string name(tr_course(model.experiment->title));
    if (model.variant->launch_title.empty() && variant != name) name += " · " + variant;
    if (block.y * block.z == 1)
        return tr_count(block.x, "{1} · {0} thread per block", "{1} · {0} threads per block", block.x, name);
    if (block.z > 1) return tr_format("{} · {} × {} × {} threads per block", name, block.x, block.y, block.z);
    return tr_format("{} · {} × {} threads per block", name, block.x, block.y);
}

void top_bar(const Model& model, Commands& commands) {
    if (model.upright && !model.program_page) return upright_top_bar(model, commands);
    const Look& look = model.look;
    DeviceChip device = device_chip(model);
    const std::string scale = fmt::format("{:.0f} %", 100 * look.scale);
    const bool roomy = ImGui::GetWindowWidth() > look.px(1000);
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
    const float gap = look.px(8);
    place(x, look.row(30));
    file_menu(model, commands);
    x = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap;
    const float room = width - right - look.px(10) - 2 * gap - x;
    place(x, look.row(30));
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
