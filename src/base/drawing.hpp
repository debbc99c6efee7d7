// Vector drawings for figures (export/vector). Lengths are pixels; y points down. Colors are RGBA with red in the
// lowest byte; color 0 draws nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpscope::drawing {

struct Point {
    double x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// Pattern that repeats in squares of side `period`, from `origin`.
struct Pattern {
    enum class Kind : uint8_t {
        none,
        hatch,      // lines from lower left to upper right
        back_hatch, // lines from upper left to lower right
        cross,
        dots, // centered, of diameter `width`
        half, // each square's lower left half
    };
    Kind kind = Kind::none;
    double period = 0, width = 0;
    Point origin;
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// An editor can restyle all shapes that share `name`.
struct Style {
    std::string name; // letters, digits, '-'; may be empty
    uint32_t fill = 0, stroke = 0;
    double width = 0;
    Pattern pattern;
    bool crisp = false;       // no antialiasing, which would leave seams between neighbors
    bool square_ends = false; // line ends extend by half the line's width
    friend bool operator==(const Style&, const Style&) = default;
};

struct Path {
    std::vector<Point> points;
    bool closed = true;
    friend bool operator==(const Path&, const Path&) = default;
};

/// Rectangles and paths, filled by the even-odd rule.
struct Shape {
    Style style;
    std::vector<Rect> rects;
    std::vector<Path> paths;
};

enum class Face : uint8_t { text, strong, mono, mono_strong };

struct Text {
    std::string words;
    Point at;
    double size = 0;  // em size
    double width = 0; // measured width
    uint32_t color = 0;
    Face face = Face::text;
    uint32_t rim = 0; // outline color of letters
    double rim_width = 0;
};

struct Image {
    Rect at;
    uint32_t columns = 0, rows = 0;
    std::vector<uint8_t> rgba; // top row first
    bool smooth = false;       // interpolates when scaled
};

struct Item;

struct Group {
    std::string name;
    std::optional<Rect> clip;
    std::vector<Item> items;
};

struct Item {
    std::variant<Shape, Text, Image, Group> is;
};

struct Picture {
    double width = 0, height = 0;
    Group content;
    std::vector<std::string> notes; // reasons why parts are not vector shapes
};
inline void add_notes(std::vector<std::string>& notes, const std::vector<std::string>& more) {
    for (const std::string& note : more)
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

struct Words {
    std::string title, description;
    std::string scene; // saved scene, or ""
};

} // namespace warpscope::drawing
