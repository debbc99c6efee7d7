// A picture as shapes, text and images, for files that scale: what figures for print are written from (export/vector).
//
// Lengths are pixels of the picture, y downwards. Colours are RGBA with red in the lowest byte; 0 is none.
#pragma once

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

/// What a shape is filled with in place of a plain colour. All repeat in squares of `period` that begin at `origin`.
struct Pattern {
    enum class Kind : uint8_t {
        none,
        hatch,      // lines from the lower left to the upper right
        back_hatch, // from the upper left to the lower right
        cross,      // both
        dots,       // one in the middle of each square; `width` is the diameter
        half,       // the lower left half of each square
    };
    Kind kind = Kind::none;
    double period = 0, width = 0;
    Point origin;
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// How a shape is drawn. Shapes of one name are meant to look the same, and an editor changes them together.
struct Style {
    std::string name; // letters, digits and '-'; empty: none
    uint32_t fill = 0, stroke = 0;
    double width = 0;         // of the stroke
    Pattern pattern;          // drawn in the colour `fill`
    bool crisp = false;       // edges of neighbours meet without a seam
    bool square_ends = false; // lines go on for half their width
    friend bool operator==(const Style&, const Style&) = default;
};

struct Path {
    std::vector<Point> points;
    bool closed = true;
    friend bool operator==(const Path&, const Path&) = default;
};

/// One shape of any number of rectangles and paths; where an even number of them overlaps it has a hole.
struct Shape {
    Style style;
    std::vector<Rect> rects;
    std::vector<Path> paths;
};

enum class Face : uint8_t { text, strong, mono, mono_strong };

struct Text {
    std::string words;
    Point at;         // where the baseline begins
    double size = 0;  // em
    double width = 0; // of the words
    uint32_t colour = 0;
    Face face = Face::text;
    uint32_t rim = 0; // colour of what is drawn around the letters, so that they read on anything
    double rim_width = 0;
};

struct Image {
    Rect at;
    uint32_t columns = 0, rows = 0;
    std::vector<uint8_t> rgba; // columns * rows * 4, top row first
    bool smooth = false;       // false: its pixels are squares
};

struct Item;

/// Items that belong together, in the order in which they are drawn.
struct Group {
    std::string name;         // letters, digits and '-'; empty: none
    std::optional<Rect> clip; // nothing is drawn outside
    std::vector<Item> items;
};

struct Item {
    std::variant<Shape, Text, Image, Group> is;
};

struct Picture {
    double width = 0, height = 0;
    Group content;
    std::vector<std::string> notes; // what is not made of shapes, and why
};

/// What a file says of its picture besides showing it.
struct Words {
    std::string title, description;
    std::string scene; // text of the scene that shows the same (scene/saved_scene.hpp); empty: none
};

} // namespace warpscope::drawing
