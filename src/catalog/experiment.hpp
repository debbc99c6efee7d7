// Experiments described by TOML files (see docs/EXPERIMENTS.md), and their plans.
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

/// A slider: a kernel argument, or a definition (-D) for the compiler.
struct Parameter {
    std::string name;
    std::string title; // default: the name
    std::string help;
    ElementType type = ElementType::s32;
    bool is_definition = false;
    double minimum = 0, maximum = 0, step = 1, initial = 0;
    std::vector<std::string> choices; // names of the values 0, 1, ...
};

[[nodiscard]] std::string value_text(const Parameter& parameter, double value);

/// Integer expression over parameters, block, grid and input size; see catalog/expression.hpp.
using Expression = std::string;

/// Declared number of threads that store to a cell. Tests check it.
enum class Owners : uint8_t {
    one, // every cell has an owner, at most one per launch
    at_most_one,
    many, // threads accumulate, and none counts as idle
    any,  // unspecified, for broken kernels
};

struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::scratch;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    Expression width = "width", height = "height", depth = "depth";
    Expression padding = "0";            // unused cells at row ends, included in the width
    std::optional<std::string> contents; // input spec or number; nullopt: undefined
    std::string view;                    // "cells", "bars" or "letters"; default: automatic
    std::string unit;
    std::vector<std::string> labels;
    std::string derived_title, derived; // chart formula with title, such as "pi is about"
    Owners owners = Owners::one;
    Expression parts; // number of parts, one per device, or ""
    char along = 'y';
    std::string variable;       // module variable that is this buffer, or ""
    bool is_main_input = false; // receives the user's input
};

struct SymbolSpec {
    std::string name;
    ElementType type = ElementType::f32;
    std::vector<double> values;
    std::string buffer; // source of initial contents instead of `values`
};

struct TextureSpec {
    std::string name, buffer;
    TextureSettings settings; // border in numbers, as in the file

    /// Returns the settings with the border in CUDA's form for a buffer type.
    [[nodiscard]] TextureSettings settings_for(ElementType type) const {
        TextureSettings out = settings;
        if (!is_floating(type) && !settings.normalized_values)
            for (float& member : out.border) member = border_of_integer(static_cast<int64_t>(member));
        return out;
    }
};

struct ArgumentSpec {
    std::string
        text; // buffer, texture or parameter name, "type:expression" such as "s32:width", or a vector: "f32x3:1,2,3"
    std::vector<ArgumentSpec> fields; // members of a struct, which has no `text`
    std::string name = {};            // parameter name, only if guessed
};

/// Rows copied between buffer parts before a launch. Expressions may use `device`.
struct CopySpec {
    std::string from, to;  // "BUFFER@PART, ROW" or "a|b@PART"
    Expression rows = "1"; // planes of a volume, cells of a line
    std::string needed_by; // waiting kernel, default: this launch's
};

struct LaunchSpec {
    std::string kernel; // may contain expressions: "blur<float, {radius}>"
    std::vector<Expression> grid;
    std::vector<Expression> block; // default: the user's block
    Expression shared = "0";
    std::vector<ArgumentSpec> arguments;
    Expression repeat = "1"; // number of runs; `iteration` counts from 0
    std::string loop;        // consecutive launches with the same name alternate
    Expression rounds = "1"; // rounds of the loop, given by its first launch; `round` counts from 0
    bool cooperative = false;
    bool on_each_device = false;
    std::vector<CopySpec> copies;
};

struct NamedValue {
    std::string name;
    Expression value;
};

/// A thread's reach beyond the ends of the data, which cannot be observed.
struct WindowSpec {
    std::string buffer;
    Expression left = "0", right = "0", up = "0", down = "0", front = "0",
               back = "0"; // reach from the thread's cell
};

/// Adjacent buffers, such as those of a matrix product: `left` has the rows of `centre`, `above` its columns.
struct ArrangementSpec {
    std::string left, above, centre;
    bool above_transposed = false;
    std::vector<std::string> strips; // alternative: buffers from top to bottom
};

/// A sentence for the LAUNCH panel; {expressions} are evaluated.
struct Caption {
    std::string text;
};

/// Presentation of a broken kernel: symptom and question first, captions with the cause later.
struct Bug {
    std::string symptom, question;
    std::vector<std::string> fix; // lines with "-" or "+"

    [[nodiscard]] bool any() const { return !symptom.empty(); }
};

struct Variant {
    std::string name, title, summary;
    Message launch_title = {}; // of a program's launch: the title as a message
    Bug bug;
    std::filesystem::path source;
    std::vector<Parameter> parameters;
    std::vector<BufferSpec> buffers;
    std::vector<SymbolSpec> symbols;
    std::vector<TextureSpec> textures;
    std::vector<NamedValue> values; // evaluated on use, may refer to each other
    std::vector<LaunchSpec> launches;
    Expression devices = "1";
    std::optional<WindowSpec> window;
    std::optional<ArrangementSpec> arrangement;
    std::vector<Caption> captions;
    std::vector<ChartSpec> charts;
    Dim3 block{16, 16, 1};
    uint32_t block_dimensions = 2;
    bool races = false; // takes one more run per launch
    std::string
        arch; // virtual architecture that the kernel is written for, "compute_90"; empty: the compiler's default
    std::optional<uint64_t> budget;                          // warp instructions before a warp counts as endless
    std::vector<std::string> findings;                       // expected kinds; others are mistakes
    std::vector<std::filesystem::path> include_folders = {}; // folders besides the kernel's
    std::vector<std::pair<std::string, std::string>> definitions = {};
    std::string default_input = {}; // overrides the experiment's
};

