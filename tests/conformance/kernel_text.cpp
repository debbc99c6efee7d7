#include "conformance/kernel_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/modifiers.hpp"

namespace warpscope::conformance {
namespace {

/// Returns the registers of an operand list in order, without "%laneid" and other special registers.
std::vector<std::string> registers_in(std::string_view operands) {
    std::vector<std::string> found;
    for (size_t at = operands.find('%'); at != std::string_view::npos; at = operands.find('%', at + 1)) {
        const std::string_view name = operands.substr(at, operands.find_first_of(" ,.|]}", at) - at); // without ".h1"
        const std::string_view kind = name.substr(0, name.find_first_of("0123456789"));
        const bool known = kind == "%p" || kind == "%h" || kind == "%r" || kind == "%rd" || kind == "%q";
        if (kind.size() < name.size() && known) found.emplace_back(name);
    }
    return found;
}

bool is_predicate(std::string_view name) { return name.starts_with("%p"); }
bool has_128_bits(std::string_view name) { return name.starts_with("%q"); }

std::string converted(std::string_view to, uint32_t to_bytes, std::string_view from, uint32_t from_bytes) {
    if (to_bytes == from_bytes) return fmt::format("mov.b{} {}, {}; ", to_bytes * 8, to, from);
    return fmt::format("cvt.u{}.u{} {}, {}; ", to_bytes * 8, from_bytes * 8, to, from);
}

} // namespace

uint32_t register_bytes(std::string_view name) {
    if (name.starts_with("%rd") || name.starts_with("%s")) return 8;
    return name.starts_with("%h") ? 2 : 4;
}

KernelText::KernelText(const simt::PromisedForm& promised)
    : promised_(promised) {
    form_.spelling = spelling_of(promised);
    const std::string_view words = promised.spelling, operands = promised.operands;
    for (size_t dot = words.find('.'); dot != std::string_view::npos; dot = words.find('.', dot + 1)) {
        const std::string_view word = words.substr(dot + 1, words.find('.', dot + 1) - dot - 1);
        suffixes_.push_back(word);
        if (const auto type = ptx::type_from_name(word)) type_ = *type;
        if (ptx::space_from_name(word)) space_ = fmt::format(".{}", word);
    }
    const size_t end = operands.starts_with('{') ? operands.find('}') : operands.find(',');
    first_ = registers_in(operands.substr(0, end));
    if (end != std::string_view::npos) others_ = registers_in(operands.substr(end));
}

bool KernelText::has(std::string_view suffix) const { return std::ranges::find(suffixes_, suffix) != suffixes_.end(); }

void KernelText::inputs_of(uint32_t bytes) {
    form_.a = form_.b = form_.c = bytes;
    inputs_set_ = true;
}

void KernelText::feed(const std::string& name) {
    if (has_128_bits(name)) {
        feed(std::vector<std::string>{"%s7", "%s8"});
        return write(fmt::format("mov.b128 {}, {{%s7, %s8}};", name));
    }
    uint32_t& bytes = fed_ == 0 ? form_.a : fed_ == 1 ? form_.b : form_.c;
    if (fed_ < 3 && !inputs_set_ && !is_predicate(name)) bytes = register_bytes(name);
    uint32_t bytes_from = bytes;
    std::string from = fed_ == 0 ? "%a" : fed_ == 1 ? "%b" : "%c";
    if (fed_ > 2) { // No input is left, so uses `c` of another thread.
        text_ += fmt::format("mad.lo.u32 %t0, %i, {}, 37; and.b32 %t0, %t0, {}; ld.param.u64 %ptr, [c]; "
                             "mad.wide.u32 %ptr, %t0, {}, %ptr; ld.global.u{} %s9, [%ptr]; ",
                             2 * fed_ - 1, table_size - 1, bytes, bytes * 8);
        from = "%s9";
        bytes_from = 8;
    }
    ++fed_;
    if (is_predicate(name)) {
        text_ += converted("%s9", 8, from, bytes_from);
        text_ += fmt::format("and.b64 %s9, %s9, 1; setp.ne.u64 {}, %s9, 0; ", name);
    } else {
        text_ += converted(name, register_bytes(name), from, bytes_from);
    }
}

void KernelText::feed(const std::vector<std::string>& names) {
    for (const std::string& name : names) feed(name);
}

void KernelText::run(std::string_view part, std::string_view by) {
    std::string operands = promised_.operands;
    if (const size_t at = operands.find(part); !part.empty() && at != std::string::npos)
        operands.replace(at, part.size(), by);
    write(operands.empty() ? promised_.spelling + ";" : fmt::format("{} {};", promised_.spelling, operands));
}

Form KernelText::gathered(const std::vector<std::string>& results) {
    if (results.size() == 1 && !has_128_bits(results[0])) {
        const std::string& only = results[0];
        form_.d = register_bytes(only);
        text_ +=
            is_predicate(only) ? fmt::format("selp.b32 %d, 1, 0, {}; ", only) : converted("%d", form_.d, only, form_.d);
    } else {
        form_.d = 8;
        text_ += "mov.b64 %d, 0; ";
        for (const std::string& name : results) {
            if (has_128_bits(name)) {
                write(fmt::format("mov.b128 {{%s8, %s9}}, {};", name));
                text_ += "mad.lo.u64 %d, %d, 0x9e3779b97f4a7c15, %s8; mad.lo.u64 %d, %d, 0x9e3779b97f4a7c15, %s9; ";
                continue;
            }
            text_ += is_predicate(name) ? fmt::format("selp.b64 %s9, 1, 0, {}; ", name)
                                        : converted("%s9", 8, name, register_bytes(name));
            text_ += "mad.lo.u64 %d, %d, 0x9e3779b97f4a7c15, %s9; ";
        }
    }
    form_.ptx = "{ .reg .b16 %h<10>; .reg .b32 %r<41>; .reg .b64 %rd<10>, %s<10>; .reg .b128 %q<10>; " + text_ + "}";
    return form_;
}

} // namespace warpscope::conformance
