#include "sass/listing.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "base/text.hpp"

namespace warpscope::sass {
namespace {

/// ptxas's name for the embedded PTX.
constexpr std::string_view ptx_file = ".nv_debug_ptx_txt";

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Removes `"FILE", line N` from the front of `text`.
std::optional<SourceLocation> take_location(std::string_view& text) {
    if (!take(text, "\"")) return std::nullopt;
    const size_t end = text.find('"');
    if (end == std::string_view::npos) return std::nullopt;
    SourceLocation place{std::string(text.substr(0, end)), 0, 0};
    text.remove_prefix(end + 1);
    if (!take(text, ", line ")) return std::nullopt;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), place.line);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(stop - text.data()));
    return place;
}

bool is_predicate(std::string_view text) {
    take(text, "!");
    take(text, "U");
    return take(text, "P") && !text.empty() && (text[0] == 'T' || (text[0] >= '0' && text[0] <= '9'));
}

bool is_always_true(std::string_view predicate) { return predicate == "PT" || predicate == "UPT"; }

/// Returns a predicate operand, as in "BRA P1, `(.L_x_2)".
std::string_view leading_predicate(std::string_view operands) {
    const std::string_view first = trim(operands.substr(0, operands.find(',')));
    return is_predicate(first) && !is_always_true(first) ? first : std::string_view();
}

class Parser {
public:
    Listing take() {
        finish_function();
        return std::move(listing_);
    }

    void line(std::string_view line) {
        std::string_view text = trim(line);
        if (text.empty()) return;
        if (sass::take(text, "//##")) {
            location(trim(text));
            return;
        }
        if (sass::take(text, ".target")) {
            listing_.target = trim(text);
            return;
        }
        if (sass::take(text, "/*")) {
            instruction(text);
            return;
        }
        if (text.ends_with(':')) label(text.substr(0, text.size() - 1));
    }

private:
    void location(std::string_view text) {
        if (!sass::take(text, "File ")) return;
        auto place = take_location(text);
        if (!place) return;
        if (place->file == ptx_file) {
            ptx_line_ = place->line;
            return;
        }
        // Inlined code has several location lines, innermost first.
        if (!continues_) {
            source_ = *place;
            inlined_at_.clear();
        } else if (inlined_at_.empty() || inlined_at_.back() != *place) {
            inlined_at_.push_back(*place);
        }
        continues_ = true;
        if (!sass::take(text, " inlined at ")) return;
        if (auto call = take_location(text)) inlined_at_.push_back(std::move(*call));
    }

    void label(std::string_view name) {
        if (sass::take(name, ".text.")) {
            finish_function();
            listing_.functions.push_back({std::string(name), {}});
            ptx_line_ = 0;
            source_ = {};
            inlined_at_.clear();
            routine_.clear();
        } else if (!listing_.functions.empty()) {
            if (const size_t own = name.find("__cuda_"); own != std::string_view::npos && name.starts_with('$')) {
                // Subroutines of ptxas follow the kernel and have no lines.
                routine_ = name.substr(own);
                ptx_line_ = 0;
                source_ = {};
                inlined_at_.clear();
            }
            labels_[std::string(name)] = static_cast<uint32_t>(listing_.functions.back().instructions.size());
        }
    }

    /// Parses the text after "/*": `0140*/  @P0 BRA `(.L_x_0) ;`.
    void instruction(std::string_view text) {
        if (listing_.functions.empty()) return;
        Instruction out;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), out.address, 16);
        if (error != std::errc()) return;
        text.remove_prefix(static_cast<size_t>(stop - text.data()));
        if (!sass::take(text, "*/")) return;
        text = trim(text.substr(0, text.find(';')));
        if (text.empty()) return; // an encoding's second line
        if (sass::take(text, "@")) {
            const size_t end = std::min(text.find_first_of(" \t"), text.size());
            if (!is_always_true(text.substr(0, end))) out.predicate = text.substr(0, end);
            text = trim(text.substr(end));
        }
        const size_t end = std::min(text.find_first_of(" \t"), text.size());
        out.opcode = text.substr(0, end);
        out.operands = trim(text.substr(end));
        out.ptx_line = ptx_line_;
        out.source = source_;
        out.inlined_at = inlined_at_;
        out.routine = routine_;
        continues_ = false;
        listing_.functions.back().instructions.push_back(std::move(out));
    }

    void finish_function() {
        if (listing_.functions.empty()) return;
        std::vector<Instruction>& code = listing_.functions.back().instructions;
        for (uint32_t k = 0; k < code.size(); ++k) {
            const size_t first = code[k].operands.find("`(");
            const size_t end = code[k].operands.find(')', first);
            if (first == std::string::npos || end == std::string::npos) continue;
            const auto found = labels_.find(code[k].operands.substr(first + 2, end - first - 2));
            if (found != labels_.end() && found->second < code.size()) code[k].target = found->second;
        }
        labels_.clear();
        // Removes padding at the end: a jump to itself, then NOPs.
        while (!code.empty() && code.back().opcode == "NOP") code.pop_back();
        if (!code.empty() && code.back().opcode == "BRA" && code.back().target == code.size() - 1) code.pop_back();
        for (Instruction& in : code)
            if (in.target && *in.target >= code.size()) in.target.reset();
    }

    Listing listing_;
    std::map<std::string, uint32_t, std::less<>> labels_;
    uint32_t ptx_line_ = 0;
    SourceLocation source_;
    std::vector<SourceLocation> inlined_at_;
    std::string routine_;
    bool continues_ = false; // whether the previous line was a location
};

} // namespace

std::string_view Instruction::base_opcode() const { return std::string_view(opcode).substr(0, opcode.find('.')); }

bool Instruction::is_conditional_branch() const {
    const std::string_view base = base_opcode();
    if (base == "BRX" || base == "JMX" || base == "BRXU" || base == "JMXU") return true;
    return (base == "BRA" || base == "JMP") && (!predicate.empty() || !leading_predicate(operands).empty());
}

bool Instruction::is_uniform_branch() const {
    if (!is_conditional_branch()) return false;
    const std::string_view base = base_opcode();
    if (base == "BRXU" || base == "JMXU") return true;
    const auto is_uniform = [](std::string_view p) { return p.empty() || p.starts_with("UP") || p.starts_with("!UP"); };
    return base != "BRX" && base != "JMX" && is_uniform(predicate) && is_uniform(leading_predicate(operands));
}

bool Instruction::is_predicated() const {
    return !predicate.empty() && !predicate.starts_with("UP") && !predicate.starts_with("!UP");
}

std::string Instruction::text() const {
    std::string out = predicate.empty() ? opcode : fmt::format("@{} {}", predicate, opcode);
    if (!operands.empty()) out += " " + operands;
    return out;
}

const Function* Listing::find(std::string_view name) const {
    const auto found = std::ranges::find(functions, name, &Function::name);
    return found == functions.end() ? nullptr : &*found;
}

Result<Listing> parse_listing(std::string_view text) {
    Parser parser;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        parser.line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    Listing listing = parser.take();
    if (listing.functions.empty()) return fail(ErrorKind::failed, msg("The output of nvdisasm has no function."));
    return listing;
}

} // namespace warpscope::sass
