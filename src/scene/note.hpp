// Notes that a user writes on a scene: words, a box or an arrow, tied to cells, to a thread or to a line, not to
// pixels.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/cell.hpp"
#include "base/dim3.hpp"
#include "scene/camera.hpp"

namespace warpscope::scene {

inline constexpr size_t most_notes = 200;
inline constexpr size_t longest_note = 2000;   // bytes
inline constexpr double farthest_words = 1000; // of Note::offset

enum class NoteKind : uint8_t { words, box, arrow };

/// Cells of a buffer, by their coordinates in its own shape: all from `first` to `last`, both included.
struct NotedCells {
    std::string buffer;
    CellCoordinates first, last;
    friend bool operator==(const NotedCells&, const NotedCells&) = default;
};

/// A thread of the shown launch: blockIdx and threadIdx.
struct NotedThread {
    Dim3 block, thread;
    friend bool operator==(const NotedThread&, const NotedThread&) = default;
};

/// A line of the kernel's text, from 1, and what stands there, by which it is found in another text.
struct NotedLine {
    uint32_t line = 1;
    std::string text;
    friend bool operator==(const NotedLine&, const NotedLine&) = default;
};

struct Note {
    NoteKind kind = NoteKind::words;
    std::string words; // only those of a box may be empty
    std::string experiment;
    std::string variant; // empty: any of the experiment's, which have the same buffers
    std::variant<NotedCells, NotedThread, NotedLine> place;
    Point offset; // from the middle of the place to that of the words, in heights of a line of them

    friend bool operator==(const Note&, const Note&) = default;
};
using Notes = std::vector<Note>;

} // namespace warpscope::scene
