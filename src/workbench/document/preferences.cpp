#include "workbench/document/preferences.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "catalog/text/toml_writer.hpp"
#include "export/file.hpp"
#include "render/view_state.hpp"
#include "scene/base64.hpp"
#include "scene/names.hpp"
#include "workbench/document/launch_setup.hpp"

namespace warpscope::workbench {

namespace {

using Json = nlohmann::json;

constexpr std::array view_names{"left", "right", "lower left", "lower right"};
constexpr std::array color_names{"by format", "print", "window"};
constexpr std::array beside_names{"nothing", "ptx", "changes", "machine_code", "ptx_and_machine_code"};

template<class T>
T get(const Json& object, const char* key, T fallback) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) return fallback;
    if constexpr (std::is_same_v<T, bool>)
        return found->is_boolean() ? found->template get<bool>() : fallback;
    else if constexpr (std::is_arithmetic_v<T>)
        return found->is_number() ? found->template get<T>() : fallback;
    else
        return found->is_string() ? found->template get<T>() : fallback;
}

float bounded(const Json& object, const char* key, float fallback, float low, float high) {
    const float value = get(object, key, fallback);
    return value >= low && value <= high ? value : fallback;
}

Json member(const Json& object, const char* key) {
    return object.is_object() && object.contains(key) ? object[key] : Json::object();
}

template<class Names>
size_t index_of_name(const Names& names, const std::string& name, size_t fallback) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? fallback : static_cast<size_t>(found - names.begin());
}

std::string overlay_names(render::OverlaySet set) {
    std::string result;
    for (const render::OverlayInfo& o : render::overlays())
        if (render::has(set, o.overlay)) result += (result.empty() ? "" : ",") + std::string(o.name);
    return result.empty() ? "none" : result;
}

Json setup_json(const scene::LaunchSetup& setup) {
    const Dim3& b = setup.settings.block;
    return {{"experiment", setup.experiment},
            {"variant", setup.variant},
            {"block", {b.x, b.y, b.z}},
            {"values", setup.settings.values},
            {"input", setup.input.text()}};
}

std::optional<scene::LaunchSetup> setup_from(const Json& json) {
    scene::LaunchSetup setup;
    setup.experiment = get<std::string>(json, "experiment", "");
    setup.variant = get<std::string>(json, "variant", "");
    const auto spec = input::parse_spec(get<std::string>(json, "input", ""));
    if (setup.experiment.empty() || !spec) return std::nullopt;
    setup.input = *spec;
    const Json block = member(json, "block");
    if (block.is_array() && block.size() == 3)
        for (Axis axis : {Axis::x, Axis::y, Axis::z}) {
            const Json& side = block[static_cast<size_t>(axis)];
            if (side.is_number_unsigned() && side.get<uint64_t>() <= 1024)
                extent(setup.settings.block, axis) = std::max(1u, side.get<uint32_t>());
        }
    const Json values = member(json, "values");
    for (const auto& [name, value] : values.items())
        if (value.is_number()) setup.settings.values[name] = value.get<double>();
    return setup;
}

bool is_link_address(const std::string& address) {
    constexpr size_t longest = 500;
    return !address.empty() && address.size() <= longest &&
           std::ranges::all_of(address, [](char c) { return c > ' ' && c < 0x7f && c != '#'; });
}

} // namespace

Preferences::Preferences() {
    views[0] = {render::Space::input, "", render::overlays_at_start(render::Space::input)};
    views[1] = {render::Space::output, "", render::overlays_at_start(render::Space::output)};
    for (size_t i = scene::first_lower_view; i < views.size(); ++i) views[i] = scene::lower_view_at_start(i);
}

std::string edited_key(const scene::LaunchSetup& source) { return source.experiment + "/" + source.variant; }

void remember(Preferences& preferences, const std::string& file) {
    std::erase(preferences.recent, file);
    preferences.recent.insert(preferences.recent.begin(), file);
    if (preferences.recent.size() > max_recent) preferences.recent.resize(max_recent);
}

