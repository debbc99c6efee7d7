#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "catalog/text/toml_reader.hpp"
#include "catalog/text/toml_words.hpp"
#include "catalog/text/toml_writer.hpp"
#include "language/tr.hpp"
#include "scene/course_pictures.hpp"
#include "scene/kernel_file.hpp"
#include "scene/measured_file.hpp"
#include "scene/names.hpp"
#include "scene/note_file.hpp"
#include "scene/pack.hpp"
#include "scene/saved_scene.hpp"

namespace warpscope::scene {
namespace {

using catalog::Problems;
using catalog::TableReader;

constexpr int64_t max = std::numeric_limits<uint32_t>::max();
constexpr const char* beside_key = "beside";

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
            problems_.add(error.source(), msg("The scene is damaged: {}.", catalog::toml_words(error)),
                          msg("get it again, or open an earlier copy"));
        }
        return tl::unexpected(problems_.joined());
    }

private:
    Result<void> check_format(const toml::table& table) {
        const auto format = table["wscope"].value_exact<int64_t>();
        if (!format || *format < 1)
            return fail_at({file_, 0, 0}, msg("Not a Warpscope scene: there is no line \"wscope = 1\"."),
                           msg("open a file that was saved with Ctrl+S"));
        if (*format > newest_format)
            return fail_at(
                {file_, 0, 0},
                msg("The scene was saved by a newer Warpscope (format {}; this one reads {}).", *format, newest_format),
                msg("update Warpscope"));
        return {};
    }

    SavedScene read(const toml::table& table) {
        TableReader top(table, problems_, "scene");
        SavedScene out;
        const int64_t format = top.whole("wscope", 1, newest_format).value_or(1);
        out.notes = top.text("notes").value_or("");
        if (const toml::table* kernel = top.table("kernel"))
            out.experiment_file = read_kernel(*kernel, "kernel", out.scene.source, problems_);
        else if (!top.has("kernel"))
            top.problem("kernel", msg("the table [kernel] is missing."), msg("the file may have been cut off"));
        if (const toml::table* moment = top.table("moment")) read_moment(*moment, out.scene.moment);
        if (const toml::table* look = top.table("look")) read_look(*look, out);
        read_views(top, out.scene);
        if (format >= 2) read_notes(top, out.scene, problems_);
        if (const toml::table* measured = top.table("measured"))
            out.measured = read_measured(*measured, "measured", problems_);
        if (const toml::table* figure = top.table("figure")) out.figure = read_figure(*figure, problems_);
        if (const toml::table* beside = top.table("beside")) {
            out.beside.emplace();
            out.beside->experiment_file = read_kernel(*beside, "beside", out.beside->source, problems_);
        }
        if (const toml::table* measured = top.table("beside_measured"); measured != nullptr && out.beside)
            out.beside->measured = read_measured(*measured, "beside_measured", problems_);
        for (const toml::table* file : top.tables("file")) read_file(*file, out);
        if (const toml::table* end = top.table("end"))
            TableReader(*end, problems_, "end").finish();
        else if (!top.has("end"))
            top.problem("end", msg("the table [end] is missing."), msg("the file was cut off; get it again"));
        top.finish();
        check_files(top, out);
        return out;
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
            top.problem("view", msg("there are {} views; a scene has at most {}.", tables.size(), scene.views.size()));
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
                    reader.problem("overlays", msg("there is no overlay '{}'.", name));
            }
            view.reference.buffer = reader.text("minus").value_or("");
            view.reference.is_baseline = reader.flag("minus_baseline").value_or(false);
            if (view.reference.is_baseline && !view.reference.buffer.empty())
                reader.problem("minus", msg("a view cannot have both 'minus' and 'minus_baseline'."));
            reader.finish();
        }
    }

    void read_file(const toml::table& table, SavedScene& out) {
        TableReader reader(table, problems_, "file");
        CarriedFile file{reader.required_text("name"), {}};
        reader.rename(fmt::format("file '{}'", file.name));
        if (auto there = read_contents(reader))
            file.contents = std::move(*there);
        else if (!reader.has("text") && !reader.has("base64"))
            reader.problem("text", msg("it has neither 'text' nor 'base64'."));
        if (!is_inside(file.name))
            reader.problem("name", msg("'{}' is not a valid name of a file in the scene.", file.name),
                           msg("names are relative, without '..'"));
        reader.finish();
        out.files.push_back(std::move(file));
    }

    void check_files(TableReader& top, SavedScene& out) {
        std::ranges::sort(out.files, {}, &CarriedFile::name);
        uint64_t bytes = 0;
        std::set<std::string> names;
        for (const CarriedFile& file : out.files) {
            bytes += file.contents.size();
            if (!names.insert(file.name).second) top.problem("file", msg("two files are called '{}'.", file.name));
        }
        if (bytes > max_carried_on_request)
            top.problem("file",
                        msg("its files have {} MiB; a scene can have {}.", bytes >> 20, max_carried_on_request >> 20));
        const auto check = [&](const char* key, const std::string& experiment, const LaunchSetup& source) {
            const std::string& input = source.input.file;
            for (const std::string& name : {experiment, is_course_picture(input) ? "" : input})
                if (!name.empty() && !names.contains(name))
                    top.problem(key, msg("the file '{}' is not in the scene.", name),
                                msg("the file may have been cut off"));
            std::string_view name = experiment;
            if (key == beside_key && name.starts_with(beside_folder)) name.remove_prefix(beside_folder.size());
            if (name.find('/') != std::string_view::npos)
                top.problem(key, msg("'{}' must not be in a folder.", experiment));
        };
        check("kernel", out.experiment_file, out.scene.source);
        if (out.beside) check(beside_key, out.beside->experiment_file, out.beside->source);
    }

    template<class T>
    std::optional<T> word(TableReader& reader, std::string_view key) {
        const auto text = reader.text(key);
        if (!text) return std::nullopt;
        const auto value = named<T>(*text);
        if (!value) reader.problem(key, msg("'{}' is not a value of '{}'.", *text, key));
        return value;
    }

    static std::optional<uint32_t> count(TableReader& reader, std::string_view key) {
        const auto value = reader.whole(key, 0, max);
        return value ? std::optional(static_cast<uint32_t>(*value)) : std::nullopt;
    }

    static std::optional<std::vector<double>> finite(TableReader& reader, std::string_view key, size_t size) {
        const auto values = reader.numbers(key);
        if (!values) return std::nullopt;
        if (values->size() == size &&
            std::ranges::all_of(*values, [](double v) { return std::isfinite(v) && std::abs(v) < 1e9; }))
            return values;
        reader.problem(key, msg("'{}' takes {} numbers below one billion.", key, size));
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
        return fail_at({file, 0, 0},
                       msg("The scene has {} MiB; at most {} are read.", text.size() >> 20, largest_scene_file >> 20),
                       msg("save it with a smaller input"));
    return Reader(file).read(text);
}

} // namespace warpscope::scene
