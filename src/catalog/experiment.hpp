// Experiments as described by TOML files, and the plans made from them. See docs/EXPERIMENTS.md. A new experiment needs
// no C++.
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

/// A slider. Scalars are kernel arguments; definitions are -D options of the compiler.
struct Parameter {
    std::string name;
    std::string title; // label of the slider; default: the name
    std::string help;
    ElementType type = ElementType::s32;
    bool is_definition = false; // changes recompile
    double minimum = 0, maximum = 0, step = 1, initial = 0;
    std::vector<std::string> choices; // names of the values 0, 1, ...; empty: a number
};

[[nodiscard]] std::string value_text(const Parameter& parameter, double value);

/// Integer expression over parameters, block.x|y|z, grid.x|y|z and the input's width, height, depth and cells; see
/// catalog/expression.hpp.
using Expression = std::string;

/// Declared number of threads that store to each cell of an output. Tests check it, and threads that accumulate into
/// few cells are not called idle.
enum class Owners : uint8_t {
    one,         // every cell has an owner, at most one per launch
    at_most_one, // cells may have no owner
    many,        // threads accumulate; owners are meaningless
    any,         // unspecified, for broken kernels
};

struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::scratch;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    Expression width = "width", height = "height", depth = "depth"; // "1" for missing extents
    Expression padding = "0";                                       // unused cells at row ends, included in the width
    std::optional<std::string> contents; // input spec ("noise:256x256") or a number; nullopt: undefined
    std::string view;                    // "cells", "bars" or "letters"; empty: automatic
    std::string unit;
    std::vector<std::string> labels;    // labels of cells, below bars
    std::string derived_title, derived; // derived value as a chart formula with its title, "pi is about"; may be empty
    Owners owners = Owners::one;        // for outputs
    Expression parts;                   // number of parts, one per device; empty: undivided
    char along = 'y';                   // divided axis: x, y or z
    std::string variable;               // module variable that the buffer represents; empty: own memory
    bool is_main_input = false;         // receives the user's input, with shape width, height, depth
};

struct SymbolSpec {
    std::string name;
    ElementType type = ElementType::f32;
    std::vector<double> values;
    std::string buffer; // source of initial contents instead of `values`
};

/// A texture object over a buffer, passed by name.
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

/// A launch argument as written in the file.
struct ArgumentSpec {
    std::string text; // buffer, texture or parameter; "type:expression" such as "s32:width"; vector: "f32x3:1,2,3"
    std::vector<ArgumentSpec> fields; // for a struct, instead of `text`
    std::string name = {};            // kernel parameter of a guessed argument; may be empty
};

/// Rows copied between parts of buffers before a launch. Expressions may use `device`, counted from 0.
struct CopySpec {
    std::string from, to;  // "BUFFER@PART, ROW"; "a|b@PART" alternates by iteration
    Expression rows = "1"; // planes of a volume, cells of a line; nothing if not above 0
    std::string needed_by; // kernel that waits for it; empty: this launch's
};

struct LaunchSpec {
    std::string kernel;            // expressions in braces: "blur<float, {radius}>"
    std::vector<Expression> grid;  // 1 to 3
    std::vector<Expression> block; // empty: the user's block
    Expression shared = "0";
    std::vector<ArgumentSpec> arguments;
    Expression repeat = "1"; // number of runs; `iteration` counts from 0
    std::string loop;        // consecutive launches with the same name alternate
    Expression rounds = "1"; // number of rounds, given by the first launch; `round` counts from 0
    bool cooperative = false;
    bool on_each_device = false; // runs on every device that has blocks
    std::vector<CopySpec> copies;
};

struct NamedValue {
    std::string name;
    Expression value;
};

/// Cells in a thread's window beyond the ends of the data. Declared, because they cannot be observed.
struct WindowSpec {
    std::string buffer;
    Expression left = "0", right = "0", up = "0", down = "0", front = "0",
               back = "0"; // reach from the thread's cell
};

/// Buffers drawn edge to edge, like a matrix product in textbooks: `left` has the rows of `centre`, `above` its
/// columns.
struct ArrangementSpec {
    std::string left, above, centre; // buffers; left and above may be empty
    bool above_transposed = false;
    std::vector<std::string> strips; // alternative: buffers from top to bottom, the last is the center
};

/// A sentence in the LAUNCH panel; {expressions} are evaluated.
struct Caption {
    std::string text;
};

/// Presentation of a broken kernel: symptom and question first; its captions explain the cause later.
struct Bug {
    std::string symptom, question;
    std::vector<std::string> fix; // removed ("-...") and added ("+...") lines of the kernel

    [[nodiscard]] bool any() const { return !symptom.empty(); }
};

