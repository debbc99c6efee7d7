// A file browser inside the window, because there is no other one that works on every machine without more libraries.
// Folders are listed on the worker.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/dialogs/thumbnails.hpp"
#include "ui/model/model.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/worker.hpp"

namespace warpscope::ui {

/// Returns whether Warpscope opens files of this name: .png, .jpg, .jpeg, .bmp in any case.
[[nodiscard]] bool is_picture_name(const std::filesystem::path& file);

class FileDialog {
public:
    struct Entry {
        std::string name;
        bool folder = false;
        uint64_t bytes = 0;
    };
    /// Folders first, then files, both by name. Hidden ones are left out.
    struct Listing {
        std::filesystem::path folder;
        std::vector<Entry> entries;
        std::string problem; // why it could not be read; empty otherwise
    };
    [[nodiscard]] static Listing list(const std::filesystem::path& folder);

    void show(Worker& worker, std::filesystem::path folder);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    /// Draws while open; returns a file that was chosen.
    [[nodiscard]] std::optional<OpenFile> draw(const Look& look, Worker& worker,
                                               const std::vector<std::string>& recent);

private:
    void go(Worker& worker, std::filesystem::path folder);
    [[nodiscard]] std::optional<std::filesystem::path> places(const Look& look, Worker& worker,
                                                              const std::vector<std::string>& recent);
    /// A picture's row; returns whether it was clicked.
    [[nodiscard]] bool picture_row(const Look& look, Worker& worker, const Entry& entry, const std::string& label);
    [[nodiscard]] std::optional<std::filesystem::path> entries(const Look& look, Worker& worker);
    /// A typed path: a folder is gone to (later, by the worker), anything else is the choice.
    [[nodiscard]] std::optional<std::filesystem::path> accept(Worker& worker);

    bool open_ = false, just_opened_ = false, usable_only_ = true, as_picture_ = false;
    std::filesystem::path folder_;
    std::filesystem::path pictures_; // the user's folder of them; empty where there is none
    Listing listing_;
    Thumbnails thumbnails_;
    std::string typed_;
    uint64_t wish_ = 0; // number of the newest listing asked for
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace warpscope::ui
