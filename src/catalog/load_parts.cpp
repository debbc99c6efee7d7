#include "catalog/load_parts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "catalog/load_buffers.hpp"
#include "catalog/load_launches.hpp"
#include "catalog/text/caption.hpp"
#include "catalog/text/nearest.hpp"
#include "compile/compiler.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

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
            parts.buffers.push_back({read_buffer(*table, problems_, folder_), table->source()});
        for (const toml::table* table : reader.tables("symbol"))
            parts.symbols.push_back({read_symbol(*table, problems_), table->source()});
        for (const toml::table* table : reader.tables("texture"))
            parts.textures.push_back({read_texture(*table, problems_), table->source()});
        if (const toml::table* table = reader.table("value")) {
            TableReader values(*table, problems_, "value");
            for (const auto& [name, node] : *table)
                if (auto text = values.expression(name.str()))
                    parts.values.push_back({{std::string(name.str()), std::move(*text)}, node.source()});
        }
        parts.devices = reader.expression("devices");
        for (const toml::table* table : reader.tables("launch"))
            parts.launches.push_back({read_launch(*table, problems_), table->source()});
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
            reader.problem("arch", msg("'{}' is not a virtual architecture.", *parts.arch),
                           msg("give a compute capability, such as compute_90"));
        if (const auto budget = reader.whole("budget", 1, max_budget)) parts.budget = static_cast<uint64_t>(*budget);
        return parts;
    }

private:
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
            reader.problem("range", msg("'range' must be given as [smallest, largest]."));
        if (range && range->size() == 2) {
            out.minimum = (*range)[0];
            out.maximum = (*range)[1];
        }
        out.step = reader.number("step").value_or(is_floating(out.type) ? (out.maximum - out.minimum) / 100 : 1);
        out.initial = reader.number("initial").value_or(out.minimum);
        reader.finish();
        return out;
    }

    void read_choices(const toml::table& table, TableReader& reader, Parameter& out) {
        out.choices = reader.texts("choices").value_or(std::vector<std::string>{});
        if (out.choices.size() < 2) reader.problem("choices", msg("'choices' needs at least two names."));
        for (size_t i = 0; i < out.choices.size(); ++i)
            if (out.choices[i].empty() || plain_number(out.choices[i]) ||
                std::find(out.choices.begin(), out.choices.begin() + static_cast<ptrdiff_t>(i), out.choices[i]) !=
                    out.choices.begin() + static_cast<ptrdiff_t>(i))
                reader.problem("choices", msg("'{}' is not a valid name, or given twice.", out.choices[i]));
        if (is_floating(out.type)) reader.problem("type", msg("a parameter with choices is a whole number."));
        for (const std::string_view key : {"range", "step"})
            if (reader.has(key)) reader.problem(key, msg("the choices define the values; remove this."));
        out.maximum = std::max<double>(1, static_cast<double>(out.choices.size())) - 1;
        if (!reader.has("initial")) return;
        if (table.get("initial")->is_number()) {
            out.initial = reader.number("initial").value_or(0);
            return;
        }
        const std::string name = reader.text("initial").value_or("");
        const auto found = std::find(out.choices.begin(), out.choices.end(), name);
        if (found == out.choices.end())
            reader.problem("initial", msg("'{}' is not one of the choices.", name),
                           suggestion(name, out.choices, msg("choices: ")));
        else
            out.initial = static_cast<double>(found - out.choices.begin());
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
            reader.problem("kind", msg("'{}' is not a kind of chart.", kind), msg("kinds: sweep, ulp"));
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
            if (out.strips.size() < 2) reader.problem("strips", msg("strips need at least two buffers."));
            if (!out.strips.empty()) out.center = out.strips.back();
            reader.finish();
            return out;
        }
        const auto older_spelling = reader.text("centre");
        out.center = older_spelling ? *older_spelling : reader.required_text("center");
        out.left = reader.text("left").value_or("");
        out.above = reader.text("above").value_or("");
        out.above_transposed = reader.flag("above_transposed").value_or(false);
        if (out.left.empty() && out.above.empty())
            reader.problem("center", msg("an arrangement needs a buffer to the left or above."),
                           msg("name a buffer with 'left' or 'above'"));
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
        reader.problem("name", msg("a name has letters, digits and _ and does not start with a digit."));
    return name;
}

Parts read_parts(TableReader& reader, Problems& problems, const std::filesystem::path& folder) {
    return PartsReader(problems, folder).read(reader);
}

} // namespace warpscope::catalog
