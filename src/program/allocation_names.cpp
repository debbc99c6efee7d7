#include "program/allocation_names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "program/build.hpp"
#include "source/host_variables.hpp"

namespace warpscope::program {
namespace {

using Places = std::vector<SourceLocation>;

bool is_member(std::string_view name) {
    return name.ends_with('_') || name.starts_with("m_") || name.starts_with("this->");
}

/// Returns "data" for "grid.data".
std::string_view last_members(std::string_view path) {
    const size_t object = path.find_first_of(".-");
    return object == std::string_view::npos ? path : path.substr(path.find_first_not_of(".->", object));
}

std::string key_of(const SourceLocation& where) { return fmt::format("{}:{}", where.file, where.line); }

struct Owner {
    std::string name; // "image" or "image.pixels_"
    SourceLocation where;
};

/// Finds the object or member that owns the memory. `pick` chooses among several candidates in a calling line.
Owner owner_of(const Places& places, const std::function<std::string(const SourceLocation&)>& line_text,
               const std::function<std::string(const std::vector<std::string>&)>& pick) {
    std::string members;
    for (size_t k = 1; k < places.size(); ++k) {
        const std::string line = line_text(places[k]);
        std::string member = source::member_made_in(line);
        if (member.empty()) member = pick(source::members_made_in(line));
        if (!member.empty()) {
            members = "." + member + members;
            continue;
        }
        std::string object = source::object_made_in(line);
        if (object.empty()) object = pick(source::objects_made_in(line));
        if (!object.empty()) return {object + members, places[k]};
    }
    return {};
}

/// Returns "d_in" for "float* d_in = upload(values);" or "upload(&d_in, values);".
std::string pointer_made_in(const std::string& line) {
    const std::string name = source::variable_of_call(line);
    if (!name.empty() && line.find("auto " + name + " =") != std::string::npos) return name;
    const bool is_pointer = std::ranges::any_of(
        std::array{"*", "* ", "&"}, [&](const char* before) { return line.find(before + name) != std::string::npos; });
    return is_pointer ? name : std::string();
}

} // namespace

std::map<uint64_t, AllocationName>
allocation_names(const std::vector<AllocationPlaces>& allocations, const std::string& own,
                 const std::function<std::string(const SourceLocation&)>& line_text) {
    std::map<std::string, std::set<std::vector<uint64_t>>> ways;
    for (const auto& [number, places, way] : allocations)
        if (!places.empty()) ways[key_of(places.front())].insert(way);
    std::map<std::string, std::vector<uint64_t>> calls; // return addresses by innermost line
    for (const auto& [number, places, way] : allocations)
        if (!places.empty() && !way.empty())
            if (auto& made = calls[key_of(places.front())]; std::ranges::find(made, way.front()) == made.end())
                made.push_back(way.front());
    // Call paths with the same source lines.
    std::map<std::string, std::vector<std::vector<uint64_t>>> alike;
    const auto lines_of = [](const Places& places) {
        std::string lines;
        for (const SourceLocation& place : places) lines += key_of(place) + " ";
        return lines;
    };
    for (const auto& [number, places, way] : allocations)
        if (auto& known = alike[lines_of(places)]; std::ranges::find(known, way) == known.end()) known.push_back(way);
    std::map<uint64_t, AllocationName> names;
    std::map<std::string, std::vector<std::vector<uint64_t>>> numbered;
    for (const auto& [number, places, way] : allocations) {
        if (places.empty()) continue;
        const SourceLocation& where = places.front();
        const auto outer = std::ranges::find(places, own, &SourceLocation::file);
        AllocationName& out = names[number];
        const auto pick = [&, &places = places, &way = way](const std::vector<std::string>& made) {
            const auto& known = alike[lines_of(places)];
            const auto at = static_cast<size_t>(std::ranges::find(known, way) - known.begin());
            return made.size() == known.size() && made.size() > 1 ? made[at] : std::string();
        };
        out.where = outer != places.end() ? *outer : where;
        if (out.where != where && !is_source_name(where.file)) {
            out.name = source::variable_of_call(line_text(out.where));
            if (out.name.empty()) out.name = pick(source::objects_made_in(line_text(out.where)));
            out.named_by = out.name.empty() ? where : out.where;
            continue;
        }
        out.name = source::variable_in(line_text(where));
        out.named_by = where;
        if (const std::vector<uint64_t>& made = calls[key_of(where)]; out.name.empty() && made.size() > 1)
            if (const std::vector<std::string> each = source::variables_in(line_text(where));
                each.size() == made.size())
                out.name = each[static_cast<size_t>(std::ranges::find(made, way.front()) - made.begin())];
        if (out.name.empty()) {
            const std::string statement = source::statement_around([&, &where = where](int lines) {
                SourceLocation other = where;
                other.line += static_cast<uint32_t>(lines);
                return line_text(other);
            });
            if (statement.find("cudaMalloc") != std::string::npos) out.name = source::variable_in(statement);
        }
        // A tail call leaves no frame, so the innermost line is the caller's.
        if (const std::string line = line_text(where); out.name.empty() && line.find("cuda") == std::string::npos)
            out.name = source::variable_of_call(line);
        if (!is_member(out.name)) {
            // If several places call this function, prefers callers' variable names.
            const std::string pointer = ways[key_of(where)].size() > 1 && places.size() > 1
                                            ? pointer_made_in(line_text(places[1]))
                                            : std::string();
            if (!pointer.empty()) out = {pointer, out.where, places[1], true};
            if (!pointer.empty() || ways[key_of(where)].size() < 2) continue;
            // Prefers the owning member's name. If only the object is known, uses "object.variable".
            const Owner owner = owner_of(places, line_text, pick);
            if (owner.name.empty()) continue;
            const bool is_of_member = owner.name.find('.') != std::string::npos || out.name.empty();
            out = {is_of_member ? owner.name : fmt::format("{}.{}", owner.name, last_members(out.name)), out.where,
                   owner.where, true};
            continue;
        }
        if (const Owner owner = owner_of(places, line_text, pick); !owner.name.empty()) {
            constexpr std::string_view self = "this->";
            if (out.name.starts_with(self)) out.name.erase(0, self.size());
            out.name = fmt::format("{}.{}", owner.name, out.name);
            out.named_by = owner.where;
            out.is_guess = true;
        }
        std::vector<std::vector<uint64_t>>& known = numbered[key_of(where) + " " + out.name];
        const auto at = std::ranges::find(known, way);
        const auto index = static_cast<size_t>(at - known.begin());
        if (at == known.end()) known.push_back(way);
        if (index > 0) {
            out.name += fmt::format("{}{}", out.name.ends_with('_') ? "" : "_", index + 1);
            out.is_guess = true;
        }
    }
    return names;
}

} // namespace warpscope::program
