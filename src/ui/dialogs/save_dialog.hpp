#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "ui/model/model.hpp"

namespace warpscope::ui {

/// Sizes by Subject, in pixels at scale 1; 0 × 0 if not on screen.
using SaveSizes = std::array<ImVec2, subjects>;

class SaveDialog {
public:
    void show(const std::filesystem::path& folder, const std::string& suggestion, std::optional<Language> language,
              FigureColors colors);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<SavePicture> draw(const Model& model, const SaveSizes& sizes,
                                                  const std::function<ImVec2(const SavePicture&)>& size_of);

private:
    void choose_language(const Look& look);
    void forget_title();
    [[nodiscard]] SavePicture request(const std::filesystem::path& file) const;

    [[nodiscard]] std::string suggested_path() const;

    bool open_ = false;
    std::filesystem::path folder_;
    std::string suggestion_;
    Subject subject_ = Subject::right_view;
    int scale_ = 2;
    bool with_scene_ = true, large_legend_ = false;
    std::string path_, title_, caption_, ending_ = ".png"; // ending_: last selected format
    std::optional<Subject> titled_;
    FigureColors colors_ = FigureColors::by_format;
    std::optional<Language> language_; // nullopt: the window's language
};

} // namespace warpscope::ui
