// Built-in file browser, because system dialogs need extra libraries. A worker lists folders.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
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
    /// Folders, then files, sorted by name. Omits hidden entries.
    struct Listing {
        std::filesystem::path folder;
        std::vector<Entry> entries;
        Message problem;
    };
    [[nodiscard]] static Listing list(const std::filesystem::path& folder);

    void show(Worker& worker, std::filesystem::path folder);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<OpenFile> draw(const Look& look, Worker& worker,
                                               const std::vector<std::string>& recent);

    /// Returns the longest common continuation of all names that start with `typed`.
    [[nodiscard]] std::string completion(std::string_view typed) const;

private:
    void go(Worker& worker, std::filesystem::path folder);
    /// Lists the typed folder, if it exists.
    void follow_typing(Worker& worker);
    void request(Worker& worker, std::filesystem::path folder, bool is_typed);
    void take(const Listing& listing, bool is_typed);
    [[nodiscard]] std::filesystem::path resolved(std::string_view typed) const;
    [[nodiscard]] bool is_usable(const Entry& entry) const;
    [[nodiscard]] std::optional<std::filesystem::path> places(const Look& look, Worker& worker,
                                                              const std::vector<std::string>& recent);
    [[nodiscard]] size_t count_scenes() const;
    [[nodiscard]] bool picture_row(const Look& look, Worker& worker, const Entry& entry, const std::string& label);
    [[nodiscard]] std::optional<std::filesystem::path> entries(const Look& look, Worker& worker);
    /// Returns the typed file or link. Requests the listing of a typed folder. Reports missing files.
    [[nodiscard]] std::optional<std::filesystem::path> accept(Worker& worker);

    bool open_ = false, takes_focus_ = false, usable_only_ = true, as_picture_ = false;
    bool is_typing_ = false;     // lists only names that begin with the typed text
    std::filesystem::path base_; // typed names are relative to this folder, even while another one is listed
    std::filesystem::path requested_;
    std::filesystem::path pictures_;
    Listing listing_;
    Thumbnails thumbnails_;
    std::string typed_;
    Message problem_;
    uint64_t newest_ = 0;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace warpscope::ui
