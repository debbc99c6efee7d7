// A scene with all that another machine needs; see docs/SCENES.md.
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

// Format 2 added [[note]], format 3 PTX, [figure] and [beside], format 4 the key `minus`, format 5 `painting`.
inline constexpr int64_t newest_format = 5;
inline constexpr std::string_view scene_ending = ".wscope";
inline constexpr std::string_view beside_folder = "beside/";       // folder for files of the compared experiment
inline constexpr std::string_view sample_picture = "picture";      // installed with the program
inline constexpr uint64_t max_carried = uint64_t{16} << 20;        // bytes
inline constexpr uint64_t largest_scene_file = uint64_t{40} << 20; // includes base64 overhead

/// A kernel, header, experiment or picture in a scene.
struct CarriedFile {
    std::string name; // relative, without ".."
    std::string contents;
    friend bool operator==(const CarriedFile&, const CarriedFile&) = default;
};

struct SavedRun {
    LaunchSetup source;          // its input.file is a carried file or a course picture
    std::string experiment_file; // carried file below beside_folder; "": catalog
    Measured measured;
    friend bool operator==(const SavedRun&, const SavedRun&) = default;
};

struct SavedScene {
    /// `input.file` is a carried file or a course picture (course_pictures.hpp).
    Scene scene;
    std::string experiment_file; // carried file; "": catalog
    std::string tab;             // "": drawer closed
    std::string chart;
    std::string notes; // text about the scene as a whole
    Measured measured;
    std::optional<FigureLook> figure; // figure that contains the scene
    std::optional<SavedRun> beside;   // left run of the comparison
    std::vector<CarriedFile> files;
    friend bool operator==(const SavedScene&, const SavedScene&) = default;
};

/// `short_readable` compresses long PTX.
enum class PtxForm : uint8_t { short_readable, readable };

/// A scene read from a file gives the same text.
[[nodiscard]] std::string to_text(const SavedScene& saved, PtxForm form = PtxForm::short_readable);

/// Refuses newer and damaged files, with advice. Messages name `file`.
[[nodiscard]] Result<SavedScene> from_text(std::string_view text, const std::string& file);

/// Returns whether a name stays inside the unpacking folder.
[[nodiscard]] bool is_inside(std::string_view name);

} // namespace warpscope::scene
