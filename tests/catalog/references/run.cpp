#include "catalog/references/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "ptx/parser.hpp"

namespace warpscope::catalog::references {
namespace {

Result<Outcome> try_run(const Case& wanted, compile::CompilerChoice compiler) {
    const Experiment* experiment = shipped().find(wanted.experiment);
    const Variant* variant = experiment != nullptr ? experiment->find(wanted.variant) : nullptr;
    if (variant == nullptr) return fail(ErrorKind::usage, "there is no such variant");
    Settings settings = default_settings(*variant);
    if (wanted.block.x != 0) settings.block = wanted.block;
    for (const std::string& setting : wanted.settings)
        if (auto applied = apply_setting(*variant, settings, setting); !applied) return tl::unexpected(applied.error());

    Outcome out;
    if (const BufferSpec* main = main_input(*variant)) {
        const auto spec = input::parse_spec(wanted.input);
        if (!spec) return tl::unexpected(spec.error());
        auto made = input::make_input(*spec, main->type, main->channels);
        if (!made) return tl::unexpected(made.error());
        out.input = std::move(*made);
    }
    auto prepared = prepare(*variant, settings, out.input);
    if (!prepared) return tl::unexpected(prepared.error());
    out.prepared = std::move(*prepared);
    out.settings = std::move(settings);

    const auto program = build(*variant, out.prepared, compiler, wanted.optimization);
    if (!program) return tl::unexpected(program.error());
    metrics::MeasureOptions options;
    options.races = wanted.races || variant->races;
    options.launch.budget_per_warp = variant->budget.value_or(options.launch.budget_per_warp);
    auto measured = metrics::measure(*program, out.prepared.plan, options);
    if (!measured) return tl::unexpected(measured.error());
    out.measured = std::move(*measured);
    return out;
}

} // namespace

const Catalog& shipped() {
    static const Catalog catalog = load_catalog(std::string(WARPSCOPE_SOURCE_DIR) + "/cuda");
    return catalog;
}

Result<std::shared_ptr<const simt::Program>> build(const Variant& variant, const Prepared& prepared,
                                                   compile::CompilerChoice compiler, int optimization) {
    const auto source = read_source(variant);
    if (!source) return tl::unexpected(source.error());
    const auto compiled = compile::compile({.file = variant.source.string(),
                                            .source = *source,
                                            .defines = prepared.defines,
                                            .optimization = optimization,
                                            .compiler = compiler});
    if (!compiled) return tl::unexpected(compiled.error());
    auto module = ptx::parse(compiled->ptx, variant.source.string());
    if (!module) return tl::unexpected(module.error());
    return simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
}

std::string Case::text() const {
    return fmt::format("{}/{} {} block {}x{}x{} [{}] -O{}", experiment, variant, input, block.x, block.y, block.z,
                       fmt::join(settings, " "), optimization);
}

std::vector<simt::Finding> Outcome::findings() const {
    std::vector<simt::Finding> all;
    for (const auto& launch : measured->launches())
        all.insert(all.end(), launch.findings.begin(), launch.findings.end());
    return all;
}

std::vector<double> Outcome::values(const std::string& name) const {
    if (const auto other = replaced.find(name); other != replaced.end()) return other->second;
    for (uint32_t i = 0; i < prepared.plan.buffers.size(); ++i)
        if (prepared.plan.buffers[i].layout.name == name) return values_of(measured->buffer(i));
    ADD_FAILURE() << "there is no buffer " << name;
    return {};
}

std::vector<double> Outcome::initial(const std::string& name) const {
    for (const PlannedBuffer& buffer : prepared.plan.buffers)
        if (buffer.layout.name == name && buffer.initial != nullptr) return values_of({buffer.layout, buffer.initial});
    ADD_FAILURE() << "there is no buffer with contents " << name;
    return {};
}

std::vector<double> values_of(const HostBuffer& buffer) {
    std::vector<double> values(buffer.layout.elements());
    for (uint64_t i = 0; i < values.size(); ++i)
        values[i] = element_as_double(buffer.bytes->data(), buffer.layout.type, i);
    return values;
}

std::vector<compile::CompilerChoice> usable_compilers() {
    std::vector<compile::CompilerChoice> choices;
    for (const compile::CompilerStatus& status : compile::compilers())
        if (status.usable)
            choices.push_back(status.kind == compile::CompilerKind::nvrtc ? compile::CompilerChoice::nvrtc
                                                                          : compile::CompilerChoice::clang);
    return choices;
}

Outcome run(const Case& wanted, compile::CompilerChoice compiler) {
    auto result = try_run(wanted, compiler);
    if (result) return std::move(*result);
    ADD_FAILURE() << wanted.text() << ": " << result.error().text();
    return {};
}

} // namespace warpscope::catalog::references
