#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace warpscope {

struct Entry {
    std::string context, english, plural;
    std::string places; // source files, each after a blank
    std::vector<std::string> texts;
};

/// Appends the quoted text of a .po line.
inline void append(std::string& to, const std::string& line) {
    const size_t first = line.find('"'), last = line.rfind('"');
    for (size_t i = first + 1; i < last; ++i) {
        if (line[i] != '\\') {
            to += line[i];
            continue;
        }
        ++i;
        to += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i];
    }
}

inline std::vector<Entry> entries_of(const std::filesystem::path& file) {
    std::vector<Entry> all;
    std::ifstream stream(file);
    std::string* field = nullptr;
    std::string places; // source files of the next entry
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("#: ")) places += line.substr(2);
        if (line.starts_with("msgctxt")) {
            all.emplace_back();
            field = &all.back().context;
        } else if (line.starts_with("msgid_plural")) {
            field = &all.back().plural;
        } else if (line.starts_with("msgid")) {
            if (all.empty() || !all.back().english.empty() || !all.back().texts.empty()) all.emplace_back();
            field = &all.back().english;
        } else if (line.starts_with("msgstr")) {
            field = &all.back().texts.emplace_back();
        } else if (!line.starts_with("\"")) {
            continue;
        }
        if (!places.empty()) all.back().places = std::exchange(places, {});
        append(*field, line);
    }
    return all;
}

} // namespace warpscope
