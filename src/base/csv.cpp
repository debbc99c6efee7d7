#include "base/csv.hpp"

#include <utility>

namespace warpscope {

std::string csv_quoted(std::string words) {
    for (size_t at = 0; (at = words.find('"', at)) != std::string::npos; at += 2) words.insert(at, 1, '"');
    return "\"" + words + "\"";
}

std::string csv_field(std::string words) {
    if (words.find_first_of(",\"\n\r") == std::string::npos) return words;
    return csv_quoted(std::move(words));
}

} // namespace warpscope
