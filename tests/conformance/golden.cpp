#include "conformance/golden.hpp"

#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace warpscope::conformance {
namespace {

constexpr uint32_t answers_per_checksum = 512;
constexpr uint32_t answers_kept = 192; // of an approximate form

/// FNV-1a over the answers from `first` on, folded to 32 bits.
uint32_t checksum(const Form& form, const Bytes& answers, uint32_t first) {
    uint64_t hash = 0xcbf29ce484222325ull;
    const size_t begin = size_t{first} * form.d;
    for (size_t i = begin; i < begin + size_t{answers_per_checksum} * form.d; ++i)
        hash = (hash ^ static_cast<uint8_t>(answers[i])) * 0x100000001b3ull;
    return static_cast<uint32_t>(hash ^ hash >> 32);
}

} // namespace

std::string golden_line(const Form& form, const Bytes& answers) {
    std::string line = form.ptx + "\t";
    if (form.approximate())
        for (uint32_t i = 0; i < answers_kept; ++i) line += fmt::format(" {:x}", answer(answers, form.d, i));
    else
        for (uint32_t first = 0; first < table_size; first += answers_per_checksum)
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
        got.ignore(static_cast<std::streamsize>(form.ptx.size() + 1));
        std::string one, other;
        for (uint32_t first = 0; first < table_size; first += answers_per_checksum)
            if (!(expected >> one) || !(got >> other) || one != other)
                return fmt::format("{}: an answer to inputs {} to {} differs", form.ptx, first,
                                   first + answers_per_checksum - 1);
        return {};
    }
    const SharedBytes inputs = table_inputs(form.a, 0);
    std::istringstream words(line.substr(line.find('\t') + 1));
    for (uint32_t i = 0; i < answers_kept; ++i) {
        uint64_t expected = 0;
        if (!(words >> std::hex >> expected)) return form.ptx + ": the golden line is too short";
        const uint64_t got = answer(answers, form.d, i);
        if (!close(form, answer(*inputs, form.a, i), got, expected))
            return fmt::format("{}: input {} gives {:x} here and {:x} on the GPU", form.ptx, i, got, expected);
    }
    return {};
}

} // namespace warpscope::conformance
