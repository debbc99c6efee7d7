#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/files.hpp"
#include "catalog/check.hpp"
#include "catalog/experiment.hpp"
#include "catalog/load_parts.hpp"
#include "catalog/text/toml_words.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

bool depends_on_block(const Variant& variant) {
    const auto names = [](const Expression& text) { return text.find("block.") != std::string::npos; };
    return std::ranges::any_of(variant.launches,
                               [&](const LaunchSpec& launch) {
                                   return launch.block.empty() || std::ranges::any_of(launch.block, names) ||
                                          names(launch.repeat) || names(launch.rounds);
                               }) ||
           std::ranges::any_of(variant.buffers, [&](const BufferSpec& buffer) {
               return names(buffer.width) || names(buffer.height) || names(buffer.depth);
           });
}

class Loader {
public:
    explicit Loader(const std::filesystem::path& file)
        : file_(file)
        , problems_(file.string()) {}

    Result<Experiment> load() {
        const auto text = read_file(file_);
        if (!text) return fail(ErrorKind::environment, msg("{}: cannot be read.", file_.string()));
        try {
            const toml::table table = toml::parse(*text, file_.string());
            Experiment experiment = read(table);
            if (problems_.empty()) return experiment;
        } catch (const toml::parse_error& parse_error) {
            problems_.add(parse_error.source(), msg("Not valid TOML: {}.", toml_words(parse_error)));
        }
        return tl::unexpected(problems_.joined());
    }

private:
    Experiment read(const toml::table& table) {
        TableReader top(table, problems_, "experiment");
        Experiment out;
        out.file = file_;
        const bool in_catalog = file_.filename() == "experiment.toml";
        const std::string own_name =
            in_catalog ? std::filesystem::absolute(file_).parent_path().filename().string() : file_.stem().string();
        out.name = top.text("name").value_or(own_name);
        out.title = top.text("title").value_or(out.name);
        out.topic = top.text("topic").value_or("");
        out.summary = top.text("summary").value_or("");
        out.order = static_cast<int>(top.whole("order", 0, 1000000).value_or(0));
        out.default_input = read_input(top);
        const toml::table* look = top.table("first_look");
        const Parts common = read_parts(top, problems_, file_.parent_path());
        const auto variants = top.tables("variant");
        if (variants.empty()) {
            Variant only;
            only.name = "basic";
            only.title = out.title;
            only.summary = out.summary;
            const std::string source = top.text("source").value_or(file_.stem().string() + ".cu");
            out.variants.push_back(complete(std::move(only), source, common, {}, table.source()));
        }
        for (const toml::table* variant : variants) out.variants.push_back(read_variant(*variant, common));
        for (size_t i = 0; i < variants.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                if (out.variants[i].name == out.variants[j].name)
                    problems_.add(variants[i]->source(), msg("there are two variants '{}'.", out.variants[i].name));
        if (look != nullptr) out.initial_layout = read_initial_layout(*look, out);
        top.finish();
        return out;
    }

    InitialLayout read_initial_layout(const toml::table& table, const Experiment& experiment) {
        TableReader reader(table, problems_, "first_look");
        InitialLayout out;
        out.variant = reader.text("variant").value_or("");
        out.left = reader.text("left").value_or("");
        out.right = reader.text("right").value_or("");
        out.alone = reader.text("alone").value_or("");
        out.tab = reader.text("tab").value_or("");
        out.paints = reader.texts("paints").value_or(std::vector<std::string>());
        out.input = read_input(reader);
        out.set = reader.texts("set").value_or(std::vector<std::string>());
        out.overlays = reader.text("overlays").value_or("");
        out.zoom = reader.number("zoom").value_or(0);
        for (const double number : reader.numbers("pin").value_or(std::vector<double>()))
            out.pin.push_back(static_cast<uint32_t>(std::clamp(number, 0.0, 1e9)));
        if (out.pin.size() > 3) reader.problem("pin", tr("a cell has at most three coordinates."));
        if (const std::optional<std::vector<double>> block = reader.numbers("block")) {
            Dim3 threads;
            uint32_t* const sides[] = {&threads.x, &threads.y, &threads.z};
            for (size_t i = 0; i < std::min<size_t>(block->size(), 3); ++i)
                *sides[i] = static_cast<uint32_t>(std::clamp((*block)[i], 1.0, 1024.0));
            out.block = threads;
        }
        const Variant* variant = experiment.find(out.variant);
        if (variant == nullptr) {
            reader.problem("variant", msg("there is no variant '{}'.", out.variant));
            reader.finish();
            return out;
        }
        for (const auto& [key, name] : {std::pair{"left", &out.left}, std::pair{"right", &out.right}}) {
            const bool known =
                name->empty() || *name == "input" || *name == "output" || *name == "launch" || *name == "matrices" ||
                std::ranges::any_of(variant->buffers, [&](const BufferSpec& b) { return b.name == *name; });
            if (!known) reader.problem(key, msg("'{}' cannot be shown in a view.", *name));
        }
        Settings settings = default_settings(*variant);
        for (const std::string& assignment : out.set)
            if (const auto set = apply_setting(*variant, settings, assignment); !set)
                reader.problem("set", set.error().message, set.error().hint);
        if (!out.alone.empty() && out.alone != "left" && out.alone != "right")
            reader.problem("alone", msg("it is \"left\" or \"right\"."));
        reader.finish();
        return out;
    }

    /// Returns the input spec, with an absolute path if it names a file.
    std::string read_input(TableReader& table) {
        std::string text = table.text("input").value_or("");
        if (text.empty() || text == "picture") return text;
        const auto spec = input::parse_spec(text);
        if (!spec)
            table.problem("input", spec.error().message, spec.error().hint);
        else if (spec->is_file())
            return (file_.parent_path() / text).lexically_normal().string();
        return text;
    }

    Variant read_variant(const toml::table& table, const Parts& common) {
        TableReader reader(table, problems_, "variant");
        Variant out;
        out.name = read_name(reader, "variant");
        out.title = reader.text("title").value_or(out.name);
        out.summary = reader.text("summary").value_or("");
        const std::string source = reader.text("source").value_or(out.name + ".cu");
        if (const toml::table* bug = reader.table("bug")) {
            TableReader about(*bug, problems_, "bug");
            out.bug = {about.required_text("symptom"), about.text("question").value_or(""),
                       about.texts("fix").value_or(std::vector<std::string>{})};
            for (const std::string& line : out.bug.fix)
                if (!line.starts_with('-') && !line.starts_with('+'))
                    about.problem("fix", msg("each line begins with - or +."));
            about.finish();
        }
        const Parts own = read_parts(reader, problems_, file_.parent_path());
        reader.finish();
        return complete(std::move(out), source, common, own, table.source());
    }

    /// Adds common parts and the variant's parts (`own`), which replace common parts of the same name. The variant's
    /// launches or windows replace all common ones.
    Variant complete(Variant out, const std::string& source, const Parts& common, const Parts& own,
                     const toml::source_region& where) {
        out.source = file_.parent_path() / source;
        std::error_code error;
        if (!std::filesystem::is_regular_file(out.source, error))
            problems_.add(where, msg("the kernel file '{}' does not exist.", out.source.string()));
        const auto parameters = merged(common.parameters, own.parameters);
        const auto buffers = merged(common.buffers, own.buffers);
        const auto symbols = merged(common.symbols, own.symbols);
        const auto textures = merged(common.textures, own.textures);
        const auto charts = merged(common.charts, own.charts);
        const auto& launches = own.launches.empty() ? common.launches : own.launches;
        const auto& window = own.window ? own.window : common.window;
        const auto& arrangement = own.arrangement ? own.arrangement : common.arrangement;
        auto captions = common.captions;
        captions.insert(captions.end(), own.captions.begin(), own.captions.end());

        for (const auto& placed : parameters) out.parameters.push_back(placed.part);
        for (const auto& placed : buffers) out.buffers.push_back(placed.part);
        for (const auto& placed : symbols) out.symbols.push_back(placed.part);
        for (const auto& placed : textures) out.textures.push_back(placed.part);
        const auto values = merged(common.values, own.values);
        for (const auto& placed : values) out.values.push_back(placed.part);
        out.devices = own.devices.value_or(common.devices.value_or("1"));
        for (const auto& placed : launches) out.launches.push_back(placed.part);
        if (window) out.window = window->part;
        if (arrangement) out.arrangement = arrangement->part;
        for (const auto& placed : captions) out.captions.push_back(placed.part);
        for (const auto& placed : charts) out.charts.push_back(placed.part);
        out.block = own.block.value_or(common.block.value_or(Dim3{16, 16, 1}));
        const uint32_t sliders = depends_on_block(out) ? 2 : 0;
        out.block_dimensions = own.block_dimensions.value_or(common.block_dimensions.value_or(sliders));
        out.races = own.races.value_or(common.races.value_or(false));
        out.arch = own.arch.value_or(common.arch.value_or(""));
        out.budget = own.budget ? own.budget : common.budget;
        for (const Parts* parts : {&common, &own}) {
            out.include_folders.insert(out.include_folders.end(), parts->include_folders.begin(),
                                       parts->include_folders.end());
            out.definitions.insert(out.definitions.end(), parts->definitions.begin(), parts->definitions.end());
        }
        out.findings = own.findings.value_or(common.findings.value_or(std::vector<std::string>{}));

        check_variant(out, [&](PartRef ref, Message message, Message hint) {
            toml::source_region place = where;
            using Kind = PartRef::Kind;
            switch (ref.kind) {
            case Kind::parameter: place = parameters[ref.index].where; break;
            case Kind::buffer: place = buffers[ref.index].where; break;
            case Kind::symbol: place = symbols[ref.index].where; break;
            case Kind::texture: place = textures[ref.index].where; break;
            case Kind::value: place = values[ref.index].where; break;
            case Kind::launch: place = launches[ref.index].where; break;
            case Kind::window: place = window->where; break;
            case Kind::arrangement: place = arrangement->where; break;
            case Kind::caption: place = captions[ref.index].where; break;
            case Kind::chart: place = charts[ref.index].where; break;
            case Kind::variant: break;
            }
            if (reported_.emplace(place.begin.line, message).second)
                problems_.add(place, msg("variant '{}': {}", out.name, message), std::move(hint));
        });
        return out;
    }

    template<class Part>
    static std::vector<Placed<Part>> merged(const std::vector<Placed<Part>>& common,
                                            const std::vector<Placed<Part>>& own) {
        std::vector<Placed<Part>> all = common;
        for (const Placed<Part>& part : own) {
            // Replaces only common parts: a repeated name among the variant's parts remains an error.
            const auto end = all.begin() + static_cast<ptrdiff_t>(common.size());
            const auto same =
                std::find_if(all.begin(), end, [&](const Placed<Part>& p) { return p.part.name == part.part.name; });
            if (same != end)
                *same = part;
            else
                all.push_back(part);
        }
        return all;
    }

    std::filesystem::path file_;
    Problems problems_;
    std::set<std::pair<toml::source_index, std::string>> reported_;
};

} // namespace

Result<Experiment> load_experiment(const std::filesystem::path& file) { return Loader(file).load(); }

} // namespace warpscope::catalog
