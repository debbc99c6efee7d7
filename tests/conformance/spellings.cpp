#include "conformance/spellings.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace warpscope::conformance {

Result<std::vector<Exemption>> load_exemptions(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) return fail(ErrorKind::environment, fmt::format("{} cannot be read", file.string()));
    std::vector<Exemption> exemptions;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        const size_t colon = line.find(": ");
        if (colon == std::string::npos)
            return fail(ErrorKind::failed, fmt::format("{}:{}: not a form, a colon and why", file.string(), number));
        exemptions.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
    return exemptions;
}

bool covers(const Exemption& exemption, const std::string& spelling) {
    if (!exemption.spelling.ends_with('*')) return exemption.spelling == spelling;
    return spelling.starts_with(std::string_view(exemption.spelling).substr(0, exemption.spelling.size() - 1));
}

std::string spelling_of(const simt::PromisedForm& promised) {
    return promised.operands.empty() ? promised.spelling : promised.spelling + " " + promised.operands;
}

Result<std::vector<Form>> spelled_forms(const std::filesystem::path& exemptions) {
    const auto exempt = load_exemptions(exemptions);
    if (!exempt) return tl::unexpected(exempt.error());
    std::vector<Form> forms;
    for (const simt::PromisedForm& promised : simt::promised_forms()) {
        const std::string spelling = spelling_of(promised);
        if (std::ranges::any_of(*exempt, [&](const Exemption& one) { return covers(one, spelling); })) continue;
        auto form = spelled_form(promised);
        if (!form)
            return fail(ErrorKind::failed,
                        spelling + ": no kernel for its opcode in spelled_form(), and exempt.txt does not have it");
        forms.push_back(std::move(*form));
    }
    return forms;
}

} // namespace warpscope::conformance
