#include "program/events.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include "base/files.hpp"

namespace warpscope::program {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Returns the record's text, with the newest lines from tail files.
std::string whole_record(const fs::path& file) {
    const std::string text = read_file(file).value_or("");
    std::string newest;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(file.parent_path(), error)) {
        if (!entry.path().filename().string().starts_with("tail-")) continue;
        const std::string tail = read_file(entry.path()).value_or("");
        struct { // layout as in runtime/record/recorder.hpp
            uint64_t bytes = 0, flushed_to = 0;
        } head;
        if (tail.size() < sizeof(head)) continue;
        std::memcpy(&head, tail.data(), sizeof(head));
        std::string_view lines = std::string_view(tail).substr(sizeof(head));
        lines = lines.substr(0, head.bytes);
        if (head.flushed_to == 0 || head.flushed_to > text.size()) {
            newest += lines;
            continue;
        }
        // If a process dies while it moves lines from its tail file, both files have them, possibly truncated.
        const std::string_view there = std::string_view(text).substr(head.flushed_to - 1);
        const auto same = static_cast<size_t>(std::ranges::mismatch(lines, there).in1 - lines.begin());
        if (same == there.size()) {
            newest.insert(0, lines.substr(same));
            continue;
        }
        // The first difference may be within a line. Adds this line from its start.
        newest += lines.substr(same == lines.size() ? same : lines.substr(0, same).rfind('\n') + 1);
    }
    return text + newest;
}

std::optional<uint64_t> take_number(std::string_view& text, std::string_view begin) {
    if (!text.starts_with(begin)) return std::nullopt;
    text.remove_prefix(begin.size());
    uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
    return number;
}

struct RepeatedLine {
    uint64_t shape = 0, launch = 0, execute_ns = 0;
};

/// Parses without the JSON library, because there may be a hundred thousand lines.
std::optional<RepeatedLine> read_repeated(std::string_view line) {
    if (const auto shape = take_number(line, R"({"event":"again","like":)"); shape && line == "}")
        return RepeatedLine{*shape};
    const auto shape = take_number(line, R"({"event":"launch","like":)");
    if (!shape) return std::nullopt;
    const auto launch = take_number(line, R"(,"launch":)"), time = take_number(line, R"(,"execute_ns":)");
    if (!launch || !time || line != "}") return std::nullopt;
    return RepeatedLine{*shape, *launch, *time};
}

} // namespace

std::vector<Event> read_events(const fs::path& file) {
    constexpr double ns_per_ms = 1e6;
    std::vector<Event> events;
    std::map<uint64_t, size_t> of_shape;
    const std::string text = whole_record(file);
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (const auto repeated = read_repeated(line)) {
            if (const auto first = of_shape.find(repeated->shape); first != of_shape.end())
                events.push_back({Json(), RepeatedEvent{first->second, static_cast<uint32_t>(repeated->launch),
                                                        static_cast<double>(repeated->execute_ns) / ns_per_ms}});
            continue;
        }
        Json event = Json::parse(line, nullptr, false);
        if (event.is_discarded()) continue;
        if (event.contains("shape")) of_shape[event["shape"].get<uint64_t>()] = events.size();
        events.push_back({std::move(event), std::nullopt});
    }
    return events;
}

} // namespace warpscope::program
