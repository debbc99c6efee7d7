// Reads the text of a scene's file, and trusts nothing in it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "catalog/text/toml_reader.hpp"
#include "catalog/text/toml_writer.hpp"
#include "language/tr.hpp"
#include "scene/base64.hpp"
#include "scene/names.hpp"
#include "scene/note_file.hpp"
#include "scene/pack.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {
namespace {

using catalog::Problems;
using catalog::TableReader;

constexpr int64_t most = std::numeric_limits<uint32_t>::max();

class Reader {
public:
    explicit Reader(const std::string& file)
        : file_(file)
        , problems_(file) {}

    Result<SavedScene> read(std::string_view text) {
        try {
            const toml::table table = toml::parse(text, file_);
            if (auto known = check_format(table); !known) return tl::unexpected(known.error());
            SavedScene saved = read(table);
            if (problems_.empty()) return saved;
        } catch (const toml::parse_error& error) {
            problems_.add(error.source(), fmt::format("The scene is damaged: {}.", error.description()),
                          "ask for it again, or open an earlier copy");
        }
        return tl::unexpected(problems_.joined());
    }

private:
    Result<void> check_format(const toml::table& table) {
        const auto format = table["wscope"].value_exact<int64_t>();
        if (!format || *format < 1)
            return fail_at({file_, 0, 0}, tr("This is no scene of Warpscope: it has no line \"wscope = 1\"."),
                           tr("open a file that was saved with Ctrl+S"));
        if (*format > newest_format)
            return fail_at({file_, 0, 0},
                           tr_format("The scene was saved by a newer Warpscope (format {}; this one reads {}).",
                                     *format, newest_format),
                           tr("update Warpscope"));
        return {};
    }

    SavedScene read(const toml::table& table) {
        TableReader top(table, problems_, "scene");
        SavedScene out;
        const int64_t format = top.whole("wscope", 1, newest_format).value_or(1);
        out.notes = top.text("notes").value_or("");
        if (const toml::table* kernel = top.table("kernel"))
            read_kernel(*kernel, out);
        else if (!top.has("kernel"))
            top.problem("kernel", tr("the table [kernel] is missing."), tr("the file may have been cut off"));
        if (const toml::table* moment = top.table("moment")) read_moment(*moment, out.scene.moment);
        if (const toml::table* look = top.table("look")) read_look(*look, out);
        read_views(top, out.scene);
        if (format >= 2) read_notes(top, out.scene, problems_);
        if (const toml::table* measured = top.table("measured")) read_measured(*measured, out);
        for (const toml::table* file : top.tables("file")) read_file(*file, out);
        if (const toml::table* end = top.table("end"))
            TableReader(*end, problems_, "end").finish();
        else if (!top.has("end"))
            top.problem("end", tr("the table [end] is missing."), tr("the file was cut off: ask for it again"));
        top.finish();
        check_files(top, out);
        return out;
    }

    void read_kernel(const toml::table& table, SavedScene& out) {
        TableReader reader(table, problems_, "kernel");
        Source& source = out.scene.source;
        source.experiment = reader.required_text("experiment");
        out.experiment_file = reader.text("experiment_file").value_or("");
        source.variant = reader.required_text("variant");
        if (const auto block = reader.numbers("block")) {
            const bool whole = block->size() == 3 && std::ranges::all_of(*block, [](double side) {
                                   return side >= 1 && side <= static_cast<double>(most) && side == std::floor(side);
                               });
            if (whole)
                source.settings.block = {static_cast<uint32_t>((*block)[0]), static_cast<uint32_t>((*block)[1]),
                                         static_cast<uint32_t>((*block)[2])};
            else
                reader.problem("block", "'block' takes three whole numbers from 1.");
        }
        if (const auto file = reader.text("input_file"))
            source.input.file = *file;
        else if (const auto text = reader.text("input"))
            read_input(reader, *text, source.input);
        source.text = contents(reader);
        if (const toml::table* values = reader.table("set")) {
            TableReader set(*values, problems_, "kernel.set");
            for (const auto& [name, value] : *values)
                if (const auto number = set.number(name.str()))
                    source.settings.values[std::string(name.str())] = *number;
        }
        reader.finish();
    }

