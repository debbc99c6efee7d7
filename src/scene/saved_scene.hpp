// A scene with everything that another machine needs; see docs/SCENES.md.
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
inline constexpr std::string_view sample_picture = "picture";      // installed with the program
inline constexpr uint64_t max_carried = uint64_t{16} << 20;        // bytes
inline constexpr uint64_t largest_scene_file = uint64_t{40} << 20; // includes base64 overhead

/// A carried kernel, header, experiment or picture.
struct CarriedFile {
    std::string name; // relative, without ".."
    std::string contents;
    friend bool operator==(const CarriedFile&, const CarriedFile&) = default;
};

struct SavedRun {
    LaunchSetup source;          // input.file as in SavedScene
    std::string experiment_file; // name in SavedScene, or below beside_folder
    Measured measured;
    friend bool operator==(const SavedRun&, const SavedRun&) = default;
};

struct SavedScene {
    /// `input.file` is a carried file or sample_picture
    Scene scene;
    std::string experiment_file; // carried file, or "" for the catalog
    std::string tab;             // tab of the drawer; empty: folded
    std::string chart;
    std::string notes; // notes without place
    Measured measured;
    std::optional<FigureLook> figure; // figure that contains the scene
    std::optional<SavedRun> beside;   // left run of a comparison
    std::vector<CarriedFile> files;
    friend bool operator==(const SavedScene&, const SavedScene&) = default;
};

/// Deterministic: reading and writing the text again does not change it.
[[nodiscard]] std::string to_text(const SavedScene& saved);

/// `file` is for messages. Refuses newer formats and damaged files with advice.
[[nodiscard]] Result<SavedScene> from_text(std::string_view text, const std::string& file);

/// Returns whether a name stays inside the folder for unpacking.
[[nodiscard]] bool is_inside(std::string_view name);

} // namespace warpscope::scene
