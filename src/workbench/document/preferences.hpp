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

inline constexpr float min_strength = 0.2f, max_strength = 2.0f;

struct WindowPlace {
    int width = 1600, height = 950;
    bool maximized = false;
    friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

using scene::CodePlace;
using scene::Form;
using scene::PaintedCode;

/// Lengths at scale 1.
struct Panes {
    float launch = 210, inspector = 310;
    float drawer = 0;   // 0: automatic
    float split = 0.5f; // the left or upper view's share of the room
    float rows = 0.5f;  // the upper row's share, with four views
    bool launch_open = true, inspector_open = false, drawer_open = false;
    std::optional<size_t> alone;
    bool both_upright = false; // an upright window shows both views
    friend bool operator==(const Panes&, const Panes&) = default;
};

enum class CodeBeside : uint8_t { nothing, ptx, changes, machine_code, ptx_and_machine_code };
[[nodiscard]] constexpr bool shows_ptx(CodeBeside beside) {
    return beside == CodeBeside::ptx || beside == CodeBeside::ptx_and_machine_code;
}
[[nodiscard]] constexpr bool shows_machine_code(CodeBeside beside) {
    return beside == CodeBeside::machine_code || beside == CodeBeside::ptx_and_machine_code;
}
[[nodiscard]] constexpr CodeBeside beside_with(bool ptx, bool machine_code) {
    if (ptx) return machine_code ? CodeBeside::ptx_and_machine_code : CodeBeside::ptx;
    return machine_code ? CodeBeside::machine_code : CodeBeside::nothing;
}

/// by_format: print colors for SVG and PDF, otherwise the window's.
enum class FigureColors : uint8_t { by_format, print, window };

/// The page's address while `warpscope serve` runs.
inline constexpr std::string_view local_page = "http://127.0.0.1:8080/";

struct TextOrigin {
    int64_t edited_at = 0;   // seconds since 1970; 0: unknown
    std::string file_digest; // digest before the edit; empty: unknown
    friend bool operator==(const TextOrigin&, const TextOrigin&) = default;
};

struct Preferences {
    bool dark = false;
    bool reduced_motion = false;
    CodeBeside beside = CodeBeside::nothing;
    bool drawer_tall = false; // set by the first tall tab; then all tabs are tall, so that the time bar does not move
    bool source_tall = false; // set by the first edit; keeps the "edit" button in place
    bool only_surviving_branches = false;              // omits splits at branches that the machine code lacks
    float scale = 0;                                   // 0: the monitor's scale
    std::optional<Language> language, figure_language; // nullopt: language of the desktop; of figures: the window's
    FigureColors figure_colors = FigureColors::by_format;
    Panes panes;
    Tab tab = Tab::source;
    std::string chart, peaks; // empty: default
    std::optional<int> gpu;   // CUDA's number; nullopt: the display's GPU
    float strength = 1;
    scene::Views views;
    bool four = false;
    std::vector<std::string> recent; // newest first
    WindowPlace window;
    std::optional<scene::LaunchSetup> last;
    std::vector<std::string> trusted;          // digests of programs that run without confirmation
    std::vector<std::string> checked_programs; // files whose runs check races, newest first
    std::map<std::string, std::string> texts;  // by text_key()
    std::vector<std::string> texts_newest;     // keys, last edited first
    std::set<std::string> untrusted_texts;     // keys of texts from scene files
    std::map<std::string, TextOrigin> texts_origin;
    std::vector<std::string> session;          // command line of the last session
    std::map<std::string, std::string> inputs; // inputs that are not the default, by input_key()
    std::string link_address{local_page};

    Preferences();
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

[[nodiscard]] std::string edited_key(const scene::LaunchSetup& source);

inline constexpr size_t max_recent = 12, max_trusted = 500, max_checked_programs = 100;
void remember(Preferences& preferences, const std::string& file);

[[nodiscard]] std::string to_json(const Preferences& preferences);
/// Ignores unknown keys; wrong values become defaults. Fails only without a JSON object.
[[nodiscard]] Result<Preferences> from_json(std::string_view text);

/// Returns $XDG_CONFIG_HOME/warpscope/settings.json, or the same in $HOME/.config; empty if neither is set.
[[nodiscard]] std::filesystem::path preferences_file();
[[nodiscard]] Result<Preferences> load_preferences(const std::filesystem::path& file);
[[nodiscard]] Result<void> save_preferences(const std::filesystem::path& file, const Preferences& preferences);

} // namespace warpscope::workbench
