#include "compile/nvrtc/trap_lines.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "compile/nvrtc/ptx_lines.hpp"

namespace warpscope::compile {
namespace {

using StoreLines = std::map<std::string, std::set<uint32_t>>;

std::string absolute_path(const std::string& path) {
    std::error_code error;
    return std::filesystem::absolute(path, error).lexically_normal().string();
}

bool is_of_constant_store(const LogEntry& entry) {
    return entry.severity == Severity::warning && entry.message.find("constant memory space") != std::string::npos &&
           entry.message.find("store") != std::string::npos;
}

class TrapLines {
public:
    TrapLines(std::string_view ptx, const StoreLines& stores)
        : ptx_(ptx)
        , stores_(stores) {
        each_line(ptx, [&](std::string_view line) {
            if (const auto file = file_of(line)) {
                files_[absolute_path(std::string(file->path))] = file->number;
                last_file_ = std::max(last_file_, file->number);
            }
        });
    }

    std::string text() {
        bool in_assembly = false; // user assembly may contain intended traps
        each_line(ptx_, [&](std::string_view line) {
            const std::string_view words = trim(line);
            if (words.starts_with("// begin inline asm")) in_assembly = true;
            if (words.starts_with("// end inline asm")) in_assembly = false;
            if (auto rest = after_directive(line, ".loc")) {
                if (const auto place = take_place(*rest); place && place->line != 0) present_ = *place;
            } else if (words.ends_with(':') && words.starts_with('$')) {
                const auto from = branched_from_.find(words.substr(0, words.size() - 1));
                if (from != branched_from_.end()) present_ = from->second;
            } else if (const size_t branch = words.find("bra"); branch != std::string_view::npos) {
                const std::string_view label = words.substr(std::min(words.rfind('$'), words.size()));
                branched_from_.try_emplace(label.substr(0, label.find(';')), present_);
            } else if (words.starts_with(".entry") || words.find(" .entry ") != std::string_view::npos ||
                       words.find(".func") != std::string_view::npos) {
                present_ = {};
            } else if (!in_assembly && words.ends_with("trap;")) {
                explain();
            }
            out_ += line;
        });
        for (const auto& [path, number] : new_files_) out_ += fmt::format("\t.file\t{} \"{}\"\n", number, path);
        return std::move(out_);
    }

private:
    /// Assumes that the trap replaces the first store at or after the current line.
    void explain() {
        if (stores_.empty()) {
            out_ += "\t.pragma \"instead of a store to __constant__ memory, or an atomic, behind this line\";\n";
            return;
        }
        const auto found = std::ranges::find_if(
            stores_, [&](const auto& file) { return number_of(file.first) == present_.file && present_.file != 0; });
        const auto& [path, lines] = found != stores_.end() ? *found : *stores_.begin();
        auto line = found != stores_.end() ? lines.lower_bound(present_.line) : lines.begin();
        if (line == lines.end()) line = lines.begin();
        std::vector<uint32_t> further(lines.begin(), lines.end());
        std::erase(further, *line);
        const std::string others =
            further.empty() ? "" : fmt::format(" (here or in line {})", fmt::join(further, ", "));
        out_ += fmt::format("\t.loc\t{} {} 1\n\t.pragma \"instead of a store to __constant__ memory{}\";\n",
                            number_or_new(path), *line, others);
    }

    [[nodiscard]] uint32_t number_of(const std::string& path) const {
        const auto found = files_.find(path);
        return found == files_.end() ? 0 : found->second;
    }
    uint32_t number_or_new(const std::string& path) {
        uint32_t& number = files_[path];
        if (number == 0) {
            number = ++last_file_;
            new_files_[path] = number;
        }
        return number;
    }

    std::string_view ptx_;
    const StoreLines& stores_;
    std::map<std::string, uint32_t> files_, new_files_;
    uint32_t last_file_ = 0;
    PtxPlace present_;
    std::map<std::string_view, PtxPlace> branched_from_;
    std::string out_;
};

} // namespace

std::string with_lines_of_traps(std::string ptx, const std::vector<LogEntry>& log,
                                const std::function<bool(std::string_view)>& is_header) {
    StoreLines stores;
    bool any = false;
    for (const LogEntry& entry : log) {
        if (!is_of_constant_store(entry)) continue;
        any = true;
        if (!is_header(entry.where.file)) stores[absolute_path(entry.where.file)].insert(entry.where.line);
    }
    return any ? TrapLines(ptx, stores).text() : ptx;
}

} // namespace warpscope::compile
