// A scene as stored in a file, with everything that another machine needs; see docs/SCENES.md.
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

inline constexpr int64_t newest_format = 3; // 2: [[note]]; 3: PTX, [figure] and [beside]
inline constexpr std::string_view scene_ending = ".wscope";
inline constexpr std::string_view beside_folder = "beside/";       // folder for files of the compared experiment
inline constexpr std::string_view sample_picture = "picture";      // picture that comes with the program
inline constexpr uint64_t most_carried = uint64_t{16} << 20;       // bytes of all carried files
inline constexpr uint64_t largest_scene_file = uint64_t{40} << 20; // including base64 overhead

/// A carried kernel, header, experiment or picture.
struct CarriedFile {
    std::string name; // relative, with '/', without ".."
    std::string contents;
    friend bool operator==(const CarriedFile&, const CarriedFile&) = default;
};

/// A launch compared with the scene's.
struct SavedRun {
    Source source;               // input.file as in SavedScene
    std::string experiment_file; // as in SavedScene, or below beside_folder for another experiment
    Measured measured;
    friend bool operator==(const SavedRun&, const SavedRun&) = default;
};

struct SavedScene {
    /// `input.file` is a carried file or sample_picture.
    Scene scene;
    std::string experiment_file; // carried file; empty: experiment of the catalog
    std::string tab;             // drawer tab; empty: folded
    std::string chart;           // for the tab `charts`
    std::string notes;           // general notes; placed ones are in the scene
    Measured measured;
    std::optional<FigureLook> figure; // figure that contains the scene; nullopt: own file
    std::optional<SavedRun> beside;   // left run of a comparison
    std::vector<CarriedFile> files;   // by name
    friend bool operator==(const SavedScene&, const SavedScene&) = default;
};

/// Returns the file's text. Reading and writing it again does not change it.
[[nodiscard]] std::string to_text(const SavedScene& saved);

/// Parses a scene. `file`: name for messages. Refuses newer formats and damaged files with advice.
[[nodiscard]] Result<SavedScene> from_text(std::string_view text, const std::string& file);

/// Returns whether the name stays inside the folder that the scene is unpacked to.
[[nodiscard]] bool is_inside(std::string_view name);

} // namespace warpscope::scene
