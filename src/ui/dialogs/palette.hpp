// The palette (Ctrl+K): everything that can be done, chosen by typing some of its letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/model/model.hpp"

namespace warpscope::ui {

struct PaletteEntry {
    std::string title, detail; // "Divergence", "Overlays"
    std::string key;
    Commands commands;     // what choosing it does
    std::string english{}; // title and detail, where they are in another language: found by these words, too
};
/// What fits the typed words: each must begin a word of title or detail, in any order. First what the words name
/// themselves ("thread (9,2) of block (1,3)", "line 14"), then what begins with them.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const Model& model, std::string_view typed);

/// The thread that "go to thread (9,2) of block (1,3)" or "thread 41 of block 3" names: indices as the source has them,
/// or one linear number each. Without a block a single number counts through the launch, and indices are those of
/// block 0. None when it names none of the launch.
[[nodiscard]] std::optional<metrics::ThreadId> named_thread(std::string_view words, const LaunchConfig& config);

class CommandPalette {
public:
    /// `typed`: words that are there at first.
    void show(std::string typed = {});
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    /// Draws while open; returns what was chosen.
    [[nodiscard]] Commands draw(const Model& model);

private:
    bool open_ = false, just_opened_ = false;
    std::string typed_;
    int chosen_ = 0;
};

} // namespace warpscope::ui
