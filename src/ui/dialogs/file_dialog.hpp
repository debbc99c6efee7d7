// Built-in file browser, because system dialogs need extra libraries. A worker lists folders.
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

class FileDialog {
public:
    struct Entry {
        std::string name;
        bool folder = false;
        uint64_t bytes = 0;
    };
    /// Visible folders, then files, each by name.
    struct Listing {
        std::filesystem::path folder;
        std::vector<Entry> entries;
        std::string problem;
    };
    [[nodiscard]] static Listing list(const std::filesystem::path& folder);

    void show(Worker& worker, std::filesystem::path folder);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<OpenFile> draw(const Look& look, Worker& worker,
                                               const std::vector<std::string>& recent);

private:
    void go(Worker& worker, std::filesystem::path folder);
    [[nodiscard]] std::optional<std::filesystem::path> places(const Look& look, Worker& worker,
                                                              const std::vector<std::string>& recent);
    [[nodiscard]] size_t count_scenes() const;
    [[nodiscard]] bool picture_row(const Look& look, Worker& worker, const Entry& entry, const std::string& label);
    [[nodiscard]] std::optional<std::filesystem::path> entries(const Look& look, Worker& worker);
    /// Returns the typed path or, if it is a folder, requests its listing.
    [[nodiscard]] std::optional<std::filesystem::path> accept(Worker& worker);

    bool open_ = false, just_opened_ = false, usable_only_ = true, as_picture_ = false;
    std::filesystem::path folder_;
    std::filesystem::path pictures_;
    Listing listing_;
    Thumbnails thumbnails_;
    std::string typed_;
    uint64_t newest_ = 0; // number of the latest request
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace warpscope::ui
