// See docs/EXPERIMENTS.md.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/diagnostic.hpp"
#include "base/launch.hpp"
#include "catalog/chart_spec.hpp"
#include "input/input.hpp"

namespace warpscope::catalog {

/// Slider for a kernel argument or a compiler definition (-D).
struct Parameter {
    std::string name;
    std::string title; // default: `name`
    std::string help;
    ElementType type = ElementType::s32;
    bool is_definition = false;
    double minimum = 0, maximum = 0, step = 1, initial = 0;
    std::vector<std::string> choices; // names of values 0, 1, ...
};

[[nodiscard]] std::string value_text(const Parameter& parameter, double value);

/// Integer expression of parameters, block, grid and input size (catalog/expression.hpp).
using Expression = std::string;

/// Declared number of threads that store to a cell
enum class Owners : uint8_t {
    one, // all cells are stored, each by at most one thread per launch
    at_most_one,
    many, // threads add to the same cell; no thread counts as idle
    any,  // undeclared, for broken kernels
};

struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::scratch;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    Expression width = "width", height = "height", depth = "depth";
    Expression padding = "0";            // at the end of each row, included in `width`
    std::optional<std::string> contents; // input spec or number; nullopt: undefined
    std::string view;                    // "cells", "bars" or "letters"; default: automatic
    std::string unit;
    std::vector<std::string> labels;
    std::string derived_title, derived; // "pi is about", and formula
    Owners owners = Owners::one;
    Expression parts; // number of parts; "" if not divided
    char along = 'y';
    std::string variable;       // module variable, or ""
    bool is_main_input = false; // receives the user's input
};

struct SymbolSpec {
    std::string name;
    ElementType type = ElementType::f32;
    std::vector<double> values;
    std::string buffer; // source of initial contents, instead of `values`
};

struct TextureSpec {
    std::string name, buffer;
    TextureSettings settings; // border color in the buffer's units

    /// Returns settings with the border color as CUDA expects it.
    [[nodiscard]] TextureSettings settings_for(ElementType type) const {
        TextureSettings out = settings;
        if (!is_floating(type) && !settings.normalized_values)
            for (float& member : out.border) member = border_of_integer(static_cast<int64_t>(member));
        return out;
    }
};

struct ArgumentSpec {
    std::string text;                 // buffer, texture or parameter; "s32:width"; "f32x3:1,2,3"
    std::vector<ArgumentSpec> fields; // members of a struct; `text` is then empty
    std::string name = {};            // name of the kernel's parameter, in a guessed setup
};

/// Rows copied between parts of buffers before a launch. Expressions may use `device`.
struct CopySpec {
    std::string from, to;  // "BUFFER@PART, ROW" or "a|b@PART"
    Expression rows = "1"; // number of rows, planes of a volume, or cells of a line
    std::string needed_by; // kernel that waits for the copy; default: kernel of this launch
};

struct LaunchSpec {
    std::string kernel; // may contain expressions: "blur<float, {radius}>"
    std::vector<Expression> grid;
    std::vector<Expression> block; // default: the user's block
    Expression shared = "0";
    std::vector<ArgumentSpec> arguments;
    Expression repeat = "1"; // `iteration` starts at 0
    std::string loop;        // consecutive launches with the same loop name alternate
    Expression rounds = "1"; // given by the loop's first launch; `round` starts at 0
    bool cooperative = false;
    bool on_each_device = false;
    std::vector<CopySpec> copies;
};

struct NamedValue {
    std::string name;
    Expression value;
};

/// Neighborhood that a thread is declared to read around its own cell; may extend beyond the data
struct WindowSpec {
    std::string buffer;
    // Distances from the thread's cell
    Expression left = "0", right = "0", up = "0", down = "0", front = "0", back = "0";
};

/// Buffers drawn side by side: `left` has as many rows as `center`, `above` as many columns.
struct ArrangementSpec {
    std::string left, above, center;
    bool above_transposed = false;
    std::vector<std::string> strips; // buffers from top to bottom, instead of left, above and center
};

/// Sentence for the LAUNCH panel, with {expressions}.
struct Caption {
    std::string text;
};

struct Bug {
    std::string symptom, question;
    std::vector<std::string> fix; // lines with "-" or "+"

    [[nodiscard]] bool any() const { return !symptom.empty(); }
};

struct Variant {
    std::string name, title, summary;
    Message launch_title = {};        // set for a program's launch
    std::vector<Message> passed = {}; // the program's launch call, and facts about its arguments
    Bug bug;
    std::filesystem::path source;
    std::vector<Parameter> parameters;
    std::vector<BufferSpec> buffers;
    std::vector<SymbolSpec> symbols;
    std::vector<TextureSpec> textures;
    std::vector<NamedValue> values; // values may use each other
    std::vector<LaunchSpec> launches;
    Expression devices = "1";
    std::optional<WindowSpec> window;
    std::optional<ArrangementSpec> arrangement;
    std::vector<Caption> captions;
    std::vector<ChartSpec> charts;
    Dim3 block{16, 16, 1};
    uint32_t block_dimensions = 2;
    bool races = false;                // also checks for races, in further runs
    std::string arch;                  // virtual, such as "compute_90"; "": the compiler's default
    std::optional<uint64_t> budget;    // warp instructions before a warp counts as endless
    std::vector<std::string> findings; // expected kinds
    std::vector<std::filesystem::path> include_folders = {};
    std::vector<std::pair<std::string, std::string>> definitions = {};
    std::string default_input = {};
};