    void read_input(TableReader& reader, const std::string& text, input::InputSpec& input) {
        if (text == sample_picture) {
            input.file = text;
            return;
        }
        const auto spec = input::parse_spec(text);
        if (spec && !spec->is_file())
            input = *spec;
        else
            reader.problem("input", fmt::format("'{}' is no pattern with a size.", text),
                           "pictures that a scene carries are named by input_file");
    }

    void read_moment(const toml::table& table, Moment& moment) {
        TableReader reader(table, problems_, "moment");
        moment.scope = word<Scope>(reader, "scope").value_or(Scope::all);
        moment.launch = count(reader, "launch").value_or(0);
        moment.block = static_cast<uint64_t>(reader.whole("block", 0, std::numeric_limits<int64_t>::max()).value_or(0));
        moment.warp = count(reader, "warp").value_or(0);
        moment.step = static_cast<uint64_t>(reader.whole("step", 0, std::numeric_limits<int64_t>::max()).value_or(0));
        moment.instruction = count(reader, "instruction").value_or(0);
        reader.finish();
    }

    void read_look(const toml::table& table, SavedScene& out) {
        TableReader reader(table, problems_, "look");
        Scene& scene = out.scene;
        out.tab = reader.text("tab").value_or("");
        out.chart = reader.text("chart").value_or("");
        scene.camera = camera(reader, "camera");
        scene.matrices = camera(reader, "matrices");
        scene.step = count(reader, "step");
        scene.interval = count(reader, "interval");
        scene.slice = count(reader, "slice");
        if (const toml::table* pin = reader.table("pin")) {
            TableReader at(*pin, problems_, "look.pin");
            Spot spot;
            spot.space.space = word<Space>(at, "space").value_or(Space::output);
            spot.space.buffer = count(at, "buffer").value_or(0);
            spot.space.lay = word<Lay>(at, "lay").value_or(Lay::natural);
            spot.space.slice = count(at, "slice").value_or(0);
            if (const auto place = finite(at, "place", 2)) spot.place = {(*place)[0], (*place)[1]};
            scene.pin = spot;
            at.finish();
        }
        if (const toml::table* painted = reader.table("painted")) {
            TableReader at(*painted, problems_, "look.painted");
            PaintedCode code;
            code.place.line = count(at, "line").value_or(0);
            code.place.ptx_line = count(at, "ptx_line").value_or(0);
            code.measure = word<metrics::Measure>(at, "measure").value_or(metrics::Measure{});
            scene.painted = code;
            at.finish();
        }
        reader.finish();
    }

    void read_views(TableReader& top, Scene& scene) {
        const auto tables = top.tables("view");
        if (tables.size() > scene.views.size())
            top.problem("view",
                        tr_format("there are {} views; a scene has at most {}.", tables.size(), scene.views.size()));
        scene.four = tables.size() > first_lower_view;
        for (size_t i = 0; i < std::min(tables.size(), scene.views.size()); ++i) {
            TableReader reader(*tables[i], problems_, "view");
            View& view = scene.views[i] = {};
            view.space = word<Space>(reader, "shows").value_or(Space::output);
            view.buffer = reader.text("buffer").value_or("");
            view.form = word<Form>(reader, "form").value_or(Form::automatic);
            for (const std::string& name : reader.texts("overlays").value_or(std::vector<std::string>())) {
                if (const auto overlay = named<Overlay>(name))
                    view.overlays = view.overlays | *overlay;
                else
                    reader.problem("overlays", fmt::format("there is no overlay '{}'.", name));
            }
            reader.finish();
        }
    }

    void read_measured(const toml::table& table, SavedScene& out) {
        TableReader reader(table, problems_, "measured");
        out.compiler = reader.text("compiler").value_or("");
        out.ptx = reader.text("ptx").value_or("");
        if (const toml::table* numbers = reader.table("numbers")) {
            TableReader all(*numbers, problems_, "measured.numbers");
            for (const auto& [name, value] : *numbers)
                if (const auto number = all.number(name.str())) out.numbers[std::string(name.str())] = *number;
        }
        reader.finish();
    }

