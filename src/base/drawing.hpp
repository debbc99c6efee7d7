// Vector drawings for print figures (export/vector). Lengths are pixels, and y points down. Colors are RGBA with red in
// the lowest byte; 0 means no color.
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

/// Fill pattern in squares of `period` from `origin`.
struct Pattern {
    enum class Kind : uint8_t {
        none,
        hatch,      // lines from lower left to upper right
        back_hatch, // lines from upper left to lower right
        cross,
        dots, // centered, with diameter `width`
        half, // lower left half of each square
    };
    Kind kind = Kind::none;
    double period = 0, width = 0;
    Point origin;
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// Appearance of a shape. Shapes with the same style name can be edited together.
struct Style {
    std::string name; // letters, digits and '-'; may be empty
    uint32_t fill = 0, stroke = 0;
    double width = 0;
    Pattern pattern;
    bool crisp = false;       // drawn without antialiasing, so that neighbors have no seams
    bool square_ends = false; // lines extend by half their width
    friend bool operator==(const Style&, const Style&) = default;
};

struct Path {
    std::vector<Point> points;
    bool closed = true;
    friend bool operator==(const Path&, const Path&) = default;
};

/// A shape of rectangles and paths, filled by the even-odd rule.
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
    double width = 0; // measured width of the words
    uint32_t colour = 0;
    Face face = Face::text;
    uint32_t rim = 0; // color of the outline of the letters
    double rim_width = 0;
};

struct Image {
    Rect at;
    uint32_t columns = 0, rows = 0;
    std::vector<uint8_t> rgba; // top row first
    bool smooth = false;       // scaled by interpolation
};

struct Item;

struct Group {
    std::string name; // letters, digits and '-'; may be empty
    std::optional<Rect> clip;
    std::vector<Item> items;
};

struct Item {
    std::variant<Shape, Text, Image, Group> is;
};

struct Picture {
    double width = 0, height = 0;
    Group content;
    std::vector<std::string> notes; // reasons why parts are not vector shapes, each once
};
/// Adds the notes that are not there yet.
inline void add_notes(std::vector<std::string>& notes, const std::vector<std::string>& more) {
    for (const std::string& note : more)
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

/// Metadata of a drawing's file.
struct Words {
    std::string title, description;
    std::string scene; // text of a saved scene, or empty
};

} // namespace warpscope::drawing
