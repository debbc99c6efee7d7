#include "catalog/guess/toml_text.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "catalog/text/toml_writer.hpp"

namespace warpscope::catalog {
namespace {

std::string quoted_list(const std::vector<std::string>& texts) {
    std::vector<std::string> parts;
    for (const std::string& text : texts) parts.push_back(toml_string(text));
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string argument_list(const std::vector<ArgumentSpec>& arguments) {
    std::vector<std::string> parts;
    for (const ArgumentSpec& argument : arguments)
        parts.push_back(argument.fields.empty() ? toml_string(argument.text) : argument_list(argument.fields));
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string parameter_text(const Parameter& parameter) {
    std::string out = fmt::format("\n[[parameter]]\nname = {}\n", toml_string(parameter.name));
    if (!parameter.help.empty()) out += fmt::format("help = {}\n", toml_string(parameter.help));
    if (parameter.type != ElementType::s32) out += fmt::format("type = {}\n", toml_string(name_of(parameter.type)));
    return out +
           fmt::format("range = [{}, {}]\ninitial = {}\n", parameter.minimum, parameter.maximum, parameter.initial);
}

std::string buffer_text(const BufferSpec& buffer) {
    constexpr std::array<std::string_view, 3> roles{"input", "output", "scratch"};
    constexpr std::array<std::string_view, 4> owners{"one", "at_most_one", "many", "any"};
    std::string out =
        fmt::format("\n[[buffer]]\nname = {}\nrole = {}\ntype = {}\n", toml_string(buffer.name),
                    toml_string(roles[static_cast<size_t>(buffer.role)]), toml_string(name_of(buffer.type)));
    if (buffer.channels != 1) out += fmt::format("channels = {}\n", buffer.channels);
    if (buffer.is_main_input)
        out += "main = true\n";
    else
        out += fmt::format("shape = {}\n", quoted_list({buffer.width, buffer.height, buffer.depth}));
    if (buffer.padding != "0") out += fmt::format("padding = {}\n", toml_string(buffer.padding));
    if (!buffer.variable.empty()) out += fmt::format("variable = {}\n", toml_string(buffer.variable));
    if (buffer.contents) out += fmt::format("contents = {}\n", toml_string(*buffer.contents));
    if (buffer.owners != Owners::one)
        out += fmt::format("owners = {}\n", toml_string(owners[static_cast<size_t>(buffer.owners)]));
    return out;
}

std::string texture_text(const TextureSpec& texture) {
    constexpr std::array<std::string_view, 4> modes{"wrap", "clamp", "mirror", "border"};
    const TextureSettings& settings = texture.settings;
    std::string out =
        fmt::format("\n[[texture]]\nname = {}\nbuffer = {}\nfilter = {}\naddress = {}\n", toml_string(texture.name),
                    toml_string(texture.buffer), toml_string(settings.linear ? "linear" : "point"),
                    toml_string(modes[static_cast<size_t>(settings.address[0])]));
    if (settings.address[0] == AddressMode::border) {
        std::vector<std::string> border;
        for (const float channel : settings.border) border.push_back(toml_number(double{channel}));
        out += fmt::format("border = [{}]\n", fmt::join(border, ", "));
    }
    if (settings.normalized_coordinates) out += "normalized_coordinates = true\n";
    if (settings.normalized_values) out += "normalized_values = true\n";
    return out;
}

std::string launch_text(const LaunchSpec& launch) {
    std::string out =
        fmt::format("\n[[launch]]\nkernel = {}\ngrid = {}\n", toml_string(launch.kernel), quoted_list(launch.grid));
    if (!launch.block.empty()) out += fmt::format("block = {}\n", quoted_list(launch.block));
    if (launch.shared != "0") out += fmt::format("shared = {}\n", toml_string(launch.shared));
    if (launch.cooperative) out += "cooperative = true\n";
    return out + fmt::format("arguments = {}\n", argument_list(launch.arguments));
}

} // namespace

std::string toml_text(const Experiment& experiment, const Variant& variant, const std::filesystem::path& folder) {
    const std::filesystem::path source = std::filesystem::absolute(variant.source).lexically_normal();
    const std::filesystem::path base = std::filesystem::absolute(folder.empty() ? "." : folder).lexically_normal();
    const auto seen_from_base = [&](const std::filesystem::path& path) {
        const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
        const std::filesystem::path relative = whole.lexically_relative(base);
        return (relative.empty() ? whole : relative).generic_string();
    };
    std::string out;
    if (const auto guesses = experiment.guesses.find(variant.name);
        guesses != experiment.guesses.end() && !guesses->second.empty()) {
        out += "# Guessed from the kernel's text:\n";
        for (const Guess& guess : guesses->second) out += fmt::format("# - {}\n", guess.message);
    }
    out += fmt::format("title = {}\nsource = {}\ninput = {}\n", toml_string(variant.title),
                       toml_string(seen_from_base(source)),
                       toml_string(variant.default_input.empty() ? experiment.default_input : variant.default_input));
    if (!experiment.topic.empty() && experiment.topic != own_files)
        out += fmt::format("name = {}\ntopic = {}\n", toml_string(experiment.name), toml_string(experiment.topic));
    if (variant.races) out += "races = true\n";
    if (!variant.arch.empty()) out += fmt::format("arch = {}\n", toml_string(variant.arch));
    if (!variant.include_folders.empty()) {
        std::vector<std::string> folders;
        for (const std::filesystem::path& included : variant.include_folders)
            folders.push_back(seen_from_base(included));
        out += fmt::format("include = {}\n", quoted_list(folders));
    }
    out += fmt::format("\n[block]\nx = {}\ny = {}\nz = {}\ndimensions = {}\n", variant.block.x, variant.block.y,
                       variant.block.z, variant.block_dimensions);
    if (!variant.definitions.empty()) {
        out += "\n[define]\n";
        for (const auto& [name, value] : variant.definitions) out += fmt::format("{} = {}\n", name, toml_string(value));
    }
    for (const Parameter& parameter : variant.parameters) out += parameter_text(parameter);
    for (const BufferSpec& buffer : variant.buffers) out += buffer_text(buffer);
    for (const SymbolSpec& symbol : variant.symbols)
        out += fmt::format("\n[[symbol]]\nname = {}\ntype = {}\nbuffer = {}\n", toml_string(symbol.name),
                           toml_string(name_of(symbol.type)), toml_string(symbol.buffer));
    for (const TextureSpec& texture : variant.textures) out += texture_text(texture);
    for (const LaunchSpec& launch : variant.launches) out += launch_text(launch);
    return out;
}

} // namespace warpscope::catalog
