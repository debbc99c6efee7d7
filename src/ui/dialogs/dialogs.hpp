#pragma once

#include <optional>

#include "language/language.hpp"
#include "ui/dialogs/file_dialog.hpp"
#include "ui/dialogs/film_dialog.hpp"
#include "ui/dialogs/lessons_page.hpp"
#include "ui/dialogs/note_dialog.hpp"
#include "ui/dialogs/palette.hpp"
#include "ui/dialogs/save_dialog.hpp"
#include "ui/dialogs/scene_dialog.hpp"
#include "ui/dialogs/text_dialog.hpp"
#include "ui/dialogs/welcome.hpp"
#include "ui/workbench.hpp"

namespace warpscope::ui {

struct Dialogs {
    FileDialog file;
    SaveDialog save;
    FilmDialog film;
    SceneDialog scene;
    TextDialog text;
    NoteDialog note;
    CommandPalette palette;
    Welcome welcome;
    LessonsPage lessons;
    bool keys = false, frame_times = false;

    [[nodiscard]] bool open() const {
        return file.open() || save.open() || film.open() || scene.open() || text.open() || note.open() ||
               palette.open() || welcome.open() || lessons.open() || keys;
    }
    void hide() {
        keys = false;
        file.hide();
        save.hide();
        film.hide();
        scene.hide();
        text.hide();
        note.hide();
        palette.hide();
        welcome.hide();
        lessons.hide();
    }
};

} // namespace warpscope::ui
