// A scene as its file holds it: with all that another machine needs to show the same. docs/SCENES.md describes the
// file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "scene/figure_look.hpp"
#include "scene/measured.hpp"
#include "scene/scene.hpp"

namespace warpscope::scene {

inline constexpr int64_t newest_format = 3; // from 2 on with [[note]], from 3 on with PTX, [figure] and [beside]
inline constexpr std::string_view scene_ending = ".wscope";
inline constexpr std::string_view beside_folder = "beside/";       // of files of an experiment that is shown beside
inline constexpr std::string_view sample_picture = "picture";      // the input that comes with the program
inline constexpr uint64_t most_carried = uint64_t{16} << 20;       // bytes of all files that a scene carries
inline constexpr uint64_t largest_scene_file = uint64_t{40} << 20; // with those as base64, and all else

/// A kernel, a header, an experiment or a picture that a scene carries.
struct CarriedFile {
    std::string name; // relative, with '/', without ".."
    std::string contents;
    friend bool operator==(const CarriedFile&, const CarriedFile&) = default;
};

/// A launch that a scene compares its own with.
struct SavedRun {
    Source source;               // its input.file as SavedScene's
    std::string experiment_file; // as SavedScene's, also of the same experiment; else below beside_folder
    Measured measured;
    friend bool operator==(const SavedRun&, const SavedRun&) = default;
};

struct SavedScene {
    /// Its input.file, where there is one, is the name of a carried file or sample_picture.
    Scene scene;
    std::string experiment_file; // the carried file that describes the experiment; empty: it is the catalogue's
    std::string tab;             // of the drawer; empty: folded
    std::string chart;           // of the tab `charts`
    std::string notes;           // about all of it; those that are tied to a place are the scene's
    Measured measured;
    std::optional<FigureLook> figure; // that carries the scene; none: it is a file of its own
    std::optional<SavedRun> beside;   // the run on the left of two that are compared
    std::vector<CarriedFile> files;   // by name
    friend bool operator==(const SavedScene&, const SavedScene&) = default;
};

/// The same for equal scenes: what is read from it and written again does not change.
[[nodiscard]] std::string to_text(const SavedScene& saved);

/// `file` is for messages. What a newer program wrote, what is no scene and what is damaged is refused with words that
/// say what to do.
[[nodiscard]] Result<SavedScene> from_text(std::string_view text, const std::string& file);

/// Returns whether a carried file may have this name: it must stay in the folder that the scene is unpacked to.
[[nodiscard]] bool is_inside(std::string_view name);

} // namespace warpscope::scene
