#include "conformance/golden.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace warpscope::conformance {
namespace {

constexpr uint32_t answers_kept = 192; // stored results per approximate form

/// One checksum covers all results of a form with a spelling, because these forms are numerous and similar.
uint32_t answers_per_checksum(const Form& form) { return form.spelling.empty() ? 512 : table_size; }

/// Returns the index of the k-th stored result of an approximate form. If the form has a spelling, a stride spreads the
/// results over all inputs.
uint32_t kept_answer(const Form& form, uint32_t k) { return form.spelling.empty() ? k : k * 41; }

/// Returns FNV-1a of the results from `first` on, folded to 32 bits.
uint32_t checksum(const Form& form, const Bytes& answers, uint32_t first) {
    uint64_t hash = 0xcbf29ce484222325ull;
    const size_t begin = size_t{first} * form.d;
    for (size_t i = begin; i < begin + size_t{answers_per_checksum(form)} * form.d; ++i)
        hash = (hash ^ static_cast<uint8_t>(answers[i])) * 0x100000001b3ull;
    return static_cast<uint32_t>(hash ^ hash >> 32);
}

} // namespace

std::string golden_line(const Form& form, const Bytes& answers) {
    std::string line = form.name() + "\t";
    if (form.approximate())
        for (uint32_t i = 0; i < answers_kept; ++i)
            line += fmt::format(" {:x}", answer(answers, form.d, kept_answer(form, i)));
    else
        for (uint32_t first = 0; first < table_size; first += answers_per_checksum(form))
            line += fmt::format(" {:08x}", checksum(form, answers, first));
    return line;
}

std::map<std::string, std::string> load_golden(const std::filesystem::path& file) {
    std::map<std::string, std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        lines.emplace(line.substr(0, line.find('\t')), line);
    }
    return lines;
}

std::string compare_with_golden(const Form& form, const Bytes& answers, const std::string& line) {
    if (!form.approximate()) {
        std::istringstream expected(line.substr(line.find('\t') + 1)), got(golden_line(form, answers));
        got.ignore(static_cast<std::streamsize>(form.name().size() + 1));
        std::string one, other;
        for (uint32_t first = 0; first < table_size; first += answers_per_checksum(form))
            if (!(expected >> one) || !(got >> other) || one != other)
                return fmt::format("{}: an answer to inputs {} to {} differs", form.name(), first,
                                   first + answers_per_checksum(form) - 1);
        return {};
    }
    const SharedBytes inputs = table_inputs(form.a, 0);
    std::istringstream words(line.substr(line.find('\t') + 1));
    for (uint32_t i = 0; i < answers_kept; ++i) {
        uint64_t expected = 0;
        if (!(words >> std::hex >> expected)) return form.name() + ": the golden line is too short";
        const uint32_t input = kept_answer(form, i);
        const uint64_t got = answer(answers, form.d, input);
        if (!close(form, answer(*inputs, form.a, input), got, expected))
            return fmt::format("{}: input {} gives {:x} here and {:x} on the GPU", form.name(), input, got, expected);
    }
    return {};
}

} // namespace warpscope::conformance
