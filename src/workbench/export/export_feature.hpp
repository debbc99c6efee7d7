#pragma once

#include <filesystem>
#include <optional>

#include "export/scene_file.hpp"
#include "workbench/export/autosave.hpp"
#include "workbench/export/commands.hpp"
#include "workbench/export/film_job.hpp"
#include "workbench/export/picture.hpp"
#include "workbench/feature/feature.hpp"
#include "workbench/feature/stage.hpp"

namespace warpscope::workbench {

class ExportFeature : public CommandFeature<ExportFeature, ExportCommands> {
public:
    ExportFeature(Document& document, const Models& model, ExportModel& view, const Stage& stage);
    [[nodiscard]] std::string_view name() const override { return "export"; }
    bool perform(const Perform& action) override;
    [[nodiscard]] bool is_settled() const override { return !film_.busy(); }
    [[nodiscard]] std::optional<double> seconds_until_due() const override;

    void deliver();
    void keep_autosave();
    [[nodiscard]] const std::optional<SavePicture>& pending_picture() const { return pending_; }
    /// Returns the pending picture once all texts are in its language (`is_worded`), or after some seconds.
    [[nodiscard]] std::optional<SavePicture> take_picture(bool is_worded);
    /// Writes or copies the picture on a worker. `dark`: the picture has the dark theme's colors.
    void save(const SavePicture& request, bool dark, Picture picture);

    void on(const ShowSaveDialog& c);
    void on(const SavePicture& c);
    void on(const CopyPicture& c);
    void on(const CopyText& c) { document_.copy_text(c.text); }
    void on(const ShowFilmDialog& c);
    void on(const MakeFilm& c);
    void on(const StopFilm& c);

private:
    void report_film();
    /// Returns the chosen language of pictures if its font is available.
    [[nodiscard]] std::optional<Language> language_of_figures() const;
    [[nodiscard]] exporting::SceneLook look_of_figure(const SavePicture& request, bool dark,
                                                      const Picture& picture) const;

    ExportModel& view_;
    const Stage& stage_;
    Autosave autosave_;
    FilmJob film_;
    uint64_t film_notice_ = 0;
    std::optional<SavePicture> pending_;
    double figure_deadline_ = 0;
};

} // namespace warpscope::workbench
