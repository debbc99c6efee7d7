#include "catalog/load_parts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "catalog/check.hpp"
#include "catalog/text/caption.hpp"
#include "catalog/text/nearest.hpp"
#include "compile/compiler.hpp"

namespace warpscope::catalog {
namespace {

const std::vector<std::string> type_names{"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f16", "f32", "f64"};
const std::vector<std::string> address_names{"wrap", "clamp", "mirror", "border"}; // in the order of AddressMode
const std::vector<std::string> view_names{"cells", "bars", "letters"};
const std::vector<std::string> role_names{"input", "output", "scratch"};
const std::vector<std::string> owners_names{"one", "at_most_one", "many", "any"}; // in the order of Owners
constexpr int64_t max_budget = int64_t{1} << 40;

class PartsReader {
public:
    PartsReader(Problems& problems, const std::filesystem::path& folder)
        : problems_(problems)
        , folder_(folder) {}

    Parts read(TableReader& reader) {
        Parts parts;
        for (const toml::table* table : reader.tables("parameter"))
            parts.parameters.push_back({read_parameter(*table), table->source()});
        for (const toml::table* table : reader.tables("buffer"))
            parts.buffers.push_back({read_buffer(*table), table->source()});
        for (const toml::table* table : reader.tables("symbol"))
            parts.symbols.push_back({read_symbol(*table), table->source()});
        for (const toml::table* table : reader.tables("texture"))
            parts.textures.push_back({read_texture(*table), table->source()});
        if (const toml::table* table = reader.table("value")) {
            TableReader values(*table, problems_, "value");
            for (const auto& [name, node] : *table)
                if (auto text = values.expression(name.str()))
                    parts.values.push_back({{std::string(name.str()), std::move(*text)}, node.source()});
        }
        parts.devices = reader.expression("devices");
        for (const toml::table* table : reader.tables("launch"))
            parts.launches.push_back({read_launch(*table), table->source()});
        if (const toml::table* table = reader.table("window"))
            parts.window = Placed<WindowSpec>{read_window(*table), table->source()};
        for (const toml::table* table : reader.tables("chart"))
            parts.charts.push_back({read_chart(*table), table->source()});
        if (const toml::table* table = reader.table("arrangement"))
            parts.arrangement = Placed<ArrangementSpec>{read_arrangement(*table), table->source()};
        if (const auto captions = reader.texts("captions"))
            for (const std::string& caption : *captions)
                parts.captions.push_back({{caption}, reader.place("captions")});
        if (const toml::table* table = reader.table("block")) read_block(*table, parts);
        parts.races = reader.flag("races");
        parts.findings = reader.texts("findings");
        for (const std::string& folder : reader.texts("include").value_or(std::vector<std::string>{}))
            parts.include_folders.push_back(folder_ / folder);
        if (const toml::table* table = reader.table("define")) {
            TableReader definitions(*table, problems_, "define");
            for (const auto& [name, node] : *table)
                if (auto text = definitions.expression(name.str()))
                    parts.definitions.emplace_back(std::string(name.str()), std::move(*text));
        }
        parts.arch = reader.text("arch");
        if (parts.arch && !compile::is_architecture(*parts.arch))
            reader.problem("arch", fmt::format("'{}' is no virtual architecture.", *parts.arch),
                           "give a compute capability, such as compute_90");
        if (const auto budget = reader.whole("budget", 1, max_budget)) parts.budget = static_cast<uint64_t>(*budget);
        return parts;
    }

private:
    ElementType read_type(TableReader& reader, ElementType otherwise) {
        const auto name = reader.text("type");
        if (!name) return otherwise;
        if (const auto type = element_type(*name)) return *type;
        reader.problem("type", fmt::format("'{}' is not a type.", *name), suggestion(*name, type_names, "types: "));
        return otherwise;
    }

    Parameter read_parameter(const toml::table& table) {
        TableReader reader(table, problems_, "parameter");
        Parameter out;
        out.name = read_name(reader, "parameter");
        out.title = reader.text("title").value_or(out.name);
        out.help = reader.text("help").value_or("");
        out.type = read_type(reader, ElementType::s32);
        out.is_definition = reader.flag("definition").value_or(false);
        if (reader.has("choices")) {
            read_choices(table, reader, out);
            reader.finish();
            return out;
        }
        const auto range = reader.numbers("range");
        if (!reader.has("range") || (range && range->size() != 2))
            reader.problem("range", "'range' must be given as [smallest, largest].");
        if (range && range->size() == 2) {
            out.minimum = (*range)[0];
            out.maximum = (*range)[1];
        }
        out.step = reader.number("step").value_or(is_floating(out.type) ? (out.maximum - out.minimum) / 100 : 1);
        out.initial = reader.number("initial").value_or(out.minimum);
        reader.finish();
        return out;
    }

