#include "scene/kernel_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "catalog/text/toml_writer.hpp"
#include "scene/base64.hpp"
#include "scene/course_pictures.hpp"

namespace warpscope::scene {
namespace {

using catalog::TableReader;
using catalog::toml_number;
using catalog::toml_string;

std::string input_line(const input::InputSpec& input) {
    if (!input.is_file() || is_course_picture(input.file))
        return fmt::format("input = {}\n", toml_string(input.without_painting().text()));
    return fmt::format("input_file = {}\n", toml_string(input.file));
}

std::string painting_line(const input::Paintings& paintings) {
    if (paintings.empty()) return {};
    std::string texts;
    for (const input::Painting& painting : paintings.all())
        texts += (texts.empty() ? "" : ", ") + toml_string(input::painting_text(painting));
    return fmt::format("painting = [{}]\n", texts);
}

void read_painting(TableReader& reader, input::Paintings& paintings) {
    for (const std::string& text : reader.texts("painting").value_or(std::vector<std::string>())) {
        auto painting = input::parse_painting(text);
        if (!painting) {
            reader.problem("painting", msg("'painting' is damaged."), msg("get the scene again"));
            return;
        }
        paintings.set(std::move(*painting));
    }
}

void read_input(TableReader& reader, const std::string& text, input::InputSpec& input) {
    if (is_course_picture(text)) {
        input.file = text;
        return;
    }
    const auto spec = input::parse_spec(text);
    if (spec && !spec->is_file() && spec->painting.empty())
        input = *spec;
    else
        reader.problem("input", msg("'{}' is not a pattern with a size.", text),
                       msg("images stored in a scene are named by input_file"));
}

} // namespace

std::string contents_line(const std::string& contents) {
    if (catalog::fits_toml_lines(contents)) return "text = " + catalog::toml_lines(contents) + "\n";
    return "base64 = \"\"\"\n" + to_base64(contents) + "\"\"\"\n";
}

std::optional<std::string> read_contents(TableReader& reader) {
    const auto text = reader.text("text"), base64 = reader.text("base64");
    if (text || !base64) return text;
    auto bytes = from_base64(*base64);
    if (!bytes) reader.problem("base64", msg("'base64' is damaged."), msg("get the scene again"));
    return bytes;
}

std::string kernel_table(const std::string& name, const LaunchSetup& source, const std::string& experiment_file) {
    const Dim3& block = source.settings.block;
    std::string out = fmt::format("\n[{}]\nexperiment = {}\n", name, toml_string(source.experiment));
    if (!experiment_file.empty()) out += fmt::format("experiment_file = {}\n", toml_string(experiment_file));
    out += fmt::format("variant = {}\nblock = [{}, {}, {}]\n", toml_string(source.variant), block.x, block.y, block.z);
    out += input_line(source.input) + painting_line(source.input.painting);
    if (source.text) out += contents_line(*source.text);
    if (source.settings.values.empty()) return out;
    out += fmt::format("\n[{}.set]\n", name);
    for (const auto& [parameter, value] : source.settings.values)
        out += fmt::format("{} = {}\n", toml_string(parameter), toml_number(value));
    return out;
}

std::string read_kernel(const toml::table& table, const std::string& name, LaunchSetup& source,
                        catalog::Problems& problems) {
    constexpr double max = std::numeric_limits<uint32_t>::max();
    TableReader reader(table, problems, name);
    source.experiment = reader.required_text("experiment");
    std::string experiment_file = reader.text("experiment_file").value_or("");
    source.variant = reader.required_text("variant");
    if (const auto block = reader.numbers("block")) {
        const bool whole = block->size() == 3 && std::ranges::all_of(*block, [](double side) {
                               return side >= 1 && side <= max && side == std::floor(side);
                           });
        if (whole)
            source.settings.block = {static_cast<uint32_t>((*block)[0]), static_cast<uint32_t>((*block)[1]),
                                     static_cast<uint32_t>((*block)[2])};
        else
            reader.problem("block", msg("'block' takes three whole numbers from 1."));
    }
    if (const auto file = reader.text("input_file"))
        source.input.file = *file;
    else if (const auto text = reader.text("input"))
        read_input(reader, *text, source.input);
    read_painting(reader, source.input.painting);
    source.text = read_contents(reader);
    if (const toml::table* values = reader.table("set")) {
        TableReader set(*values, problems, name + ".set");
        for (const auto& [parameter, value] : *values)
            if (const auto number = set.number(parameter.str()))
                source.settings.values[std::string(parameter.str())] = *number;
    }
    reader.finish();
    return experiment_file;
}

} // namespace warpscope::scene
