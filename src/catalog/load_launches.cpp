#include "catalog/load_launches.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

std::vector<ArgumentSpec> read_arguments(const toml::array& array, TableReader& reader) {
    std::vector<ArgumentSpec> out;
    for (const toml::node& node : array) {
        ArgumentSpec& spec = out.emplace_back();
        if (const auto text = node.value_exact<std::string>()) {
            spec.text = *text;
        } else if (const toml::array* fields = node.as_array(); fields != nullptr && !fields->empty()) {
            spec.fields = read_arguments(*fields, reader);
        } else {
            out.pop_back();
            reader.problem("arguments", msg("an argument must be text, or for a struct an array with its fields."),
                           msg("such as \"s32:1\", or [\"f32:0.5\", \"s32:width\"]"));
        }
    }
    return out;
}

CopySpec read_copy(const toml::table& table, Problems& problems) {
    TableReader reader(table, problems, "copy");
    CopySpec out;
    out.from = reader.required_text("from");
    out.to = reader.required_text("to");
    reader.rename(fmt::format("copy to '{}'", out.to));
    out.rows = reader.expression("rows").value_or("1");
    out.needed_by = reader.text("needed_by").value_or("");
    reader.finish();
    return out;
}

} // namespace

LaunchSpec read_launch(const toml::table& table, Problems& problems) {
    TableReader reader(table, problems, "launch");
    LaunchSpec out;
    out.kernel = reader.required_text("kernel");
    reader.rename(fmt::format("launch of '{}'", out.kernel));
    out.grid = reader.expressions("grid", 1, 3).value_or(std::vector<std::string>{});
    out.block = reader.expressions("block", 1, 3).value_or(std::vector<std::string>{});
    out.shared = reader.expression("shared").value_or("0");
    out.cooperative = reader.flag("cooperative").value_or(false);
    const std::string device = reader.text("device").value_or("");
    out.on_each_device = device == "each";
    if (!device.empty() && !out.on_each_device)
        reader.problem("device", msg("a launch runs on the first device, or on \"each\"."));
    for (const toml::table* copy : reader.tables("copy")) out.copies.push_back(read_copy(*copy, problems));
    if (const toml::array* arguments = reader.array("arguments")) out.arguments = read_arguments(*arguments, reader);
    out.repeat = reader.expression("repeat").value_or("1");
    out.loop = reader.text("loop").value_or("");
    const auto rounds = reader.expression("rounds");
    out.rounds = rounds.value_or("");
    if (rounds && out.loop.empty())
        reader.problem("rounds", msg("'rounds' belongs to a loop, but this launch is not in one."),
                       msg("name the loop: loop = \"NAME\", in all its launches"));
    reader.finish();
    return out;
}

} // namespace warpscope::catalog