/// Views in which an experiment opens.
struct InitialLayout {
    std::string variant;             // default: the first
    std::string left, right;         // input, output, launch, matrices or a buffer
    std::string alone;               // "left" or "right": only this view
    std::string tab;                 // large drawer with this tab
    std::vector<std::string> paints; // paints the first line that contains one of these
    std::string input;               // input spec; default: the variant's input
    std::vector<std::string> set;    // settings, "name=value"
    std::optional<Dim3> block;
    std::string overlays;      // names as for --overlay; empty: the user's
    std::vector<uint32_t> pin; // cell of the output
    double zoom = 0;           // pixels per cell; 0: fits the view

    friend bool operator==(const InitialLayout&, const InitialLayout&) = default;
};

/// A guessed property of a kernel.
struct Guess {
    enum class About : uint8_t { setup, buffer, argument, grid };
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
    std::vector<Variant> variants; // the first is the default
    std::map<std::string, std::vector<Guess>, std::less<>> guesses = {};
    InitialLayout initial_layout = {};

    [[nodiscard]] const Variant* find(std::string_view variant) const; // empty: default
};

struct Catalog {
    std::vector<Experiment> experiments;
    std::vector<Diagnostic> problems; // unreadable files

    [[nodiscard]] const Experiment* find(std::string_view name) const;
};

[[nodiscard]] Catalog load_catalog(const std::filesystem::path& folder);
/// Kernel files are relative to the experiment file.
[[nodiscard]] Result<Experiment> load_experiment(const std::filesystem::path& file);
/// Returns $WARPSCOPE_CUDA_DIR, or the folder next to the executable, of the installation or of the source tree.
[[nodiscard]] std::filesystem::path catalog_folder();
/// Returns the default picture, found in the same way.
[[nodiscard]] std::filesystem::path default_picture();
/// Installed pictures for lessons, with English texts.
struct Sample {
    std::string title, lesson;
    std::filesystem::path file;
};
[[nodiscard]] std::vector<Sample> samples();
/// Returns the default input, with `picture` for "picture". Fails for an invalid spec.
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const std::string& picture);
/// Prefers the variant's own default.
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const Variant& variant,
                                                     const std::string& picture);

/// User settings. Parameters missing in `values` have their initial value.
struct Settings {
    Dim3 block{16, 16, 1};
    std::map<std::string, double> values;

    friend bool operator==(const Settings&, const Settings&) = default;
};

[[nodiscard]] Settings default_settings(const Variant& variant);
/// Parses `name=value` and checks name and range.
[[nodiscard]] Result<void> apply_setting(const Variant& variant, Settings& settings, std::string_view assignment);

struct Prepared {
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<std::string> instances; // needed template instances, "blur<float, 3>"
    ExecutionPlan plan;
    uint32_t input_buffer = 0, output_buffer = 0; // indices in plan.buffers of the shown buffers
    bool adds_up = false; // threads accumulate in the output, as declared: no owners, no idle threads
    struct Window {
        uint32_t buffer = 0;
        int left = 0, right = 0, up = 0, down = 0, front = 0, back = 0;
    };
    std::optional<Window> window;
    struct Arrangement {
        std::optional<uint32_t> left, above; // indices in plan.buffers
        uint32_t centre = 0;
        bool above_transposed = false;
        std::vector<uint32_t> strips; // buffers from top to bottom
    };
    std::optional<Arrangement> arrangement;
    std::vector<std::string> captions;                              // evaluated
    std::vector<std::map<std::string, std::string>> caption_values; // of their expressions
};

/// Makes a plan. `input`: contents of the main input, already in its type and channels. Illegal launches are
/// ErrorKind::usage with the reason and legal values. `before`: earlier result for the variant or null; equal contents
/// are shared with it to save time and memory.
[[nodiscard]] Result<Prepared> prepare(const Variant& variant, const Settings& settings, const HostBuffer& input,
                                       const DeviceLimits& limits = {}, const Prepared* before = nullptr);

/// Returns whether one's PTX is valid for the other.
[[nodiscard]] bool compile_alike(const Prepared& a, const Prepared& b);

/// Checks whether prepare() would succeed for an input of this shape, without making contents or reading files.
[[nodiscard]] Result<void> check_settings(const Variant& variant, const Settings& settings, const Shape& input,
                                          const DeviceLimits& limits = {});

/// Returns nullptr if there is none.
[[nodiscard]] const BufferSpec* main_input(const Variant& variant);

[[nodiscard]] Result<std::string> read_source(const Variant& variant);

} // namespace warpscope::catalog