std::string to_json(const Preferences& p) {
    Json json;
    json["theme"] = p.dark ? "dark" : "light";
    json["scale"] = p.scale;
    if (p.language) json["language"] = info(*p.language).code;
    if (p.figure_language) json["figure_language"] = info(*p.figure_language).code;
    json["figure_colours"] = color_names.at(static_cast<size_t>(p.figure_colors));
    json["panes"] = {{"launch", p.panes.launch},
                     {"inspector", p.panes.inspector},
                     {"drawer", p.panes.drawer},
                     {"split", p.panes.split},
                     {"rows", p.panes.rows},
                     {"launch_open", p.panes.launch_open},
                     {"inspector_open", p.panes.inspector_open},
                     {"drawer_open", p.panes.drawer_open},
                     {"both_upright", p.panes.both_upright}};
    if (p.panes.alone) json["panes"]["alone"] = view_names.at(*p.panes.alone);
    json["drawer_tall"] = p.drawer_tall;
    json["source_tall"] = p.source_tall;
    json["overlay_strength"] = p.strength;
    json["inputs"] = p.inputs;
    json["link_address"] = p.link_address;
    json["texts"] = Json::object();
    for (const auto& [kernel, text] : p.texts) // JSON requires UTF-8
        if (catalog::is_utf8(text))
            json["texts"][kernel] = text;
        else
            json["texts_base64"][kernel] = scene::to_base64(text);
    json["four_views"] = p.four;
    json["texts_newest"] = p.texts_newest;
    json["texts_brought"] = p.untrusted_texts;
    for (const auto& [kernel, origin] : p.texts_origin)
        json["texts_origin"][kernel] = {{"edited_at", origin.edited_at}, {"file", origin.file_digest}};
    if (!p.session.empty()) json["session"] = p.session;
    json["code_beside"] = beside_names.at(static_cast<size_t>(p.beside));
    json["only_surviving_branches"] = p.only_surviving_branches;
    json["reduced_motion"] = p.reduced_motion;
    json["tab"] = info(p.tab).name;
    if (!p.chart.empty()) json["chart"] = p.chart;
    if (!p.peaks.empty()) json["peaks"] = p.peaks;
    if (p.gpu) json["gpu"] = *p.gpu;
    for (const scene::View& view : p.views)
        json["views"].push_back({{"space", scene::name_of(view.space)},
                                 {"buffer", view.buffer},
                                 {"form", scene::name_of(view.form)},
                                 {"overlays", overlay_names(view.overlays)}});
    json["recent"] = p.recent;
    if (!p.trusted.empty()) json["trusted_programs"] = p.trusted;
    if (!p.checked_programs.empty()) json["checked_programs"] = p.checked_programs;
    json["window"] = {{"width", p.window.width}, {"height", p.window.height}, {"maximised", p.window.maximized}};
    if (p.last) json["last"] = setup_json(*p.last);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Preferences> from_json(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return fail(ErrorKind::failed, msg("the settings are not a JSON object"));
    Preferences p;
    p.dark = get<std::string>(json, "theme", "light") == "dark";
    p.scale = bounded(json, "scale", 0, min_scale, max_scale);
    p.language = language_of(get<std::string>(json, "language", ""));
    p.figure_colors =
        static_cast<FigureColors>(index_of_name(color_names, get<std::string>(json, "figure_colours", ""), 0));
    p.figure_language = language_of(get<std::string>(json, "figure_language", ""));
    p.strength = bounded(json, "overlay_strength", 1, min_strength, max_strength);
    p.drawer_tall = get(json, "drawer_tall", p.drawer_tall);
    p.source_tall = get(json, "source_tall", p.source_tall);
    const Json panes = member(json, "panes");
    p.panes.launch = bounded(panes, "launch", p.panes.launch, 50, 4000);
    p.panes.inspector = bounded(panes, "inspector", p.panes.inspector, 50, 4000);
    p.panes.drawer = bounded(panes, "drawer", p.panes.drawer, 0, 4000);
    p.panes.split = bounded(panes, "split", p.panes.split, 0.05f, 0.95f);
    p.panes.launch_open = get(panes, "launch_open", p.panes.launch_open);
    p.panes.inspector_open = get(panes, "inspector_open", p.panes.inspector_open);
    p.panes.drawer_open = get(panes, "drawer_open", p.panes.drawer_open);
    p.panes.both_upright = get(panes, "both_upright", p.panes.both_upright);
    const size_t alone = index_of_name(view_names, get<std::string>(panes, "alone", ""), view_names.size());
    if (alone < view_names.size()) p.panes.alone = alone;
    p.panes.rows = std::clamp(get(panes, "rows", p.panes.rows), 0.1f, 0.9f);
    const Json inputs = member(json, "inputs");
    for (const auto& [experiment, input] : inputs.items())
        if (input.is_string()) p.inputs[experiment] = input.get<std::string>();
    if (const auto address = get<std::string>(json, "link_address", ""); is_link_address(address))
        p.link_address = address;
    const Json texts = member(json, "texts");
    for (const auto& [kernel, text] : texts.items())
        if (text.is_string()) p.texts[kernel] = text.get<std::string>();
    const Json coded = member(json, "texts_base64");
    for (const auto& [kernel, text] : coded.items())
        if (text.is_string())
            if (auto bytes = scene::from_base64(text.get<std::string>())) p.texts[kernel] = std::move(*bytes);
    for (const Json& kernel : member(json, "texts_newest"))
        if (kernel.is_string() && p.texts.contains(kernel.get<std::string>()))
            p.texts_newest.push_back(kernel.get<std::string>());
    for (const auto& [kernel, text] : p.texts)
        if (std::ranges::find(p.texts_newest, kernel) == p.texts_newest.end()) p.texts_newest.push_back(kernel);
    for (const Json& kernel : member(json, "texts_brought"))
        if (kernel.is_string() && p.texts.contains(kernel.get<std::string>()))
            p.untrusted_texts.insert(kernel.get<std::string>());
    const Json origins = member(json, "texts_origin");
    for (const auto& [kernel, origin] : origins.items())
        if (p.texts.contains(kernel))
            p.texts_origin[kernel] = {get<int64_t>(origin, "edited_at", 0), get<std::string>(origin, "file", "")};
    for (const Json& word : member(json, "session"))
        if (word.is_string()) p.session.push_back(word.get<std::string>());
    p.beside = static_cast<CodeBeside>(
        index_of_name(beside_names, get<std::string>(json, "code_beside", ""), static_cast<size_t>(p.beside)));
    p.only_surviving_branches = get(json, "only_surviving_branches", false);
    p.four = get(json, "four_views", false);
    p.reduced_motion = get(json, "reduced_motion", false);
    p.tab = tab_from_name(get<std::string>(json, "tab", "")).value_or(Tab::source);
    p.chart = get<std::string>(json, "chart", "");
    p.peaks = get<std::string>(json, "peaks", "");
    if (const int gpu = get(json, "gpu", -1); gpu >= 0) p.gpu = gpu;
    const Json views = member(json, "views");
    for (size_t i = 0; views.is_array() && i < std::min(views.size(), p.views.size()); ++i) {
        const auto space = scene::named<scene::Space>(get<std::string>(views[i], "space", ""));
        p.views[i].space = space.value_or(p.views[i].space);
        p.views[i].form = scene::named<Form>(get<std::string>(views[i], "form", "automatic")).value_or(Form::automatic);
        p.views[i].buffer = get<std::string>(views[i], "buffer", "");
        if (const auto set = render::parse_overlays(get<std::string>(views[i], "overlays", "?")))
            p.views[i].overlays = *set;
    }
    for (const Json& file : member(json, "recent"))
        if (file.is_string() && p.recent.size() < max_recent) p.recent.push_back(file.get<std::string>());
    for (const Json& key : member(json, "trusted_programs"))
        if (key.is_string() && p.trusted.size() < max_trusted) p.trusted.push_back(key.get<std::string>());
    for (const Json& file : member(json, "checked_programs"))
        if (file.is_string() && p.checked_programs.size() < max_checked_programs)
            p.checked_programs.push_back(file.get<std::string>());
    const Json window = member(json, "window");
    const int width = get(window, "width", 0), height = get(window, "height", 0);
    if (width >= 320 && width <= 16384 && height >= 240 && height <= 16384) {
        p.window.width = width;
        p.window.height = height;
    }
    p.window.maximized = get(window, "maximised", false);
    p.last = setup_from(member(json, "last"));
    if (p.last)
        if (const auto text = p.texts.find(edited_key(*p.last)); text != p.texts.end()) p.last->text = text->second;
    return p;
}

std::filesystem::path preferences_file() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config != nullptr && *config == '/') return std::filesystem::path(config) / "warpscope" / "settings.json";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != 0) return std::filesystem::path(home) / ".config" / "warpscope" / "settings.json";
    return {};
}

Result<Preferences> load_preferences(const std::filesystem::path& file) {
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored)) return Preferences{};
    const auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    auto result = from_json(*text);
    if (!result)
        return fail(ErrorKind::failed, msg("{}: {}", file.string(), result.error().message),
                    msg("Warpscope starts with its defaults and replaces the file when it closes"));
    return result;
}

Result<void> save_preferences(const std::filesystem::path& file, const Preferences& preferences) {
    if (file.empty())
        return fail(ErrorKind::environment, msg("there is no home folder for the settings"),
                    msg("set HOME or XDG_CONFIG_HOME"));
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
        return fail(ErrorKind::environment,
                    msg("{} cannot be created: {}", file.parent_path().string(), error.message()));
    return exporting::write_file(file, to_json(preferences));
}

} // namespace warpscope::workbench
