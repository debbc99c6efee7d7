// The engine for Node.js: emulates a course experiment with PTX from a bank (compile/ptx_bank.hpp) and prints its
// report. CI compares it with the native program's.
//
// Usage: node warpscope_engine.js CUDA_FOLDER BANK_FOLDER PICTURE NAME/VARIANT
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "catalog/experiment.hpp"
#include "compile/ptx_bank.hpp"
#include "export/report.hpp"
#include "session/session.hpp"

namespace warpscope {
namespace {

Result<void> print_report(const std::filesystem::path& cuda, const std::filesystem::path& banks,
                          const std::string& picture, std::string_view target) {
    const size_t slash = target.find('/');
    const std::string name(target.substr(0, slash));
    auto experiment = catalog::load_experiment(cuda / name / "experiment.toml");
    if (!experiment) return tl::unexpected(experiment.error());
    if (auto added = compile::add_bank(banks / (name + ".json")); !added) return added;

    session::Request request;
    request.variant = slash == target.npos ? "" : target.substr(slash + 1);
    const catalog::Variant* const variant = experiment->find(request.variant);
    if (variant == nullptr) return fail(ErrorKind::usage, msg("There is no variant '{}'.", target));
    request.settings = catalog::default_settings(*variant);
    auto input = catalog::default_input(*experiment, *variant, picture);
    if (!input) return tl::unexpected(input.error());
    request.input = std::move(*input);
    request.device = session::DeviceChoice::emulator;
    request.experiment = std::make_shared<const catalog::Experiment>(std::move(*experiment));

    session::RunOptions options;
    options.workers = 1;
    const auto result = session::run(request, options);
    if (!result) return tl::unexpected(result.error());
    fmt::print("{}\n", exporting::report(**result).dump(2));
    return {};
}

} // namespace
} // namespace warpscope

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("usage: warpscope_engine CUDA_FOLDER BANK_FOLDER PICTURE NAME/VARIANT\n", stderr);
        return 2;
    }
    if (const auto printed = warpscope::print_report(argv[1], argv[2], argv[3], argv[4]); !printed) {
        fmt::print(stderr, "{}\n", printed.error().text());
        return 1;
    }
    return 0;
}
