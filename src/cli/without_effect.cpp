#include "cli/without_effect.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.hpp"
#include "base/symbol_name.hpp"
#include "compile/compiler.hpp"
#include "gpu/contraction.hpp"
#include "gpu/executor.hpp"
#include "program/build.hpp"

namespace warpscope::cli {
namespace {

bool is_word(char c) { return is_identifier_char(c) || c == '.'; }

bool mentions(const catalog::Expression& text, const std::string& word) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
    }
    return false;
}

bool any_mentions(const std::vector<catalog::Expression>& texts, const std::string& word) {
    return std::ranges::any_of(texts, [&](const catalog::Expression& text) { return mentions(text, word); });
}

bool takes_extent(const catalog::Variant& variant, const std::string& extent) {
    return std::ranges::any_of(variant.launches,
                               [&](const catalog::LaunchSpec& launch) {
                                   return launch.block.empty() || any_mentions(launch.block, extent) ||
                                          any_mentions({launch.repeat, launch.rounds}, extent);
                               }) ||
           std::ranges::any_of(variant.buffers, [&](const catalog::BufferSpec& buffer) {
               return any_mentions({buffer.width, buffer.height, buffer.depth}, extent);
           });
}

std::string own_block_text(const catalog::Variant& variant) {
    std::vector<std::string> setters, blocks;
    for (const catalog::LaunchSpec& launch : variant.launches) {
        const std::string block = fmt::format("{}", fmt::join(launch.block, " x "));
        if (std::ranges::find(blocks, block) == blocks.end()) blocks.push_back(block);
        for (const catalog::Parameter& parameter : variant.parameters)
            if (any_mentions(launch.block, parameter.name) &&
                std::ranges::find(setters, parameter.name) == setters.end())
                setters.push_back(parameter.name);
    }
    std::string text = fmt::format("{} has blocks of its own, {}", variant.name, fmt::join(blocks, " and "));
    if (!setters.empty()) text += fmt::format("; --set {}=... changes them", fmt::join(setters, "=..., --set "));
    return text;
}

} // namespace

std::vector<std::string> source_options_without_effect(const std::filesystem::path& source, const std::string& name,
                                                       const std::vector<std::filesystem::path>& folders,
                                                       const std::vector<std::string>& macros) {
    std::vector<std::string> out;
    if (folders.empty() && macros.empty()) return out;
    const auto definitions = program::named_values(macros);
    std::string text = read_file(source).value_or("");
    const auto headers = compile::own_headers(source, folders, definitions).files;
    for (const std::filesystem::path& header : headers) text += read_file(header).value_or("");
    for (const std::filesystem::path& folder : folders) {
        const auto lies_there = [&](const std::filesystem::path& header) {
            const std::filesystem::path way = header.lexically_relative(folder.lexically_normal());
            return !way.empty() && *way.begin() != "..";
        };
        if (std::ranges::none_of(headers, lies_there))
            out.push_back(fmt::format("-I {}: {} includes nothing from there", folder.string(), name));
    }
    // Reports no macros: they may affect CUDA headers, and NDEBUG affects assert().
    if (text.find("#include <") != std::string::npos || text.find("assert") != std::string::npos) return out;
    for (const auto& [macro, value] : definitions)
        if (!mentions(text, macro)) out.push_back(fmt::format("-D {}: the name is not in {}", macro, name));
    return out;
}

bool source_options_take_effect(const catalog::Variant& variant, const TargetOptions& options) {
    const size_t all = options.include_folders.size() + options.definitions.size();
    if (all == 0 || variant.source.extension() == ".ptx") return false;
    // Assumes an effect on an edited text, whose includes are unknown.
    return !options.text.empty() ||
           source_options_without_effect(variant.source, variant.name,
                                         {options.include_folders.begin(), options.include_folders.end()},
                                         options.definitions)
                   .size() < all;
}

std::vector<std::string> without_effect(const catalog::Variant& variant, const TargetOptions& options) {
    std::vector<std::string> out;
    if (!options.block.empty()) {
        const Dim3 block = parse_block(options.block).value_or(Dim3{1, 1, 1});
        const std::array<std::pair<const char*, uint32_t>, 3> extents{
            {{"block.x", block.x}, {"block.y", block.y}, {"block.z", block.z}}};
        std::vector<std::string> unused;
        for (const auto& [name, extent] : extents)
            if (!takes_extent(variant, name) && (extent > 1 || name == extents[0].first)) unused.emplace_back(name);
        if (!takes_extent(variant, "block.x") && !takes_extent(variant, "block.y") && !takes_extent(variant, "block.z"))
            out.push_back(fmt::format("--block: {}", own_block_text(variant)));
        else if (!unused.empty())
            out.push_back(fmt::format("{} of --block: {}", fmt::join(unused, " and "), own_block_text(variant)));
    }
    if (!options.input.empty() && catalog::main_input(variant) == nullptr)
        out.push_back(fmt::format("--input: {} takes none", variant.name));
    if (variant.source.extension() == ".ptx") {
        if (options.compiler != "auto") out.push_back(fmt::format("--compiler: {} is PTX already", variant.name));
        if (!options.include_folders.empty() || !options.definitions.empty())
            out.push_back(fmt::format("-I and -D: {} is PTX already", variant.name));
    } else if (options.text.empty()) {
        const auto unused = source_options_without_effect(
            variant.source, variant.name, {options.include_folders.begin(), options.include_folders.end()},
            options.definitions);
        out.insert(out.end(), unused.begin(), unused.end());
    }
    if (gpu::contracts() &&
        (options.device == "emulator" || (options.device == "auto" && !gpu::executor().status().usable)))
        out.emplace_back("--contract: it applies to the GPU; the emulator rounds products and sums separately");
    return out;
}

void warn_without_effect(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) fmt::print(stderr, "note: without effect: {}\n", text);
}
void warn_without_effect(const catalog::Variant& variant, const TargetOptions& options) {
    warn_without_effect(without_effect(variant, options));
}
void warn_without_effect(const session::Request& request, const TargetOptions& options) {
    warn_without_effect(*request.experiment->find(request.variant), options);
}

Result<void> require_figure(const FigureOptions& options) {
    if (!options.file.empty()) return {};
    for (const auto& [option, value] : {std::pair("--overlay", !options.overlays.empty()),
                                        {"--focus", !options.focus.empty()},
                                        {"--size", !options.size.empty()},
                                        {"--theme", !options.theme.empty()},
                                        {"--title", !options.title.empty()},
                                        {"--caption", !options.caption.empty()},
                                        {"--large-legend", options.large_legend},
                                        {"--without-scene", options.without_scene}})
        if (value) return fail(ErrorKind::usage, fmt::format("{} needs a figure.", option), "add --figure FILE.png");
    return {};
}

} // namespace warpscope::cli
