#include "catalog/load_buffers.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "catalog/load_parts.hpp"
#include "catalog/text/caption.hpp"
#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

const std::vector<std::string> type_names{"u8",  "s8",  "u16", "s16", "u32", "s32",
                                          "u64", "s64", "f16", "f32", "f64", "bf16"};
const std::vector<std::string> address_names{"wrap", "clamp", "mirror", "border"}; // in AddressMode's order
const std::vector<std::string> view_names{"cells", "bars", "letters"};
const std::vector<std::string> role_names{"input", "output", "scratch"};
const std::vector<std::string> owners_names{"one", "at_most_one", "many", "any"}; // in Owners' order

std::optional<std::string> read_contents(const toml::table& table, TableReader& reader, const BufferSpec& buffer,
                                         const std::filesystem::path& folder) {
    if (table.get("contents")->is_number()) return fmt::format("{}", reader.number("contents").value_or(0));
    auto contents = reader.text("contents");
    if (!contents || plain_number(*contents)) return contents;
    const std::string pattern = contents->substr(0, contents->find_first_of(":,"));
    for (const auto known : {input::Pattern::gradient, input::Pattern::checkerboard, input::Pattern::noise,
                             input::Pattern::index, input::Pattern::impulse})
        if (input::name_of(known) == pattern) return contents;
    const std::filesystem::path path = folder / *contents;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        reader.problem(
            "contents",
            msg("the contents of '{}', '{}', are neither a number nor a pattern nor a file.", buffer.name, *contents),
            msg("patterns: gradient, checkerboard, noise, index, impulse"));
    return path.string();
}

} // namespace

ElementType read_type(TableReader& reader, ElementType otherwise) {
    const auto name = reader.text("type");
    if (!name) return otherwise;
    if (const auto type = element_type(*name)) return *type;
    reader.problem("type", msg("'{}' is not a type.", *name), suggestion(*name, type_names, msg("types: ")));
    return otherwise;
}

BufferSpec read_buffer(const toml::table& table, Problems& problems, const std::filesystem::path& folder) {
    TableReader reader(table, problems, "buffer");
    BufferSpec out;
    out.name = read_name(reader, "buffer");
    const std::string role = reader.text("role").value_or("scratch");
    const auto found = std::find(role_names.begin(), role_names.end(), role);
    if (found == role_names.end())
        reader.problem("role", msg("'{}' is not a role.", role), suggestion(role, role_names, msg("roles: ")));
    else
        out.role = static_cast<BufferRole>(found - role_names.begin());
    out.type = read_type(reader, ElementType::u8);
    out.channels = static_cast<uint32_t>(reader.whole("channels", 1, 4).value_or(1));
    out.is_main_input = reader.flag("main").value_or(false);
    out.unit = reader.text("unit").value_or("");
    out.labels = reader.texts("labels").value_or(std::vector<std::string>{});
    if (const auto derived = reader.texts("derived")) {
        if (derived->size() == 2)
            std::tie(out.derived_title, out.derived) = std::pair((*derived)[0], (*derived)[1]);
        else
            reader.problem("derived", msg("it is a title and a formula."));
    }
    out.view = reader.text("view").value_or("");
    if (!out.view.empty() && std::find(view_names.begin(), view_names.end(), out.view) == view_names.end())
        reader.problem("view", msg("'{}' is not a way to draw a buffer.", out.view),
                       suggestion(out.view, view_names, msg("there are: ")));
    const std::string owners = reader.text("owners").value_or("one");
    if (const auto known = std::find(owners_names.begin(), owners_names.end(), owners); known != owners_names.end())
        out.owners = static_cast<Owners>(known - owners_names.begin());
    else
        reader.problem("owners", msg("'{}' is not a valid value of 'owners'.", owners),
                       suggestion(owners, owners_names, msg("there are: ")));
    if (out.is_main_input && reader.has("shape"))
        reader.problem("shape", msg("the main input has the shape of the opened input; remove 'shape'."));
    if (const auto shape = reader.expressions("shape", 1, 3)) {
        out.width = (*shape)[0];
        out.height = shape->size() > 1 ? (*shape)[1] : "1";
        out.depth = shape->size() > 2 ? (*shape)[2] : "1";
    } else if (!out.is_main_input && !reader.has("shape")) {
        reader.problem("shape", msg("'shape' is missing."),
                       out.role == BufferRole::input ? msg("main = true uses the opened input and its shape; otherwise "
                                                           "give width, height and depth in cells")
                                                     : msg("give its width, height and depth in cells"));
        out.width = out.height = out.depth = "1"; // prevents follow-up errors
    }
    out.padding = reader.expression("padding").value_or("0");
    if (out.is_main_input && reader.has("padding"))
        reader.problem("padding", msg("the main input has no padding; give another buffer a 'shape' and 'contents'."));
    out.parts = reader.expression("parts").value_or("");
    const std::string along = reader.text("along").value_or("y");
    if (along == "x" || along == "y" || along == "z")
        out.along = along.front();
    else
        reader.problem("along", msg("parts lie along \"x\", \"y\" or \"z\"."));
    out.variable = reader.text("variable").value_or("");
    if (reader.has("contents")) out.contents = read_contents(table, reader, out, folder);
    reader.finish();
    return out;
}

SymbolSpec read_symbol(const toml::table& table, Problems& problems) {
    TableReader reader(table, problems, "symbol");
    SymbolSpec out;
    out.name = reader.required_text("name"); // may contain namespaces
    reader.rename(fmt::format("symbol '{}'", out.name));
    out.type = read_type(reader, ElementType::f32);
    out.values = reader.numbers("values").value_or(std::vector<double>{});
    out.buffer = reader.text("buffer").value_or("");
    reader.finish();
    return out;
}

TextureSpec read_texture(const toml::table& table, Problems& problems) {
    TableReader reader(table, problems, "texture");
    TextureSpec out;
    out.name = reader.required_text("name");
    reader.rename(fmt::format("texture '{}'", out.name));
    out.buffer = reader.required_text("buffer");
    const std::vector<std::string> filters{"point", "linear"};
    const std::string filter = reader.text("filter").value_or("point");
    if (std::ranges::find(filters, filter) == filters.end())
        reader.problem("filter", msg("'{}' is not a filter.", filter), suggestion(filter, filters, msg("there are: ")));
    out.settings.linear = filter == "linear";
    const std::string address = reader.text("address").value_or("clamp");
    if (const auto known = std::ranges::find(address_names, address); known != address_names.end())
        out.settings.address.fill(static_cast<AddressMode>(known - address_names.begin()));
    else
        reader.problem("address", msg("'{}' is not an address mode.", address),
                       suggestion(address, address_names, msg("there are: ")));
    out.settings.normalized_coordinates = reader.flag("normalized_coordinates").value_or(false);
    out.settings.normalized_values = reader.flag("normalized_values").value_or(false);
    const auto border = reader.numbers("border").value_or(std::vector<double>{});
    if (border.size() > out.settings.border.size())
        reader.problem("border", msg("it has up to four numbers, one for each channel."));
    for (size_t k = 0; k < std::min(border.size(), out.settings.border.size()); ++k)
        out.settings.border[k] = static_cast<float>(border[k]);
    reader.finish();
    return out;
}

} // namespace warpscope::catalog
