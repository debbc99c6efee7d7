// A lesson as its file describes it; see docs/LESSONS.md.
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

/// Markdown text with {expressions}.
struct Words {
    std::string text;
    SourceLocation where;

    [[nodiscard]] bool any() const { return !text.empty(); }
};

struct RunSpec {
    std::string target; // EXPERIMENT/VARIANT, or FILE.toml/VARIANT next to the lesson
    std::string input;  // PATTERN:WxH, "picture", or a file next to the lesson
    std::vector<uint32_t> block;
    std::map<std::string, double> settings;
    SourceLocation where;
};
[[nodiscard]] RunSpec changed(const RunSpec& run, const RunSpec& by);

enum class Kind : uint8_t {
    number,
    choice,
    cells, // click cells with a property
    lanes, // mark lanes of a warp
    line,
    order,    // select the cheaper variant
    settings, // reach a goal by settings or edits
};
[[nodiscard]] std::string_view name_of(Kind kind);

struct Choice {
    std::optional<Expression> value; // numbers only
    std::optional<Expression> when;  // choice: the option is right; cells: a picked cell has this property
    Words says;                      // text of the option; order: a name, or "same"
    Words means;                     // misconception that gives this answer
    SourceLocation where;
};

struct Why {
    Words says;                      // label of the button
    std::optional<Expression> block; // linear index; default 0
    std::optional<Expression> warp;  // index in the block; default 0
    std::string to;                  // "split", "barrier", "end"; "": start
};

struct Light {
    std::string buffer;
    Expression where;
    std::optional<Expression> beside; // like `where`, for the compared launch
};

/// Field comments name the kinds that use the field.
struct Question {
    Kind kind{};
    Words ask, explain;
    Words unit, unit_one;             // unit_one: English singular
    std::optional<Expression> answer; // number, choice
    std::vector<Choice> choices;
    std::optional<Expression> where;                 // condition for cells, lanes, line
    std::string buffer;                              // cells
    std::optional<Expression> pick;                  // cells: number of cells to pick; default 1
    std::optional<Expression> block, warp;           // lanes
    std::array<std::optional<Expression>, 2> values; // order
    std::array<std::string, 2> names;                // order
    std::optional<Expression> goal;                  // settings
    std::vector<Words> goal_words;                   // settings: names of the goal's parts; empty: its expression
    std::optional<RunSpec> proof;                    // settings: a change that reaches the goal
    bool own_copy = false;                           // settings: the student edits the kernel
    std::array<bool, 2> covers{};                    // whether left and right view are hidden until the answer
    scene::OverlaySet shows = 0;
    std::string tab, array;
    std::optional<Light> highlighted;
    std::optional<Why> why;
    std::vector<RunSpec> again; // changes to the step's launch for further rounds
    SourceLocation place;
};

/// Launch in the left view, for comparison with the step's launch.
struct ComparedLaunch {
    std::string other;
    std::array<std::string, 2> names; // compared launch, step's launch
    std::vector<std::string> code;    // fragments of the lines to quote
};

struct Step {
    std::string name;
    Words text;
    RunSpec run;
    std::map<std::string, RunSpec, std::less<>> others; // key: name in expressions
    std::array<std::string, 2> views;                   // input, output, launch, matrices or a buffer
    std::string alone;                                  // "left" or "right"
    scene::OverlaySet overlays = 0;
    std::string tab;               // "": closed
    std::vector<double> cell;      // pinned output cell
    std::optional<double> zoom;    // pixels per cell
    std::string spotlight;         // control's label
    std::vector<std::string> code; // fragments of the lines to quote
    bool whole_code = false;
    std::vector<std::string> paints; // paints the threads of the first line with any of these fragments
    bool sliders = false;
    std::optional<ComparedLaunch> beside;
    std::optional<Question> question;
    SourceLocation where;
};

struct Lesson {
    std::string name; // file without extension
    std::string title, summary;
    int order = 1000;
    int minutes = 0;
    std::filesystem::path file;
    std::vector<Step> steps;
};

inline constexpr std::string_view lesson_ending = ".lesson.toml";

[[nodiscard]] std::span<const std::string_view> tab_names();

[[nodiscard]] bool is_lesson_file(const std::filesystem::path& file);
/// Errors list all problems.
[[nodiscard]] Result<Lesson> read_lesson(const std::filesystem::path& file);
/// `file` is for messages and relative paths.
[[nodiscard]] Result<Lesson> lesson_from_text(std::string_view text, const std::filesystem::path& file);

[[nodiscard]] std::vector<Lesson> load_lessons(const std::filesystem::path& folder,
                                               std::vector<Diagnostic>* problems = nullptr);
[[nodiscard]] std::filesystem::path lessons_folder();
[[nodiscard]] Result<std::filesystem::path> find_lesson(const std::string& name, const std::filesystem::path& folder);

} // namespace warpscope::lesson
