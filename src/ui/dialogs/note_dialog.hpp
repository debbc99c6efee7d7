#pragma once

#include <optional>

#include "ui/model/model.hpp"

namespace warpscope::ui {

class NoteDialog {
public:
    /// Opens for note `index` of the scene; nullopt: a new note.
    void show(std::optional<size_t> index, scene::Note note);
    void hide() { open_ = false; }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] std::optional<Command> draw(const Model& model);

private:
    void choose_kind(const Look& look);
    void choose_cells(const Look& look);

    bool open_ = false, focus_ = false;
    std::optional<size_t> index_;
    scene::Note note_;
};

} // namespace warpscope::ui
