// Settings that are kept between sessions, and their file.
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

/// Range of the overlay strength; 1 is the design value.
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
    float drawer = 0;   // 0: automatic
    float split = 0.5f; // share of the left or upper view
    float rows = 0.5f;  // share of the upper row of four views
    bool launch_open = true, inspector_open = false, drawer_open = false;
    std::optional<size_t> alone;
    friend bool operator==(const Panes&, const Panes&) = default;
};

enum class CodeBeside : uint8_t { nothing, ptx, changes };

/// Colors of figures. by_format: SVG and PDF for print, others as in the window.
enum class FigureColours : uint8_t { by_format, print, window };

/// Origin of an edited text
struct TextOrigin {
    int64_t edited_at = 0;   // seconds since 1970; 0: unknown
    std::string file_digest; // of the file's text that was edited; empty: unknown
    friend bool operator==(const TextOrigin&, const TextOrigin&) = default;
};

struct Preferences {
    bool dark = false;
    bool reduced_motion = false;
    CodeBeside beside = CodeBeside::nothing;
    float scale = 0;                                   // 0: the monitor's scale
    std::optional<Language> language, figure_language; // nullopt: the desktop's; for figures: the window's
    FigureColours figure_colours = FigureColours::by_format;
    Panes panes;
    Tab tab = Tab::source;
    std::string chart, peaks; // chosen chart, and device of the roofline; empty: default
    std::optional<int> gpu;   // CUDA device number; nullopt: the GPU that drives the display
    float strength = 1;
    scene::Views views;
    bool four = false;
    std::vector<std::string> recent; // newest first
    WindowPlace window;
    std::optional<scene::LaunchSetup> last;
    std::vector<std::string> trusted;               // digests of programs that run without confirmation, newest first
    std::map<std::string, std::string> texts;       // edited texts by text_key()
    std::vector<std::string> texts_newest;          // keys of `texts`, last edited first
    std::set<std::string> untrusted_texts;          // keys of `texts` that derive from a scene file
    std::map<std::string, TextOrigin> texts_origin; // by the keys of `texts`
    std::vector<std::string> session;               // command line that restores the last session
    std::map<std::string, std::string> inputs;      // last input by input_key(), if it is not the default

    Preferences();
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

[[nodiscard]] std::string edited_key(const scene::LaunchSetup& source);

inline constexpr size_t max_recent = 12, max_trusted = 500;
void remember(Preferences& preferences, const std::string& file);

[[nodiscard]] std::string to_json(const Preferences& preferences);
/// Skips unknown keys and replaces wrong values with defaults. Fails only if the text is not a JSON object.
[[nodiscard]] Result<Preferences> from_json(std::string_view text);

/// Returns $XDG_CONFIG_HOME/warpscope/settings.json, or the same below ~/.config; empty if neither variable is set.
[[nodiscard]] std::filesystem::path preferences_file();
/// Returns the defaults if the file does not exist.
[[nodiscard]] Result<Preferences> load_preferences(const std::filesystem::path& file);
/// Creates the folder if needed and replaces the file atomically.
[[nodiscard]] Result<void> save_preferences(const std::filesystem::path& file, const Preferences& preferences);

} // namespace warpscope::workbench
