#pragma once

#include <filesystem>
#include <optional>

#include "export/scene_file.hpp"
#include "workbench/background/desktop_dialog.hpp"
#include "workbench/feature/feature.hpp"
#include "workbench/files/commands.hpp"

namespace warpscope::workbench {

class FilesFeature : public CommandFeature<FilesFeature, FilesCommands> {
public:
    FilesFeature(Document& document, const Models& model, FilesModel& view)
        : CommandFeature(document, model)
        , view_(view) {}
    [[nodiscard]] std::string_view name() const override { return "files"; }
    bool perform(const Perform& action) override;
    void run_answered(const Diagnostic* failure) override;

    void begin();
    void deliver();
    void show_arrived();
    void update();

    void on(const OpenFile& c);
    void on(const ShowOpenDialog& c);
    void on(const ShowSaveScene& c);
    void on(const SaveScene& c);

private:
    struct LargeScene {
        std::filesystem::path file;
        scene::LaunchSetup source;
    };

    /// Opens a .toml or source file. Executables, and sources with main(), open as programs unless `kernels_only`.
    void open_source(const std::filesystem::path& file, bool kernels_only);
    void open_picture(const std::filesystem::path& file);
    /// `or_picture`: errors suggest opening the file as a picture.
    void open_scene(const std::filesystem::path& file, bool or_picture);
    void take_scene(const std::filesystem::path& file, exporting::OpenedScene opened);
    void run_comparison(const exporting::OpenedRun& beside);
    void copy_link();
    void report_restored();
    /// Asks before saving a large scene; a second save confirms.
    void ask_about_size(const std::filesystem::path& file, uint64_t bytes);
    [[nodiscard]] bool asks_to_save(const std::filesystem::path& file) const;

    FilesModel& view_;
    DesktopDialog desktop_;
    std::optional<LargeScene> large_scene_;
};

} // namespace warpscope::workbench
