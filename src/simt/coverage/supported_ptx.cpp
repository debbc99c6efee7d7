#include "simt/supported_ptx.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ptx/modifiers.hpp"
#include "ptx/parser.hpp"
#include "simt/coverage/ptx_forms.hpp"
#include "simt/program.hpp"

namespace warpscope::simt {
namespace {

using ptx::OpcodeInfo;
using ptx::OpcodeKind;

/// Expands braces: "a{b,c}d" becomes "abd" and "acd".
std::vector<std::string> expanded(std::string_view pattern) {
    const size_t open = pattern.find('{');
    if (open == std::string_view::npos) return {std::string(pattern)};
    const size_t close = pattern.find('}', open);
    const std::string head(pattern.substr(0, open));
    const std::vector<std::string> tails = expanded(pattern.substr(close + 1));
    std::vector<std::string> all;
    for (size_t from = open + 1; from <= close;) {
        const size_t end = std::min(pattern.find(',', from), close);
        for (const std::string& tail : tails)
            all.push_back(head + std::string(pattern.substr(from, end - from)) + tail);
        from = end + 1;
    }
    return all;
}

std::string register_for(ptx::Type type) {
    if (type == ptx::Type::pred) return "%p";
    const uint32_t bytes = ptx::size_of(type);
    return bytes <= 2 ? "%h" : bytes == 4 ? "%r" : "%rd";
}

std::string operands_for(std::string_view form, std::string_view operands) {
    std::vector<ptx::Type> types;
    for (size_t dot = form.find('.'); dot != std::string_view::npos; dot = form.find('.', dot + 1))
        if (const auto type = ptx::type_from_name(form.substr(dot + 1, form.find('.', dot + 1) - dot - 1)))
            types.push_back(*type);
    if (types.empty()) types.push_back(ptx::Type::b32);
    std::string text;
    for (const char c : operands) {
        if (c == 'D')
            text += register_for(types.front());
        else if (c == 'T')
            text += register_for(types.back());
        else if (c == 'W')
            text += ptx::size_of(types.back()) == 2 ? "%r" : "%rd";
        else
            text += c;
    }
    return text;
}

bool runs(const std::string& form, const std::string& operands) {
    const std::string text = fmt::format(".version 9.0\n.target sm_90\n.address_size 64\n.shared .align 16 .b8 s[64];\n"
                                         ".func f() {{\nret;\n}}\n.entry k(.param .u64 a)\n{{\n"
                                         ".reg .b128 %q<9>;\n.reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 "
                                         "%r<41>;\n.reg .b64 %rd<9>;\nL: {} {};\nret;\n"
                                         "table: .branchtargets L;\n}}\n",
                                         form, operands);
    const auto module = ptx::parse(text, "form");
    return module && unsupported_forms(*module).empty();
}

std::string_view title_of(OpcodeKind kind) {
    switch (kind) {
    case OpcodeKind::arithmetic: return "Arithmetic";
    case OpcodeKind::comparison: return "Comparison and selection";
    case OpcodeKind::logic: return "Logic and shifts";
    case OpcodeKind::conversion: return "Moves and conversions";
    case OpcodeKind::memory: return "Memory";
    case OpcodeKind::control: return "Control flow";
    case OpcodeKind::warp: return "Lanes and barriers";
    case OpcodeKind::misc: return "Miscellaneous";
    case OpcodeKind::texture: return "Textures and surfaces";
    case OpcodeKind::matrix: return "Matrix units";
    case OpcodeKind::video: return "Video arithmetic";
    }
    return "";
}

std::string in_table(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c;
    }
    return out;
}

std::string forms_text(const OpcodeInfo& info, std::vector<std::string>& results) {
    std::string text;
    for (const PtxForms& forms : forms_of_ptx()) {
        if (forms.opcode != info.opcode) continue;
        const std::string pattern = fmt::format("`{}{}`", info.name, in_table(forms.suffixes));
        if (text.find(pattern) != std::string::npos) continue;
        std::vector<std::string> missing;
        const std::vector<std::string> all = expanded(fmt::format("{}{}", info.name, forms.suffixes));
        for (const std::string& form : all)
            if (!runs(form, operands_for(form, forms.operands))) missing.push_back(form);
        if (missing.size() == all.size()) continue;
        if (!text.empty()) text += "<br>";
        text += pattern;
        for (size_t k = 0; k < missing.size(); ++k)
            text += fmt::format("{}`{}`", k == 0 ? " without " : ", ", missing[k]);
        results.emplace_back(forms.exact);
    }
    return text;
}

} // namespace

std::vector<PromisedForm> promised_forms() {
    std::vector<PromisedForm> all;
    for (const PtxForms& forms : forms_of_ptx())
        for (const std::string& form : expanded(fmt::format("{}{}", name_of(forms.opcode), forms.suffixes)))
            if (std::string operands = operands_for(form, forms.operands); runs(form, operands))
                all.push_back({forms.opcode, form, std::move(operands), forms.exact});
    return all;
}

std::string ptx_markdown() {
    std::string out =
        "# PTX that the emulator runs\n"
        "\n"
        "    warpscope check FILE.ptx        # lists every instruction that the emulator cannot run\n"
        "\n"
        "The emulator runs the forms below; `add{.u16,.s16}` stands for `add.u16` and `add.s16`. A module with\n"
        "another form is refused with opcode, PTX line, and source line. `warpscope --print-ptx` writes this page.\n"
        "\n"
        "|result|meaning|\n"
        "|---|---|\n"
        "|exact|bit for bit like the hardware|\n"
        "|H100|bit for bit like an H100; matrix units of other generations truncate sums elsewhere|\n"
        "|manual|within the error that the PTX manual states, mostly correctly rounded|\n"
        "|counts|clocks count the warp's own instructions, so that runs can be repeated exactly|\n"
        "\n"
        "Orders and scopes of memory accesses (`.relaxed`, `.acquire`, `.gpu`), cache hints, and `.nc` are accepted\n"
        "everywhere; the race check uses orders and scopes. `conformance spellings` compares each form with a GPU,\n"
        "except those in `tests/conformance/exempt.txt`.\n";
    OpcodeKind kind{};
    bool open = false;
    std::vector<const OpcodeInfo*> named;
    for (const OpcodeInfo& info : ptx::opcode_table()) {
        if (info.opcode == ptx::Opcode::unknown) continue;
        if (info.support == ptx::OpcodeSupport::named) {
            named.push_back(&info);
            continue;
        }
        if (!open || info.kind != kind) {
            out += fmt::format("\n## {}\n\n|opcode|operands|what it does|forms|result|\n|---|---|---|---|---|\n",
                               title_of(info.kind));
            kind = info.kind;
            open = true;
        }
        std::vector<std::string> results;
        const std::string forms = forms_text(info, results);
        const bool same = std::ranges::all_of(results, [&](const std::string& one) { return one == results.front(); });
        if (same && !results.empty()) results.resize(1);
        std::string operands(info.operands);
        std::erase(operands, ' ');
        out += fmt::format("|`{}`|`{}`|{}|{}|{}|\n", info.name, in_table(operands), in_table(info.meaning), forms,
                           fmt::join(results, "<br>"));
    }
    out += "\n## Known by name only\n\nA module with one of these is refused, with opcode and place.\n\n"
           "|opcode|what it does|\n|---|---|\n";
    for (const OpcodeInfo* info : named) out += fmt::format("|`{}`|{}|\n", info->name, in_table(info->meaning));
    return out;
}

} // namespace warpscope::simt
