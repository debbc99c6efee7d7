#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/cell.hpp"
#include "base/dim3.hpp"
#include "scene/camera.hpp"

namespace warpscope::scene {

inline constexpr size_t max_notes = 200;
inline constexpr size_t longest_note = 2000;   // bytes
inline constexpr double farthest_words = 1000; // limit of Note::offset

enum class NoteKind : uint8_t { words, box, arrow };

/// Inclusive range in a buffer.
struct NotedCells {
    std::string buffer;
    CellCoordinates first, last;
    friend bool operator==(const NotedCells&, const NotedCells&) = default;
};

struct NotedThread {
    Dim3 block, thread;
    friend bool operator==(const NotedThread&, const NotedThread&) = default;
};

/// Line number from 1, and the line's text to find it after edits.
struct NotedLine {
    uint32_t line = 1;
    std::string text;
    friend bool operator==(const NotedLine&, const NotedLine&) = default;
};

struct Note {
    NoteKind kind = NoteKind::words;
    std::string words;
    std::string experiment;
    std::string variant; // "": all variants, if their buffers are equal
    std::variant<NotedCells, NotedThread, NotedLine> place;
    Point offset; // from the place's center to the words' center, in line heights

    friend bool operator==(const Note&, const Note&) = default;
};
using Notes = std::vector<Note>;

} // namespace warpscope::scene
