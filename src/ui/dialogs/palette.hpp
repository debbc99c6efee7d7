#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/model/model.hpp"

namespace warpscope::ui {

struct PaletteEntry {
    std::string title, detail;
    std::string key;
    Commands commands;
    std::string english{}; // English title and detail if the window has another language
};
/// Returns entries in which every typed word is the start of a word. Threads, cells and lines ("line 14") come first,
/// then entries that begin with the text. An entry without commands is a message.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const Model& model, std::string_view typed);

/// Parses "go to thread (9,2) of block (1,3)" or "thread 41 of block 3". Without a block, a number counts the launch's
/// threads, and indices refer to block 0. Returns nullopt if there is no such thread.
[[nodiscard]] std::optional<metrics::ThreadId> named_thread(std::string_view words, const LaunchConfig& config);

class CommandPalette {
public:
    void show(std::string typed = {});
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] Commands draw(const Model& model);

private:
    bool open_ = false, takes_focus_ = false;
    std::string typed_;
    int chosen_ = 0;
};

} // namespace warpscope::ui
