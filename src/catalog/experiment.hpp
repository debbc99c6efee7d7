// An experiment as its TOML file describes it, and the launch it turns into for given settings. docs/EXPERIMENTS.md
// documents the format. Adding an experiment needs no C++.
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

/// A slider. Scalars are passed as kernel arguments, definitions as -D when compiling.
struct Parameter {
    std::string name;
    std::string title; // shown beside the slider; the name when the file gives none
    std::string help;
    ElementType type = ElementType::s32;
    bool is_definition = false; // moving it recompiles
    double minimum = 0, maximum = 0, step = 1, initial = 0;
    std::vector<std::string> choices; // names of the values 0, 1, ...; empty: it is a number
};

/// The parameter's value as a person reads it: the name of a choice, or the number.
[[nodiscard]] std::string value_text(const Parameter& parameter, double value);

/// Sizes and counts in experiment files are integer expressions over parameters, block.x|y|z, grid.x|y|z, and the
/// input's width, height, depth and cells; see catalog/expression.hpp.
using Expression = std::string;

/// How many threads are to store into each cell of a buffer. Declared, so that tests can hold a variant to it, and so
/// that threads which add up in a few cells are not called surplus.
enum class Owners : uint8_t {
    one,         // every cell has an owner, and in no launch two
    at_most_one, // some cells may have none
    many,        // threads add up in the cells: owners mean nothing
    any,         // nothing is promised: a broken kernel
};

struct BufferSpec {
    std::string name;
    BufferRole role = BufferRole::scratch;
    ElementType type = ElementType::u8;
    uint32_t channels = 1;
    Expression width = "width", height = "height", depth = "depth"; // "1" where the file gives fewer extents
    Expression padding = "0";            // of the width, cells at the end of each row that hold no data
    std::optional<std::string> contents; // input spec text ("noise:256x256"), or a number; none: undefined
    std::string view;                    // "cells", "bars" or "letters"; empty: as the view thinks best
    std::string unit;                    // of its values, for people
    std::vector<std::string> labels;     // of its cells, under bars
    std::string derived_title, derived;  // what follows from it, as a formula of charts: "pi is about"; empty: nothing
    Owners owners = Owners::one;         // counts for outputs
    Expression parts;                    // how many parts it has, one on each device; empty: it is in one piece
    char along = 'y';                    // which extent is divided: x, y, or z
    std::string variable;                // of the kernel's module, that the buffer is; empty: memory of its own
    bool is_main_input = false;          // receives what the user opened; its shape is width, height, depth
};

struct SymbolSpec {
    std::string name;
    ElementType type = ElementType::f32;
    std::vector<double> values;
    std::string buffer; // instead of values: the buffer whose initial contents are copied
};

/// A texture object over a buffer: an argument by its name.
struct TextureSpec {
    std::string name, buffer;
    TextureSettings settings; // the border as the file has it, in numbers

    /// With the border as CUDA takes it, over a buffer of that type.
    [[nodiscard]] TextureSettings settings_for(ElementType type) const {
        TextureSettings out = settings;
        if (!is_floating(type) && !settings.normalized_values)
            for (float& member : out.border) member = border_of_integer(static_cast<int64_t>(member));
        return out;
    }
};

/// An argument of a launch, as the file has it.
struct ArgumentSpec {
    std::string
        text; // buffer, texture or parameter name, "type:expression" such as "s32:width", or a vector: "f32x3:1,2,3"
    std::vector<ArgumentSpec> fields; // instead of text: a struct's
    std::string name = {};            // of the kernel's parameter, of one that was guessed; empty: not known
};

/// Rows that are copied between parts of buffers before a launch. All expressions know `device`, which counts from 0.
struct CopySpec {
    std::string from, to;  // "BUFFER@PART, ROW", of buffers in parts; "a|b@PART" takes turns by iteration
    Expression rows = "1"; // planes of a volume, cells of a line; none where it is not above 0
    std::string needed_by; // the kernel that waits for it; empty: the one that it stands with
};

