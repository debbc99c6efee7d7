#include "scene/measured_file.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "catalog/text/toml_writer.hpp"
#include "language/tr.hpp"
#include "scene/base64.hpp"
#include "scene/compression.hpp"
#include "scene/names.hpp"

namespace warpscope::scene {
namespace {

using catalog::TableReader;
using catalog::toml_number;
using catalog::toml_string;

constexpr size_t readable_ptx = 4096;                           // bytes; longer PTX is compressed
constexpr size_t longest_title = 1000, longest_caption = 20000; // bytes

bool is_readable(const std::string& ptx, PtxForm form) {
    return (form == PtxForm::readable || ptx.size() <= readable_ptx) && catalog::fits_toml_lines(ptx);
}

std::string ptx_lines(const compile::GivenPtx& given, PtxForm form) {
    const std::string text = is_readable(given.ptx, form)
                                 ? "ptx_text = " + catalog::toml_lines(given.ptx)
                                 : "ptx_zstd = \"\"\"\n" + to_base64(compress(given.ptx)) + "\"\"\"";
    return fmt::format("kernel = {}\n{}\n", toml_string(given.kernel), text);
}

std::optional<std::string> read_ptx(TableReader& reader, const std::string& checksum) {
    auto text = reader.text("ptx_text");
    if (const auto base64 = reader.text("ptx_zstd"); base64 && !text) {
        const auto bytes = base64->size() > 2 * largest_packed_ptx ? std::nullopt : from_base64(*base64);
        if (bytes) text = decompress(*bytes, largest_carried_ptx);
        if (!text) text.emplace(); // fails the checksum below
    }
    if (!text || checksum_of(*text) == checksum) return text;
    reader.problem(reader.has("ptx_text") ? "ptx_text" : "ptx_zstd", msg("the PTX in the scene is damaged."),
                   msg("get the scene again; without 'kernel' and the PTX, its kernel is recompiled"));
    return std::nullopt;
}

} // namespace

std::string checksum_of(const std::string& ptx) { return fmt::format("{:016x}", fnv1a(ptx)); }

bool can_carry(const std::string& ptx) {
    if (is_readable(ptx, PtxForm::short_readable)) return true;
    if (ptx.size() > largest_carried_ptx) return false;
    const size_t size = compress(ptx).size();
    return size > 0 && size <= largest_packed_ptx;
}

std::string measured_table(const Measured& measured, const std::string& name, PtxForm form) {
    if (measured.empty()) return {};
    std::string out = fmt::format("\n[{}]\ncompiler = {}\nptx = {}\n", name, toml_string(measured.compiler),
                                  toml_string(measured.ptx));
    if (measured.given) {
        out += ptx_lines(*measured.given, form);
        if (!measured.given->instances.empty()) out += fmt::format("\n[{}.instances]\n", name);
        for (const auto& [instance, symbol] : measured.given->instances)
            out += fmt::format("{} = {}\n", toml_string(instance), toml_string(symbol));
    }
    if (measured.numbers.empty()) return out;
    out += fmt::format("\n[{}.numbers]\n", name);
    for (const auto& [number, value] : measured.numbers)
        out += fmt::format("{} = {}\n", toml_string(number), toml_number(value));
    return out;
}

Measured read_measured(const toml::table& table, const std::string& name, catalog::Problems& problems) {
    TableReader reader(table, problems, name);
    Measured out;
    out.compiler = reader.text("compiler").value_or("");
    out.ptx = reader.text("ptx").value_or("");
    const auto kernel = reader.text("kernel");
    const auto text = read_ptx(reader, out.ptx);
    if (kernel && text) out.given = compile::GivenPtx{*text, out.compiler, *kernel, {}};
    if (const toml::table* instances = reader.table("instances")) {
        TableReader all(*instances, problems, name + ".instances");
        for (const auto& [instance, symbol] : *instances)
            if (const auto is = all.text(instance.str()); is && out.given)
                out.given->instances[std::string(instance.str())] = *is;
    }
    if (const toml::table* numbers = reader.table("numbers")) {
        TableReader all(*numbers, problems, name + ".numbers");
        for (const auto& [number, value] : *numbers)
            if (const auto is = all.number(number.str())) out.numbers[std::string(number.str())] = *is;
    }
    reader.finish();
    return out;
}

std::string figure_table(const FigureLook& figure) {
    std::string out = fmt::format("\n[figure]\nshows = \"{}\"\n", name_of(figure.shows));
    const auto words = [&](std::string_view key, const std::string& text) {
        if (!text.empty()) out += fmt::format("{} = {}\n", key, toml_string(text));
    };
    if (figure.shows == Shows::view) out += fmt::format("view = {}\n", figure.view);
    if (figure.launch) out += fmt::format("launch = {}\n", *figure.launch);
    words("array", figure.array);
    words("peaks", figure.peaks);
    words("title", figure.title);
    words("caption", figure.caption);
    if (figure.large_legend) out += "large_legend = true\n";
    if (figure.dark) out += "dark = true\n";
    if (figure.width > 0) out += fmt::format("size = [{}, {}]\n", figure.width, figure.height);
    return out;
}

FigureLook read_figure(const toml::table& table, catalog::Problems& problems) {
    TableReader reader(table, problems, "figure");
    FigureLook out;
    const std::string shows = reader.required_text("shows");
    if (const auto known = named<Shows>(shows))
        out.shows = *known;
    else if (!shows.empty())
        reader.problem("shows", msg("'{}' cannot be shown in a figure.", shows));
    const auto words = [&](std::string_view key, size_t longest) {
        std::string text = reader.text(key).value_or("");
        if (text.size() > longest) reader.problem(key, msg("'{}' has more than {} bytes.", key, longest));
        return text;
    };
    out.view = static_cast<uint32_t>(reader.whole("view", 0, 3).value_or(0));
    if (const auto launch = reader.whole("launch", 0, INT32_MAX)) out.launch = static_cast<uint32_t>(*launch);
    out.array = words("array", longest_title);
    out.peaks = words("peaks", longest_title);
    out.title = words("title", longest_title);
    out.caption = words("caption", longest_caption);
    out.large_legend = reader.flag("large_legend").value_or(false);
    out.dark = reader.flag("dark").value_or(false);
    if (const auto size = reader.numbers("size")) {
        const auto is_side = [](double side) { return side >= 1 && side <= largest_side && side == std::floor(side); };
        if (size->size() == 2 && is_side((*size)[0]) && is_side((*size)[1])) {
            out.width = static_cast<uint32_t>((*size)[0]);
            out.height = static_cast<uint32_t>((*size)[1]);
        } else {
            reader.problem("size", msg("'size' takes two whole numbers from 1 to {}.", largest_side));
        }
    }
    reader.finish();
    return out;
}

} // namespace warpscope::scene
