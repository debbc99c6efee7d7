#include "capture/buffer_names.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/symbol_name.hpp"

namespace warpscope::capture {

std::string as_word(const std::string& name) {
    std::string out;
    for (const char c : name) {
        const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        if (is_word)
            out += c;
        else if (!out.empty() && !out.ends_with('_'))
            out += '_';
    }
    while (out.ends_with('_')) out.pop_back();
    if (out.starts_with("this_")) out.erase(0, 5);
    return !out.empty() && std::isdigit(static_cast<unsigned char>(out[0])) != 0 ? "_" + out : out;
}

const ParameterText* parameter_of(const KeptLaunch& launch, const KeptMemory& memory,
                                  const std::vector<simt::ParameterInfo>& parameters,
                                  const std::vector<ParameterText>& texts) {
    for (size_t i = 0; i < parameters.size(); ++i) {
        uint64_t word = 0;
        if (parameters[i].bytes != sizeof(word)) continue;
        std::copy_n(launch.parameters.data() + parameters[i].offset, sizeof(word), reinterpret_cast<std::byte*>(&word));
        if (memory.is_pointed_at() && word == memory.begin) return &texts[i];
    }
    return nullptr;
}

std::vector<std::string> buffer_names(const KeptLaunch& launch, const std::vector<simt::ParameterInfo>& parameters,
                                      const std::vector<ParameterText>& texts,
                                      const std::map<uint64_t, HostVariable>& host_names) {
    std::vector<std::string> names;
    const auto host_name = [&](const KeptMemory& memory) {
        const auto known = memory.number ? host_names.find(*memory.number) : host_names.end();
        return known == host_names.end() ? std::string() : as_word(known->second.name);
    };
    for (const KeptMemory& memory : launch.memory) {
        std::string name = host_name(memory);
        const ParameterText* const parameter = parameter_of(launch, memory, parameters, texts);
        const bool shared = !name.empty() && std::ranges::count(launch.memory, name, host_name) > 1;
        if (shared && parameter != nullptr && !parameter->name.empty()) name = as_word(parameter->name);
        if (name.empty() && parameter != nullptr) name = as_word(parameter->name);
        if (!memory.variable.empty()) name = as_word(plain_name(memory.variable));
        if (name.empty()) name = fmt::format("memory_{}", names.size() + 1);
        const std::string first = name;
        for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) name = fmt::format("{}_{}", first, i);
        names.push_back(std::move(name));
    }
    return names;
}

} // namespace warpscope::capture