struct LaunchSpec {
    std::string kernel;            // may hold expressions in braces, such as "blur<float, {radius}>"
    std::vector<Expression> grid;  // 1 to 3
    std::vector<Expression> block; // empty: the user's block
    Expression shared = "0";
    std::vector<ArgumentSpec> arguments;
    Expression repeat = "1"; // the launch runs this often; `iteration` counts from 0 in its expressions
    std::string loop;        // launches that follow each other with one name run in turns
    Expression rounds = "1"; // how often they do; of the first of them. `round` counts from 0
    bool cooperative = false;
    bool on_each_device = false;  // once for every device, of which those without a block are left out
    std::vector<CopySpec> copies; // made before it
};

/// A name for an expression.
struct NamedValue {
    std::string name;
    Expression value;
};

/// Cells that a thread's window covers although the data ends before them: declared, because it cannot be observed.
struct WindowSpec {
    std::string buffer;
    Expression left = "0", right = "0", up = "0", down = "0", front = "0",
               back = "0"; // reach from the thread's own cell
};

/// Buffers that are drawn edge to edge: the rows of `left` lie beside those of `centre`, the columns of `above` over
/// its columns, as textbooks draw a matrix product.
struct ArrangementSpec {
    std::string left, above, centre; // names of buffers; left or above may be empty
    bool above_transposed = false;
    std::vector<std::string> strips; // instead of all that: buffers one below the other, the last is the centre
};

/// A sentence the LAUNCH panel shows; {name} is replaced by the expression's value.
struct Caption {
    std::string text;
};

/// What a broken kernel is shown with: first how it shows and what to look for; its captions are the cause, told later.
struct Bug {
    std::string symptom, question;
    std::vector<std::string> fix; // lines of the kernel that go ("-...") and those that come in their place ("+...")

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
    std::vector<NamedValue> values; // worked out where they are used; they may name each other
    std::vector<LaunchSpec> launches;
    Expression devices = "1"; // how many there are
    std::optional<WindowSpec> window;
    std::optional<ArrangementSpec> arrangement;
    std::vector<Caption> captions;
    std::vector<ChartSpec> charts;
    Dim3 block{16, 16, 1};         // initial
    uint32_t block_dimensions = 2; // sliders to show
    bool races = false;            // look for races, too; every launch runs once more for it
    std::string
        arch; // virtual architecture that the kernel is written for, "compute_90"; empty: the compiler's default
    std::optional<uint64_t> budget; // warp instructions before a warp counts as an endless loop; none: the emulator's
    std::vector<std::string> findings; // kinds ("race_global") that it is made to produce; all others are a mistake
    std::vector<std::filesystem::path> include_folders = {};           // -I, beside the kernel's own folder
    std::vector<std::pair<std::string, std::string>> definitions = {}; // -D that no parameter gives
    std::string default_input = {};                                    // in place of the experiment's; empty: that
};

/// What a window shows when the experiment is opened: the view that tells its story.
struct FirstLook {
    std::string variant;             // empty: the first
    std::string left, right;         // input, output, launch, matrices or a buffer's name; empty: input and output
    std::string alone;               // "left" or "right": that view has all the room
    std::string tab;                 // of the drawer, large; empty: the drawer is as the user left it
    std::vector<std::string> paints; // the first line of code with one of these is painted on the data

    friend bool operator==(const FirstLook&, const FirstLook&) = default;
};

/// What is not known of a kernel without an experiment file but guessed.
struct Guess {
    enum class About : uint8_t { setup, buffer, argument, grid };
    About about = About::setup;
    std::string name;  // of the buffer, or of the number or a struct's
    std::string words; // a sentence

    friend bool operator==(const Guess&, const Guess&) = default;
};

struct Experiment {
    std::string name, title, topic, summary;
    int order = 0;             // in the menu
    std::string default_input; // input spec text; "picture" is the default test picture
    std::filesystem::path file;
    std::vector<Variant> variants;                                       // the first is the default
    std::map<std::string, std::vector<Guess>, std::less<>> guesses = {}; // by variant
    FirstLook first_look = {};

    [[nodiscard]] const Variant* find(std::string_view variant) const; // empty name: the default
};