struct Variant {
    std::string name, title, summary;
    Bug bug;
    std::filesystem::path source; // .cu or .ptx
    std::vector<Parameter> parameters;
    std::vector<BufferSpec> buffers;
    std::vector<SymbolSpec> symbols;
    std::vector<TextureSpec> textures;
    std::vector<NamedValue> values; // evaluated on use; may refer to each other
    std::vector<LaunchSpec> launches;
    Expression devices = "1";
    std::optional<WindowSpec> window;
    std::optional<ArrangementSpec> arrangement;
    std::vector<Caption> captions;
    std::vector<ChartSpec> charts;
    Dim3 block{16, 16, 1};
    uint32_t block_dimensions = 2;
    bool races = false;                // looks for races, which takes one more run per launch
    std::string arch;                  // virtual architecture of the kernel, "compute_90"; empty: default
    std::optional<uint64_t> budget;    // warp instructions before a warp counts as endless; default: the emulator's
    std::vector<std::string> findings; // expected kinds ("race_global"); others are mistakes
    std::vector<std::filesystem::path> include_folders = {};           // -I, besides the kernel's folder
    std::vector<std::pair<std::string, std::string>> definitions = {}; // -D without parameter
    std::string default_input = {};                                    // overrides the experiment's
};

/// Initial layout of an experiment: the views that tell its story.
struct FirstLook {
    std::string variant;             // empty: the first
    std::string left, right;         // input, output, launch, matrices or a buffer; empty: input and output
    std::string alone;               // "left" or "right": the only view
    std::string tab;                 // large drawer with this tab; empty: unchanged
    std::vector<std::string> paints; // paints the first line of code that contains one of these

    friend bool operator==(const FirstLook&, const FirstLook&) = default;
};

/// A guessed property of a kernel without experiment file.
struct Guess {
    enum class About : uint8_t { setup, buffer, argument, grid };
    About about = About::setup;
    std::string name; // buffer, number or struct
    std::string words;

    friend bool operator==(const Guess&, const Guess&) = default;
};

struct Experiment {
    std::string name, title, topic, summary;
    int order = 0;
    std::string default_input; // input spec; "picture": default picture
    std::filesystem::path file;
    std::vector<Variant> variants;                                       // first: default
    std::map<std::string, std::vector<Guess>, std::less<>> guesses = {}; // by variant
    FirstLook first_look = {};

    [[nodiscard]] const Variant* find(std::string_view variant) const; // empty name: the default
};

struct Catalog {
    std::vector<Experiment> experiments; // by order, then name
    std::vector<Diagnostic> problems;    // unreadable files; others are usable

    [[nodiscard]] const Experiment* find(std::string_view name) const;
};

/// Reads every */experiment.toml below `folder`.
[[nodiscard]] Catalog load_catalog(const std::filesystem::path& folder);
/// Reads one experiment file; kernel files are relative to it.
[[nodiscard]] Result<Experiment> load_experiment(const std::filesystem::path& file);
/// Returns $WARPSCOPE_CUDA_DIR, or the folder next to the executable, of the installation or of the source tree.
[[nodiscard]] std::filesystem::path catalog_folder();
/// Returns the default picture in assets/, found in the same way.
[[nodiscard]] std::filesystem::path default_picture();
/// Installed sample pictures for lessons. Title and lesson are English and have translations.
struct Sample {
    std::string title, lesson;
    std::filesystem::path file;
};
[[nodiscard]] std::vector<Sample> samples();
/// Returns the experiment's default input, with `picture` for "picture". Fails if its spec is invalid.
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

/// Defines for the compiler, and a plan for the executors.
struct Prepared {
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<std::string> instances; // template instances to make: "blur<float, 3>"
    ExecutionPlan plan;
    uint32_t input_buffer = 0, output_buffer = 0; // in plan.buffers; shown in the two views
    bool adds_up = false; // threads accumulate in the output, as declared: no owners, no idle threads
    struct Window {
        uint32_t buffer = 0;
        int left = 0, right = 0, up = 0, down = 0, front = 0, back = 0;
    };
    std::optional<Window> window;
    struct Arrangement {
        std::optional<uint32_t> left, above; // in plan.buffers
        uint32_t centre = 0;
        bool above_transposed = false;
        std::vector<uint32_t> strips; // from top to bottom; may be empty
    };
    std::optional<Arrangement> arrangement;
    std::vector<std::string> captions; // evaluated
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

/// Returns nullptr for experiments without main input.
[[nodiscard]] const BufferSpec* main_input(const Variant& variant);

[[nodiscard]] Result<std::string> read_source(const Variant& variant);

} // namespace warpscope::catalog