    /// Names instead of a range: the first stands for 0.
    void read_choices(const toml::table& table, TableReader& reader, Parameter& out) {
        out.choices = reader.texts("choices").value_or(std::vector<std::string>{});
        if (out.choices.size() < 2) reader.problem("choices", "'choices' needs two names at least.");
        for (size_t i = 0; i < out.choices.size(); ++i)
            if (out.choices[i].empty() || plain_number(out.choices[i]) ||
                std::find(out.choices.begin(), out.choices.begin() + static_cast<ptrdiff_t>(i), out.choices[i]) !=
                    out.choices.begin() + static_cast<ptrdiff_t>(i))
                reader.problem("choices", fmt::format("'{}' is no name, or given twice.", out.choices[i]));
        if (is_floating(out.type)) reader.problem("type", "a parameter with choices is a whole number.");
        for (const std::string_view key : {"range", "step"})
            if (reader.has(key)) reader.problem(key, "the choices say which values there are; leave this out.");
        out.maximum = std::max<double>(1, static_cast<double>(out.choices.size())) - 1;
        if (!reader.has("initial")) return;
        if (table.get("initial")->is_number()) {
            out.initial = reader.number("initial").value_or(0);
            return;
        }
        const std::string name = reader.text("initial").value_or("");
        const auto found = std::find(out.choices.begin(), out.choices.end(), name);
        if (found == out.choices.end())
            reader.problem("initial", fmt::format("'{}' is none of the choices.", name),
                           suggestion(name, out.choices, "choices: "));
        else
            out.initial = static_cast<double>(found - out.choices.begin());
    }

    BufferSpec read_buffer(const toml::table& table) {
        TableReader reader(table, problems_, "buffer");
        BufferSpec out;
        out.name = read_name(reader, "buffer");
        const std::string role = reader.text("role").value_or("scratch");
        const auto found = std::find(role_names.begin(), role_names.end(), role);
        if (found == role_names.end())
            reader.problem("role", fmt::format("'{}' is not a role.", role), suggestion(role, role_names, "roles: "));
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
                reader.problem("derived", "it is a title and a formula.");
        }
        out.view = reader.text("view").value_or("");
        if (!out.view.empty() && std::find(view_names.begin(), view_names.end(), out.view) == view_names.end())
            reader.problem("view", fmt::format("'{}' is no way to draw a buffer.", out.view),
                           suggestion(out.view, view_names, "there are: "));
        const std::string owners = reader.text("owners").value_or("one");
        if (const auto known = std::find(owners_names.begin(), owners_names.end(), owners); known != owners_names.end())
            out.owners = static_cast<Owners>(known - owners_names.begin());
        else
            reader.problem("owners", fmt::format("'{}' is no number of owners.", owners),
                           suggestion(owners, owners_names, "there are: "));
        if (out.is_main_input && reader.has("shape"))
            reader.problem("shape", "the main input has the shape of what the user opens; leave 'shape' out.");
        if (const auto shape = reader.expressions("shape", 1, 3)) {
            out.width = (*shape)[0];
            out.height = shape->size() > 1 ? (*shape)[1] : "1";
            out.depth = shape->size() > 2 ? (*shape)[2] : "1";
        } else if (!out.is_main_input && !reader.has("shape")) {
            reader.problem("shape", "'shape' is missing.", "give its width, height and depth in cells");
        }
        out.parts = reader.expression("parts").value_or("");
        const std::string along = reader.text("along").value_or("y");
        if (along == "x" || along == "y" || along == "z")
            out.along = along.front();
        else
            reader.problem("along", "parts lie along \"x\", \"y\" or \"z\".");
        out.variable = reader.text("variable").value_or("");
        if (reader.has("contents")) out.contents = read_contents(table, reader, out);
        reader.finish();
        return out;
    }

    std::optional<std::string> read_contents(const toml::table& table, TableReader& reader, const BufferSpec& buffer) {
        if (table.get("contents")->is_number()) return fmt::format("{}", reader.number("contents").value_or(0));
        auto contents = reader.text("contents");
        if (!contents || plain_number(*contents)) return contents;
        const std::string pattern = contents->substr(0, contents->find_first_of(":,"));
        for (const auto known : {input::Pattern::gradient, input::Pattern::checkerboard, input::Pattern::noise,
                                 input::Pattern::index, input::Pattern::impulse})
            if (input::name_of(known) == pattern) return contents;
        // A file, named relative to the experiment's own.
        const std::filesystem::path path = folder_ / *contents;
        std::error_code error;
        if (!std::filesystem::is_regular_file(path, error))
            reader.problem("contents",
                           fmt::format("the contents of '{}', '{}', are no number, no pattern and no file.",
                                       buffer.name, *contents),
                           "patterns: gradient, checkerboard, noise, index, impulse");
        return path.string();
    }

