// A lesson as its file describes it: steps with a scene, words, and a question whose answer is not in the file but an
// expression over what is measured. docs/LESSONS.md documents the format; writing a lesson needs no C++.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/expression.hpp"
#include "scene/view.hpp"

namespace warpscope::lesson {

/// Words of a file, as Markdown with {expressions} in it.
struct Words {
    std::string text;
    SourceLocation where;

    [[nodiscard]] bool any() const { return !text.empty(); }
};

/// A launch, or what is another in one: what is not said stays as the experiment, or the launch it changes, has it.
struct RunSpec {
    std::string target; // EXPERIMENT/VARIANT of the catalogue, or FILE.toml/VARIANT beside the lesson
    std::string input;  // PATTERN:WxH, "picture", or a file beside the lesson
    std::vector<uint32_t> block;
    std::map<std::string, double> settings;
    SourceLocation where;
};
[[nodiscard]] RunSpec changed(const RunSpec& run, const RunSpec& by);

enum class Kind : uint8_t {
    number,   // a number is typed
    choice,   // one of several answers
    cells,    // cells of a view that fulfil a condition are clicked
    lanes,    // of a warp, those that fulfil a condition are marked
    line,     // a line of the kernel that fulfils a condition is clicked
    order,    // of two variants, the one that needs less
    settings, // sliders are moved, or the kernel is changed, until a condition is fulfilled
};
[[nodiscard]] std::string_view name_of(Kind kind);

/// An answer to choose from, or one that betrays a misconception when it is given.
struct Choice {
    std::optional<Expression> value; // of a number
    std::optional<Expression> when;  // of words: they are right; of cells: such a cell was picked
    Words says;                      // of words; of order: one of the names, or "same"
    Words means;                     // what who chose it may have thought
    SourceLocation where;
};

/// Where in time the reason is seen.
struct Why {
    Words says;                      // on the button
    std::optional<Expression> block; // linear index; none: 0
    std::optional<Expression> warp;  // in the block; none: 0
    std::string to;                  // "split", "barrier" or "end"; empty: the beginning
};

/// Cells that light up.
struct Light {
    std::string buffer;
    Expression where;
    std::optional<Expression> beside; // of the launch that stands beside the step's
};

struct Question {
    Kind kind{};
    Words ask, explain;
    Words unit, unit_one;             // unit_one: English, behind a 1; other languages have their forms of `unit`
    std::optional<Expression> answer; // of number and choice
    std::vector<Choice> choices;
    std::optional<Expression> where;                 // of cells, lanes and line: the condition
    std::string buffer;                              // of cells
    std::optional<Expression> pick;                  // of cells: how many; none: 1
    std::optional<Expression> block, warp;           // of lanes
    std::array<std::optional<Expression>, 2> values; // of order
    std::array<std::string, 2> names;                // the same
    std::optional<Expression> goal;                  // of settings
    std::optional<RunSpec> proof;                    // of settings: a change that reaches it
    bool own_copy = false;                           // of settings: the kernel is to be changed
    std::array<bool, 2> covers{}; // the left and the right view are covered as a whole until it is answered
    scene::OverlaySet shows = 0;  // once it is answered, beside the step's
    std::string tab;              // the same
    std::optional<Light> highlighted;
    std::optional<Why> why;
    std::vector<RunSpec> again; // other sizes to be asked for: changes of the step's launches
    SourceLocation place;
};

/// Another launch of a step, whose pictures and lines of code are shown before the step's own.
struct Beside {
    std::string other;                // its name in Step::others
    std::array<std::string, 2> names; // of the other launch and of the step's own
    std::vector<std::string> code;    // lines of its kernel that contain one of these are quoted
};

struct Step {
    std::string name; // a few words
    Words text;
    RunSpec run;
    std::map<std::string, RunSpec, std::less<>> others; // by the name that expressions have for them
    std::array<std::string, 2> views; // left and right: input, output, launch, matrices or a buffer's name
    std::string alone;                // "left" or "right"
    scene::OverlaySet overlays = 0;
    std::string tab;               // of the drawer; empty: folded
    std::vector<double> cell;      // of the output, pinned
    std::optional<double> zoom;    // pixels per cell, around it
    std::string spotlight;         // label of a control
    std::vector<std::string> code; // lines of the kernel that contain one of these are quoted
    bool whole_code = false;       // all lines are
    bool sliders = false;          // the launch's are there
    std::optional<Beside> beside;
    std::optional<Question> question;
    SourceLocation where;
};

struct Lesson {
    std::string name; // of the file, without its ending
    std::string title, summary;
    int order = 1000;
    int minutes = 0; // that it takes
    std::filesystem::path file;
    std::vector<Step> steps;
};

inline constexpr std::string_view lesson_ending = ".lesson.toml";

/// The drawer's tabs that a step may show.
[[nodiscard]] std::span<const std::string_view> tab_names();

[[nodiscard]] bool is_lesson_file(const std::filesystem::path& file);
/// Reads a file; all that is wrong with it is said, each with its line.
[[nodiscard]] Result<Lesson> read_lesson(const std::filesystem::path& file);
/// The same from its text; `file` is for messages, and for what lies beside it.
[[nodiscard]] Result<Lesson> lesson_from_text(std::string_view text, const std::filesystem::path& file);

/// The lessons that come with the program, in their order; `problems` receives those that cannot be read.
[[nodiscard]] std::vector<Lesson> load_lessons(const std::filesystem::path& folder,
                                               std::vector<Diagnostic>* problems = nullptr);
/// Where they lie.
[[nodiscard]] std::filesystem::path lessons_folder();
/// A file's name as it is, or the file of the lesson that has this name or number in `folder`; the error names those
/// there are.
[[nodiscard]] Result<std::filesystem::path> find_lesson(const std::string& name, const std::filesystem::path& folder);

} // namespace warpscope::lesson