struct Catalog {
    std::vector<Experiment> experiments; // by order, then name
    std::vector<Diagnostic> problems;    // files that could not be read; the others still work

    [[nodiscard]] const Experiment* find(std::string_view name) const;
};

/// Reads every */experiment.toml below `folder`.
[[nodiscard]] Catalog load_catalog(const std::filesystem::path& folder);
/// Reads one experiment file; the kernel files it names are looked up beside it.
[[nodiscard]] Result<Experiment> load_experiment(const std::filesystem::path& file);
/// Where the catalogue lies: $WARPSCOPE_CUDA_DIR, beside the executable, installed share folder, or the source tree.
[[nodiscard]] std::filesystem::path catalog_folder();
/// The default picture's path (assets/), found in the same way.
[[nodiscard]] std::filesystem::path default_picture();
/// Pictures of our own, each for a lesson; those that are installed.
/// title and lesson are in English, and known to tr().
struct Sample {
    std::string title, lesson;
    std::filesystem::path file;
};
[[nodiscard]] std::vector<Sample> samples();
/// What the experiment starts with: its default_input, where "picture" stands for the image file `picture`. Fails when
/// the experiment's file has no usable spec.
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const std::string& picture);
/// The same of a variant, which may have one of its own.
[[nodiscard]] Result<input::InputSpec> default_input(const Experiment& experiment, const Variant& variant,
                                                     const std::string& picture);

/// What the user chose. `values` holds every parameter by name; missing ones take their initial value.
struct Settings {
    Dim3 block{16, 16, 1};
    std::map<std::string, double> values;

    friend bool operator==(const Settings&, const Settings&) = default;
};

[[nodiscard]] Settings default_settings(const Variant& variant);
/// Checks that names exist and values lie in range; `name=value` text of --set is parsed here.
[[nodiscard]] Result<void> apply_setting(const Variant& variant, Settings& settings, std::string_view assignment);

/// Everything needed to compile and run: defines for the compiler, plan for the executors.
struct Prepared {
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<std::string> instances; // of templates, which the compiler makes for being launched: "blur<float, 3>"
    ExecutionPlan plan;
    uint32_t input_buffer = 0, output_buffer = 0; // in plan.buffers: what the two views show
    bool adds_up = false; // threads add up in the output's cells, as declared: none owns one, and none is surplus
    struct Window {
        uint32_t buffer = 0;
        int left = 0, right = 0, up = 0, down = 0, front = 0, back = 0;
    };
    std::optional<Window> window;
    struct Arrangement {
        std::optional<uint32_t> left, above; // in plan.buffers
        uint32_t centre = 0;
        bool above_transposed = false;
        std::vector<uint32_t> strips; // one below the other; empty: none
    };
    std::optional<Arrangement> arrangement;
    std::vector<std::string> captions; // filled in
};

/// `input` becomes the main input's contents (converted by the caller with make_input to its type and channels).
/// Launches that are not legal are an error (ErrorKind::usage) that says why and what would be legal.
/// `before`: null, or what this made of the same variant before. Contents that would be the same are shared with it,
/// because making them for large data takes time, and twice of them memory.
[[nodiscard]] Result<Prepared> prepare(const Variant& variant, const Settings& settings, const HostBuffer& input,
                                       const DeviceLimits& limits = {}, const Prepared* before = nullptr);

/// Returns whether the kernels are compiled alike, so that one's PTX does for the other.
[[nodiscard]] bool compile_alike(const Prepared& a, const Prepared& b);

/// Returns whether prepare() would succeed with a main input of this shape, without making any buffer's contents:
/// nothing, or why not. Files that the experiment names are not looked at.
[[nodiscard]] Result<void> check_settings(const Variant& variant, const Settings& settings, const Shape& input,
                                          const DeviceLimits& limits = {});

/// The main input's buffer spec; nullptr for experiments that need none.
[[nodiscard]] const BufferSpec* main_input(const Variant& variant);

/// Reads the kernel text; on failure says which file could not be read.
[[nodiscard]] Result<std::string> read_source(const Variant& variant);

} // namespace warpscope::catalog