    SymbolSpec read_symbol(const toml::table& table) {
        TableReader reader(table, problems_, "symbol");
        SymbolSpec out;
        out.name = reader.required_text("name"); // the source's own name, with namespaces where it takes them
        reader.rename(fmt::format("symbol '{}'", out.name));
        out.type = read_type(reader, ElementType::f32);
        out.values = reader.numbers("values").value_or(std::vector<double>{});
        out.buffer = reader.text("buffer").value_or("");
        reader.finish();
        return out;
    }

    TextureSpec read_texture(const toml::table& table) {
        TableReader reader(table, problems_, "texture");
        TextureSpec out;
        out.name = reader.required_text("name");
        reader.rename(fmt::format("texture '{}'", out.name));
        out.buffer = reader.required_text("buffer");
        const std::vector<std::string> filters{"point", "linear"};
        const std::string filter = reader.text("filter").value_or("point");
        if (std::ranges::find(filters, filter) == filters.end())
            reader.problem("filter", fmt::format("'{}' is no filter.", filter),
                           suggestion(filter, filters, "there are: "));
        out.settings.linear = filter == "linear";
        const std::string address = reader.text("address").value_or("clamp");
        if (const auto known = std::ranges::find(address_names, address); known != address_names.end())
            out.settings.address.fill(static_cast<AddressMode>(known - address_names.begin()));
        else
            reader.problem("address", fmt::format("'{}' is no address mode.", address),
                           suggestion(address, address_names, "there are: "));
        out.settings.normalized_coordinates = reader.flag("normalized_coordinates").value_or(false);
        out.settings.normalized_values = reader.flag("normalized_values").value_or(false);
        const auto border = reader.numbers("border").value_or(std::vector<double>{});
        if (border.size() > out.settings.border.size())
            reader.problem("border", "it has up to four numbers, one for each channel.");
        for (size_t k = 0; k < std::min(border.size(), out.settings.border.size()); ++k)
            out.settings.border[k] = static_cast<float>(border[k]);
        reader.finish();
        return out;
    }

    /// Texts, and arrays of them, which are structs and may have structs inside.
    static std::vector<ArgumentSpec> read_arguments(const toml::array& array, TableReader& reader) {
        std::vector<ArgumentSpec> out;
        for (const toml::node& node : array) {
            ArgumentSpec& spec = out.emplace_back();
            if (const auto text = node.value_exact<std::string>()) {
                spec.text = *text;
            } else if (const toml::array* fields = node.as_array(); fields != nullptr && !fields->empty()) {
                spec.fields = read_arguments(*fields, reader);
            } else {
                out.pop_back();
                reader.problem("arguments", "an argument must be text, or for a struct an array with its fields.",
                               "such as \"s32:1\", or [\"f32:0.5\", \"s32:width\"]");
            }
        }
        return out;
    }

    CopySpec read_copy(const toml::table& table) {
        TableReader reader(table, problems_, "copy");
        CopySpec out;
        out.from = reader.required_text("from");
        out.to = reader.required_text("to");
        reader.rename(fmt::format("copy to '{}'", out.to));
        out.rows = reader.expression("rows").value_or("1");
        out.needed_by = reader.text("needed_by").value_or("");
        reader.finish();
        return out;
    }

    LaunchSpec read_launch(const toml::table& table) {
        TableReader reader(table, problems_, "launch");
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
            reader.problem("device", "a launch runs on the first device, or on \"each\".");
        for (const toml::table* copy : reader.tables("copy")) out.copies.push_back(read_copy(*copy));
        if (const toml::array* arguments = reader.array("arguments"))
            out.arguments = read_arguments(*arguments, reader);
        out.repeat = reader.expression("repeat").value_or("1");
        out.loop = reader.text("loop").value_or("");
        const auto rounds = reader.expression("rounds");
        out.rounds = rounds.value_or("");
        if (rounds && out.loop.empty())
            reader.problem("rounds", "'rounds' is of a loop, but the launch is in none.",
                           "name the loop: loop = \"NAME\", in all its launches");
        reader.finish();
        return out;
    }