    void read_file(const toml::table& table, SavedScene& out) {
        TableReader reader(table, problems_, "file");
        CarriedFile file{reader.required_text("name"), {}};
        reader.rename(fmt::format("file '{}'", file.name));
        if (auto there = contents(reader))
            file.contents = std::move(*there);
        else if (!reader.has("text") && !reader.has("base64"))
            reader.problem("text", "it has neither 'text' nor 'base64'.");
        if (!is_inside(file.name))
            reader.problem("name", fmt::format("'{}' is no name of a file inside the scene.", file.name),
                           "names are relative, without '..'");
        reader.finish();
        out.files.push_back(std::move(file));
    }

    static std::optional<std::string> contents(TableReader& reader) {
        const auto text = reader.text("text"), base64 = reader.text("base64");
        if (text || !base64) return text;
        auto bytes = from_base64(*base64);
        if (!bytes) reader.problem("base64", "'base64' is damaged.", "ask for the scene again");
        return bytes;
    }

    void check_files(TableReader& top, SavedScene& out) {
        std::ranges::sort(out.files, {}, &CarriedFile::name);
        uint64_t bytes = 0;
        std::set<std::string> names;
        for (const CarriedFile& file : out.files) {
            bytes += file.contents.size();
            if (!names.insert(file.name).second)
                top.problem("file", tr_format("two files are called '{}'.", file.name));
        }
        if (bytes > most_carried_when_asked)
            top.problem("file", tr_format("its files have {} MB; a scene carries up to {}.", bytes >> 20,
                                          most_carried_when_asked >> 20));
        const std::string& input = out.scene.source.input.file;
        for (const std::string& name : {out.experiment_file, input == sample_picture ? "" : input})
            if (!name.empty() && !names.contains(name))
                top.problem("kernel", tr_format("the file '{}' is not in the scene.", name),
                            tr("the file may have been cut off"));
        if (out.experiment_file.find('/') != std::string::npos)
            top.problem("kernel", tr_format("'{}' must not lie in a folder.", out.experiment_file));
    }

    template<class T>
    std::optional<T> word(TableReader& reader, std::string_view key) {
        const auto text = reader.text(key);
        if (!text) return std::nullopt;
        const auto value = named<T>(*text);
        if (!value) reader.problem(key, fmt::format("'{}' is nothing that '{}' can be.", *text, key));
        return value;
    }

    static std::optional<uint32_t> count(TableReader& reader, std::string_view key) {
        const auto value = reader.whole(key, 0, most);
        return value ? std::optional(static_cast<uint32_t>(*value)) : std::nullopt;
    }

    static std::optional<std::vector<double>> finite(TableReader& reader, std::string_view key, size_t size) {
        const auto values = reader.numbers(key);
        if (!values) return std::nullopt;
        if (values->size() == size &&
            std::ranges::all_of(*values, [](double v) { return std::isfinite(v) && std::abs(v) < 1e9; }))
            return values;
        reader.problem(key, fmt::format("'{}' takes {} numbers below a thousand million.", key, size));
        return std::nullopt;
    }

    static std::optional<Camera> camera(TableReader& reader, std::string_view key) {
        const auto values = finite(reader, key, 3);
        if (!values) return std::nullopt;
        return Camera{{(*values)[0], (*values)[1]}, std::clamp((*values)[2], Camera::min_zoom, Camera::max_zoom)};
    }

    std::string file_;
    Problems problems_;
};

} // namespace

Result<SavedScene> from_text(std::string_view text, const std::string& file) {
    if (text.size() > largest_scene_file)
        return fail_at(
            {file, 0, 0},
            tr_format("The scene has {} MB; at most {} are read.", text.size() >> 20, largest_scene_file >> 20),
            tr("save it with a smaller input"));
    return Reader(file).read(text);
}

} // namespace warpscope::scene
