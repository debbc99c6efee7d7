#pragma once

#include "workbench/feature/feature.hpp"
#include "workbench/window/commands.hpp"

namespace warpscope::workbench {

class WindowFeature : public CommandFeature<WindowFeature, WindowCommands> {
public:
    WindowFeature(Document& document, const Models& model)
        : CommandFeature(document, model) {}
    [[nodiscard]] std::string_view name() const override { return "window"; }
    bool perform(const Perform& action) override;

    /// Applies the chosen language, or English if that language lacks a font or a translation.
    void update_language();

    void on(const ResizePane& c);
    void on(const SelectTab& c) { preferences_.tab = c.tab; }
    void on(const SetDrawer& c);
    void on(const SetScale& c);
    void on(const SetLanguage& c) { preferences_.language = c.language; }
    void on(const ShowPalette& c);
    void on(const DismissNotice& c) { document_.notices.dismiss(c.id); }
    void on(const Restart& c);
    void on(const TellBug& c);

private:
    void change_scale(float by);
    void quit();
    void toggle_presentation();
    void toggle_launch();
    void toggle_inspector();
    void show_next_tab();

    std::optional<Language> spoken_;
};

} // namespace warpscope::workbench
