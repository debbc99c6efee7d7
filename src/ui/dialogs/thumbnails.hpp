// Small copies of pictures in files, made on the worker one after the other.
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include "gl/texture.hpp"
#include "ui/workbench.hpp"
#include "workbench/background/worker.hpp"

namespace warpscope::ui {

class Thumbnails {
public:
    static constexpr uint32_t width = 72, height = 54; // at most, in pixels of the picture that is kept

    struct Thumbnail {
        gl::Texture texture;            // none where the file is no picture that can be read
        uint32_t columns = 0, rows = 0; // of the picture
    };
    /// What there is of the file; null while it is being made. Needs OpenGL to be current, on the UI thread.
    [[nodiscard]] const Thumbnail* of(const std::filesystem::path& file, Worker& worker);
    /// Those of files elsewhere are made anew when they are asked for.
    void forget() { *made_ = {}; }

private:
    struct Made {
        std::map<std::filesystem::path, Thumbnail> by_file;
        bool busy = false;
    };
    std::shared_ptr<Made> made_ = std::make_shared<Made>(); // a job may end after the dialog
};

} // namespace warpscope::ui