struct InitialLayout {
    std::string variant;             // default: the first
    std::string left, right;         // content of each view: input, output, launch, matrices or a buffer
    std::string alone;               // "left" or "right": only this view
    std::string tab;                 // tab to open in a large drawer
    std::vector<std::string> paints; // shows executions of the first source line that contains one of these texts
    std::string input;               // input spec; default: the variant's
    std::vector<std::string> set;    // "name=value"
    std::optional<Dim3> block;
    std::string overlays;      // as for --overlay; "": keeps the user's
    std::vector<uint32_t> pin; // cell of the output
    double zoom = 0;           // pixels per cell; 0: fit

    friend bool operator==(const InitialLayout&, const InitialLayout&) = default;
};

struct Guess {
    enum class About : uint8_t { setup, buffer, argument, grid, spare_block };
    About about = About::setup;
    std::string name;
    Message message;

    friend bool operator==(const Guess&, const Guess&) = default;
};

struct Experiment {
    std::string name, title, topic, summary;
    int order = 0;
    std::string default_input; // input spec or "picture"
    std::filesystem::path file;
    std::vector<Variant> variants; // first is the default
    std::map<std::string, std::vector<Guess>, std::less<>> guesses = {};
    InitialLayout initial_layout = {};

    [[nodiscard]] const Variant* find(std::string_view variant) const; // "": default
};

struct Catalog {
    std::vector<Experiment> experiments;
    std::vector<Diagnostic> problems;

    [[nodiscard]] const Experiment* find(std::string_view name) const;
};

[[nodiscard]] Catalog load_catalog(const std::filesystem::path& folder);
[[nodiscard]] Result<Experiment> load_experiment(const std::filesystem::path& file);
/// Returns $WARPSCOPE_CUDA_DIR if set. Otherwise returns the folder cuda of the installation or of the source tree.
[[nodiscard]] std::filesystem::path catalog_folder();
[[nodiscard]] std::filesystem::path default_picture();
struct Sample {
    std::string title, lesson;
    std::filesystem::path file;
};
[[nodiscard]] std::vector<Sample> samples();
/// Returns the experiment's input, in which "picture" means the file `picture`. Fails for an invalid spec.
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const std::string& picture);
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const Variant& variant,
                                                     const std::string& picture);

/// Parameters without an entry in `values` have their initial value.
struct Settings {
    Dim3 block{16, 16, 1};
    std::map<std::string, double> values;

    friend bool operator==(const Settings&, const Settings&) = default;
};

[[nodiscard]] Settings default_settings(const Variant& variant);
[[nodiscard]] Result<void> apply_setting(const Variant& variant, Settings& settings, std::string_view assignment);

struct Prepared {
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<std::string> instances; // requested templates: "blur<float, 3>"
    ExecutionPlan plan;
    uint32_t input_buffer = 0, output_buffer = 0; // in plan.buffers
    bool adds_up = false;                         // several threads add to a cell, so no thread owns it
    struct Window {
        uint32_t buffer = 0;
        int left = 0, right = 0, up = 0, down = 0, front = 0, back = 0;
    };
    std::optional<Window> window;
    struct Arrangement {
        std::optional<uint32_t> left, above; // in plan.buffers
        uint32_t center = 0;
        bool above_transposed = false;
        std::vector<uint32_t> strips;
    };
    std::optional<Arrangement> arrangement;
    std::vector<std::string> captions;
    std::vector<std::map<std::string, std::string>> caption_values;
};

/// Makes a plan. `input` must have the type and channels of main_input(). `before`: the variant's earlier result, or
/// null; unchanged buffer contents are reused. Illegal launches fail with ErrorKind::usage and a message with legal
/// values.
[[nodiscard]] Result<Prepared> prepare(const Variant& variant, const Settings& settings, const HostBuffer& input,
                                       const DeviceLimits& limits = {}, const Prepared* before = nullptr);

[[nodiscard]] bool compile_alike(const Prepared& a, const Prepared& b);

/// Checks settings as prepare() does, but makes no buffer contents.
[[nodiscard]] Result<void> check_settings(const Variant& variant, const Settings& settings, const Shape& input,
                                          const DeviceLimits& limits = {});

[[nodiscard]] const BufferSpec* main_input(const Variant& variant);

[[nodiscard]] Result<std::string> read_source(const Variant& variant);

} // namespace warpscope::catalog
