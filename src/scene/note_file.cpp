#include "scene/note_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "catalog/text/toml_writer.hpp"
#include "scene/names.hpp"

namespace warpscope::scene {
namespace {

using catalog::Problems;
using catalog::TableReader;
using catalog::toml_string;

constexpr double largest_index = std::numeric_limits<uint32_t>::max();

std::string index_line(std::string_view key, uint64_t x, uint64_t y, uint64_t z) {
    return fmt::format("{} = [{}, {}, {}]\n", key, x, y, z);
}
std::string index_line(std::string_view key, const CellCoordinates& at) { return index_line(key, at.x, at.y, at.z); }
std::string index_line(std::string_view key, const Dim3& at) { return index_line(key, at.x, at.y, at.z); }

std::string place_lines(const Note& note) {
    if (const auto* cells = std::get_if<NotedCells>(&note.place))
        return fmt::format("buffer = {}\n", toml_string(cells->buffer)) + index_line("cell", cells->first) +
               (cells->last == cells->first ? "" : index_line("to", cells->last));
    if (const auto* thread = std::get_if<NotedThread>(&note.place))
        return index_line("block", thread->block) + index_line("thread", thread->thread);
    const auto& line = std::get<NotedLine>(note.place);
    return fmt::format("line = {}\ntext = {}\n", line.line, toml_string(line.text));
}

using Index = std::array<uint32_t, 3>;

std::optional<Index> read_index(TableReader& reader, std::string_view key) {
    const auto numbers = reader.numbers(key);
    const auto whole = [](double v) { return v >= 0 && v <= largest_index && v == std::floor(v); };
    if (numbers && numbers->size() == 3 && std::ranges::all_of(*numbers, whole)) {
        Index out{};
        std::ranges::transform(*numbers, out.begin(), [](double v) { return static_cast<uint32_t>(v); });
        return out;
    }
    if (numbers) reader.problem(key, msg("'{}' takes three whole numbers from 0.", key));
    if (!reader.has(key)) reader.problem(key, msg("'{}' is missing.", key));
    return std::nullopt;
}

std::optional<NotedCells> read_cells(TableReader& reader) {
    const std::string buffer = reader.required_text("buffer");
    const auto first = read_index(reader, "cell");
    const auto last = reader.has("to") ? read_index(reader, "to") : first;
    if (!first || !last) return std::nullopt;
    const auto& [x, y, z] = *first;
    const auto& [to_x, to_y, to_z] = *last;
    if (to_x < x || to_y < y || to_z < z) {
        reader.problem("to", msg("'to' is before 'cell'."), msg("'cell' is the corner with the smallest numbers"));
        return std::nullopt;
    }
    return NotedCells{buffer, {x, y, z}, {to_x, to_y, to_z}};
}

std::optional<NotedThread> read_thread(TableReader& reader) {
    const auto block = read_index(reader, "block"), thread = read_index(reader, "thread");
    if (!block || !thread) return std::nullopt;
    return NotedThread{{(*block)[0], (*block)[1], (*block)[2]}, {(*thread)[0], (*thread)[1], (*thread)[2]}};
}

std::optional<NotedLine> read_line(TableReader& reader) {
    const auto line = reader.whole("line", 1, std::numeric_limits<uint32_t>::max());
    const std::string text = reader.text("text").value_or("");
    return line ? std::optional(NotedLine{static_cast<uint32_t>(*line), text}) : std::nullopt;
}

template<class T>
bool take(std::optional<T> place, Note& note) {
    if (place) note.place = std::move(*place);
    return place.has_value();
}

bool read_place(TableReader& reader, Note& note) {
    const int kinds = int{reader.has("buffer")} + int{reader.has("block")} + int{reader.has("line")};
    if (kinds != 1) {
        reader.problem("kind",
                       kinds == 0 ? msg("it is not attached to anything.") : msg("it is attached to several things."),
                       msg("a note has 'buffer' and 'cell', or 'block' and 'thread', or 'line'"));
        return false;
    }
    if (reader.has("buffer")) return take(read_cells(reader), note);
    return reader.has("block") ? take(read_thread(reader), note) : take(read_line(reader), note);
}

void read_offset(TableReader& reader, Note& note) {
    const auto offset = reader.numbers("offset");
    if (!offset) return;
    if (offset->size() == 2 && std::ranges::all_of(*offset, [](double v) { return std::abs(v) <= farthest_words; }))
        note.offset = {(*offset)[0], (*offset)[1]};
    else
        reader.problem("offset", msg("'offset' takes two numbers of at most {}.", farthest_words));
}

std::optional<Note> read_note(const toml::table& table, const LaunchSetup& of, Problems& problems) {
    TableReader reader(table, problems, "note");
    Note note;
    note.experiment = of.experiment;
    const std::string kind = reader.required_text("kind");
    const auto known = named<NoteKind>(kind);
    if (known)
        note.kind = *known;
    else if (reader.has("kind"))
        reader.problem("kind", msg("'{}' is not a kind of note.", kind), msg("words, box or arrow"));
    note.words = reader.text("words").value_or("");
    bool sound = known.has_value();
    if (note.words.empty() && note.kind != NoteKind::box) {
        reader.problem("words", msg("it has no text."));
        sound = false;
    }
    if (note.words.size() > longest_note) {
        reader.problem("words", msg("its text has {} bytes; at most {} are read.", note.words.size(), longest_note));
        sound = false;
    }
    sound = read_place(reader, note) && sound;
    if (!std::holds_alternative<NotedCells>(note.place)) note.variant = reader.text("variant").value_or(of.variant);
    if (std::holds_alternative<NotedLine>(note.place) && note.kind != NoteKind::words) {
        reader.problem("kind", msg("a note on a line can only have text."));
        sound = false;
    }
    read_offset(reader, note);
    reader.finish();
    return sound ? std::optional(std::move(note)) : std::nullopt;
}

} // namespace

std::string note_table(const Note& note, const LaunchSetup& of) {
    std::string out = fmt::format("\n[[note]]\nkind = \"{}\"\n", name_of(note.kind));
    if (!note.words.empty())
        out += fmt::format("words = {}\n", catalog::fits_toml_lines(note.words) ? catalog::toml_lines(note.words)
                                                                                : toml_string(note.words));
    const bool any = std::holds_alternative<NotedCells>(note.place);
    if (!any && note.variant != of.variant) out += fmt::format("variant = {}\n", toml_string(note.variant));
    return out + place_lines(note) +
           fmt::format("offset = [{}, {}]\n", catalog::toml_number(note.offset.x), catalog::toml_number(note.offset.y));
}

void read_notes(TableReader& top, Scene& scene, Problems& problems) {
    const auto tables = top.tables("note");
    if (tables.size() > max_notes) {
        top.problem("note", msg("there are {} notes; a scene has at most {}.", tables.size(), max_notes));
        return;
    }
    for (const toml::table* table : tables)
        if (auto note = read_note(*table, scene.source, problems)) scene.notes.push_back(std::move(*note));
}

} // namespace warpscope::scene
