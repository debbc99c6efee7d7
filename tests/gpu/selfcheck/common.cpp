#include "gpu/selfcheck/common.hpp"

#include <algorithm>
#include <cstdio>

namespace warpscope::selfcheck {

void Report::section(std::string_view title) {
    fmt::print("\n## {}\n", title);
    std::fflush(stdout);
}

bool Report::check(bool passed, std::string_view what) {
    ++checks_;
    if (!passed) {
        ++failures_;
        fmt::print("FAILED: {}\n", what);
        std::fflush(stdout);
    }
    return passed;
}

void Report::note(std::string_view text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);
}

int Report::finish() const {
    fmt::print("\n{} checks, {} failed\n", checks_, failures_);
    return failures_ == 0 && checks_ > 0 ? 0 : 1;
}

Result<session::RunResult> make_run(const catalog::Catalog& catalog, const RunRequest& request) {
    const catalog::Experiment* experiment = catalog.find(request.experiment);
    if (!experiment)
        return fail(ErrorKind::environment, fmt::format("There is no experiment '{}'.", request.experiment),
                    "set WARPSCOPE_CUDA_DIR to the folder cuda of the source tree");
    session::RunResult run;
    run.request.experiment = std::make_shared<const catalog::Experiment>(*experiment);
    run.request.variant = request.variant;
    const catalog::Variant& variant = run.variant();
    run.request.settings = catalog::default_settings(variant);
    if (request.block.x != 0) run.request.settings.block = request.block;
    for (const auto& [name, value] : request.values) run.request.settings.values[name] = value;
    if (request.radius >= 0) run.request.settings.values["radius"] = request.radius;

    if (const catalog::BufferSpec* main_input = catalog::main_input(variant)) {
        auto spec = request.input.empty() ? catalog::default_input(*experiment, catalog::default_picture().string())
                                          : input::parse_spec(request.input);
        if (!spec) return tl::unexpected(spec.error());
        run.request.input = *spec;
        auto input = input::make_input(*spec, main_input->type, main_input->channels);
        if (!input) return tl::unexpected(input.error());
        run.input = std::move(*input);
    }
    auto prepared = catalog::prepare(variant, run.request.settings, run.input);
    if (!prepared) return tl::unexpected(prepared.error());
    run.prepared = std::move(*prepared);

    auto source = catalog::read_source(variant);
    if (!source) return tl::unexpected(source.error());
    compile::CompileRequest compile_request;
    compile_request.file = variant.source.filename().string();
    compile_request.source = *source;
    compile_request.defines = run.prepared.defines;
    auto compiled = compile::compile(compile_request);
    if (!compiled) return tl::unexpected(compiled.error());
    run.compiled = std::move(*compiled);
    return run;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string spread(std::vector<double> milliseconds) {
    const auto [min, max] = std::minmax_element(milliseconds.begin(), milliseconds.end());
    return fmt::format("{:.4f} ms ({:.4f} to {:.4f}, {} times)", median(milliseconds), *min, *max, milliseconds.size());
}

} // namespace warpscope::selfcheck
