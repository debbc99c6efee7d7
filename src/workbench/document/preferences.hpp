// What the window remembers from one start to the next, and the file that holds it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "language/language.hpp"
#include "scene/painted_code.hpp"
#include "scene/scene.hpp"
#include "workbench/document/tab.hpp"

namespace warpscope::workbench {

inline constexpr float min_scale = 0.75f, max_scale = 4.0f;

/// Of overlays' tints, where 1 is as they were designed.
inline constexpr float min_strength = 0.2f, max_strength = 2.0f;

struct WindowPlace {
    int width = 1600, height = 950;
    bool maximised = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

using scene::CodePlace;
using scene::Form;
using scene::PaintedCode;

/// Lengths at scale 1.
struct Panes {
    float launch = 210, inspector = 310;
    float drawer = 0;                                                     // 0: a share of the window
    float split = 0.5f;                                                   // share of the left view, or of the upper one
    float rows = 0.5f;                                                    // of four views, share of the upper ones
    bool launch_open = true, inspector_open = false, drawer_open = false; // else folded
    std::optional<size_t> alone;                                          // the view that has all the room
    friend bool operator==(const Panes&, const Panes&) = default;
};

/// What stands beside the kernel's text, where there is room.
enum class CodeBeside : uint8_t { nothing, ptx, changes };

/// Colours of figures; at first as their format says: SVG and PDF are for print.
enum class FigureColours : uint8_t { by_format, print, window };

struct Preferences {
    bool dark = false;
    bool reduced_motion = false; // nothing glides or blinks
    CodeBeside beside = CodeBeside::nothing;
    float scale = 0;                                   // 0: the monitor's
    std::optional<Language> language, figure_language; // none: the desktop's; of figures: the window's
    FigureColours figure_colours = FigureColours::by_format;
    Panes panes;
    Tab tab = Tab::source;
    std::string chart, peaks;        // chosen chart, and device of the roofline; empty: the first, the present one
    std::optional<int> gpu;          // CUDA's number of the chosen GPU; none: the one that drives the display
    float strength = 1;              // of overlays' tints
    scene::Views views;              // of the last session's scene
    bool four = false;               // the same
    std::vector<std::string> recent; // newest first
    WindowPlace window;
    std::optional<scene::Source> last;         // and its source
    std::vector<std::string> trusted;          // programs that may run without asking, newest first, by digest
    std::map<std::string, std::string> texts;  // by kernel, as text_key() has it: what was made of its text
    std::vector<std::string> texts_newest;     // their kernels, the one that was typed in last first
    std::set<std::string> texts_brought;       // of those the kernels whose text came with a scene, or was made of one
    std::map<std::string, std::string> inputs; // by experiment, the last that it ran on and that it does not start with

    Preferences();
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

/// Of a kernel in Preferences::texts.
[[nodiscard]] std::string edited_key(const scene::Source& source);

inline constexpr size_t max_recent = 12, max_trusted = 500;
/// Puts `file` first in the list of recent files.
void remember(Preferences& preferences, const std::string& file);

[[nodiscard]] std::string to_json(const Preferences& preferences);
/// Unknown keys are skipped and wrong values replaced by defaults, so that an old or damaged file costs as little as
/// possible; text that is no JSON at all is an error.
[[nodiscard]] Result<Preferences> from_json(std::string_view text);

/// $XDG_CONFIG_HOME/warpscope/settings.json, or the same below ~/.config; empty without any of the two.
[[nodiscard]] std::filesystem::path preferences_file();
/// A file that does not exist gives the defaults.
[[nodiscard]] Result<Preferences> load_preferences(const std::filesystem::path& file);
/// Makes the folder where needed and replaces the file in one step.
[[nodiscard]] Result<void> save_preferences(const std::filesystem::path& file, const Preferences& preferences);

} // namespace warpscope::workbench
