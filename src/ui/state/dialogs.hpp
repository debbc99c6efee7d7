// What lies over the panels: the dialogs to open and save, the sheet of keys, the times of frames.
#pragma once

#include <optional>

#include "ui/dialogs/file_dialog.hpp"
#include "ui/dialogs/save_dialog.hpp"
#include "ui/dialogs/scene_dialog.hpp"

namespace warpscope::ui {

struct Dialogs {
    FileDialog file;
    SaveDialog save;
    SceneDialog scene;
    std::optional<SavePicture> save_wish; // a picture to be saved after this frame
    bool keys = false, frame_times = false;

    /// One that takes the keyboard.
    [[nodiscard]] bool open() const { return file.open() || save.open() || scene.open() || keys; }
    void hide() {
        keys = false;
        file.hide();
        save.hide();
        scene.hide();
    }
};

} // namespace warpscope::ui
