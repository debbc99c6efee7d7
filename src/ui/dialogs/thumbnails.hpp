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
    struct Limits {
        uint32_t width = 72, height = 54;
        uint64_t pixels = uint64_t{40} << 20; // larger pictures take too long for a list of files
    };
    Thumbnails() = default;
    explicit Thumbnails(const Limits& limits)
        : limits_(limits) {}

    struct Thumbnail {
        gl::Texture texture; // empty if the file is not a readable picture
        uint32_t columns = 0, rows = 0;
    };
    /// Returns null while a worker makes the thumbnail. UI thread only, with OpenGL current.
    [[nodiscard]] const Thumbnail* of(const std::filesystem::path& file, Worker& worker);
    void forget() { *made_ = {}; }

private:
    struct Made {
        std::map<std::filesystem::path, Thumbnail> by_file;
        bool busy = false;
    };
    Limits limits_;
    std::shared_ptr<Made> made_ = std::make_shared<Made>(); // shared, because a job may outlive the dialog
};

} // namespace warpscope::ui