    ChartSpec read_chart(const toml::table& table) {
        TableReader reader(table, problems_, "chart");
        ChartSpec out;
        out.name = read_name(reader, "chart");
        out.title = reader.text("title").value_or(out.name);
        const std::string kind = reader.text("kind").value_or("sweep");
        if (kind == "ulp")
            out.kind = ChartSpec::Kind::ulp;
        else if (kind != "sweep")
            reader.problem("kind", fmt::format("'{}' is not a kind of chart.", kind), "kinds: sweep, ulp");
        if (out.kind == ChartSpec::Kind::ulp) {
            out.x = reader.required_text("x");
            out.buffer = reader.required_text("buffer");
            out.functions = reader.texts("functions").value_or(std::vector<std::string>{});
            reader.finish();
            return out;
        }
        out.sweep = reader.required_text("sweep");
        out.sweep_title = reader.text("sweep_title").value_or(out.sweep);
        out.values = reader.numbers("values").value_or(std::vector<double>{});
        out.input = reader.text("input").value_or("");
        if (const toml::table* set = reader.table("set")) {
            TableReader parameters(*set, problems_, "set");
            for (const auto& [name, node] : *set)
                if (auto text = parameters.expression(name.str())) out.set[std::string(name.str())] = std::move(*text);
        }
        out.block = reader.expressions("block", 1, 3).value_or(std::vector<std::string>{});
        out.value = reader.required_text("value");
        out.unit = reader.text("unit").value_or("");
        out.reference = reader.text("reference").value_or("");
        out.reference_title = reader.text("reference_title").value_or(out.reference);
        out.variants = reader.texts("variants").value_or(std::vector<std::string>{});
        out.logarithmic = reader.flag("logarithmic").value_or(true);
        reader.finish();
        return out;
    }

    WindowSpec read_window(const toml::table& table) {
        TableReader reader(table, problems_, "window");
        WindowSpec out;
        out.buffer = reader.required_text("buffer");
        // "reach" is the same in all directions of an image; the others say it one by one.
        const std::string reach = reader.expression("reach").value_or("0");
        out.left = reader.expression("left").value_or(reach);
        out.right = reader.expression("right").value_or(reach);
        out.up = reader.expression("up").value_or(reach);
        out.down = reader.expression("down").value_or(reach);
        out.front = reader.expression("front").value_or("0");
        out.back = reader.expression("back").value_or("0");
        reader.finish();
        return out;
    }

    ArrangementSpec read_arrangement(const toml::table& table) {
        TableReader reader(table, problems_, "arrangement");
        ArrangementSpec out;
        if (auto strips = reader.texts("strips")) {
            out.strips = std::move(*strips);
            if (out.strips.size() < 2) reader.problem("strips", "strips are two buffers or more.");
            if (!out.strips.empty()) out.centre = out.strips.back();
            reader.finish();
            return out;
        }
        out.centre = reader.required_text("centre");
        out.left = reader.text("left").value_or("");
        out.above = reader.text("above").value_or("");
        out.above_transposed = reader.flag("above_transposed").value_or(false);
        if (out.left.empty() && out.above.empty())
            reader.problem("centre", "an arrangement has something to the left or above.",
                           "name a buffer with 'left' or 'above'");
        reader.finish();
        return out;
    }

    void read_block(const toml::table& table, Parts& parts) {
        TableReader reader(table, problems_, "block");
        const auto extent = [&](std::string_view key, int64_t limit, int64_t otherwise) {
            return static_cast<uint32_t>(reader.whole(key, 1, limit).value_or(otherwise));
        };
        const Dim3 limit = DeviceLimits{}.max_block;
        const bool deep = reader.has("z"), flat = reader.has("y");
        parts.block = Dim3{extent("x", limit.x, 1), extent("y", limit.y, 1), extent("z", limit.z, 1)};
        parts.block_dimensions =
            static_cast<uint32_t>(reader.whole("dimensions", 0, 3).value_or(deep ? 3 : (flat ? 2 : 1)));
        reader.finish();
    }

    Problems& problems_;
    const std::filesystem::path& folder_;
};

} // namespace

std::string read_name(TableReader& reader, std::string_view what) {
    std::string name = reader.required_text("name");
    reader.rename(fmt::format("{} '{}'", what, name));
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (!name.empty() && (!std::all_of(name.begin(), name.end(), is_word) || (name[0] >= '0' && name[0] <= '9')))
        reader.problem("name", "a name has letters, digits and _ and starts with no digit.");
    return name;
}

Parts read_parts(TableReader& reader, Problems& problems, const std::filesystem::path& folder) {
    return PartsReader(problems, folder).read(reader);
}

} // namespace warpscope::catalog
