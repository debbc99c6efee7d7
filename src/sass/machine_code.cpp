#include "sass/machine_code.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "base/process/toolkit_program.hpp"

namespace warpscope::sass {
namespace {

constexpr std::chrono::seconds time_limit{60};

std::string find_ptxas() { return find_toolkit_program("ptxas", "WARPSCOPE_PTXAS"); }
std::string find_nvdisasm() { return find_toolkit_program("nvdisasm", "WARPSCOPE_NVDISASM"); }

/// Returns "sm_90", or "sm_90a" or "sm_90f" if the PTX requires it.
std::string target_for(const std::string& ptx, uint32_t capability) {
    const std::string name = fmt::format("sm_{}", capability);
    const size_t at = ptx.find(".target");
    const size_t end = ptx.find('\n', at);
    if (at == std::string::npos) return name;
    const std::string_view line = std::string_view(ptx).substr(at, end == std::string::npos ? end : end - at);
    for (const char suffix : {'a', 'f'})
        if (line.find(name + suffix) != std::string_view::npos) return name + suffix;
    return name;
}

Result<std::string> run_tool(const std::vector<std::string>& command, const std::string& name,
                             const std::atomic<bool>* cancel) {
    auto ran = run_process(command, time_limit, cancel);
    if (!ran) return tl::unexpected(ran.error());
    if (ran->canceled) return fail(ErrorKind::canceled, msg("Canceled."));
    if (ran->timed_out)
        return fail(ErrorKind::failed, msg("{} did not end within {} s and was stopped.", name, time_limit.count()));
    if (ran->exit_status != 0)
        return fail(ErrorKind::failed,
                    msg("{} ended with status {}.", name, ran->exit_status).with_log(std::move(ran->output)));
    return std::move(ran->output);
}

} // namespace

std::string MachineCode::device() const { return fmt::format("sm_{}", capability); }

Result<void> find_tools() {
    for (const auto& [name, path] : {std::pair{"ptxas", find_ptxas()}, std::pair{"nvdisasm", find_nvdisasm()}})
        if (path.empty()) return tl::unexpected(missing_tool(name));
    return {};
}

Diagnostic missing_tool(const std::string& name) {
    return fail(ErrorKind::environment,
                msg("Machine code needs {} from the CUDA Toolkit, which was not found. Install the CUDA Toolkit, or "
                    "set WARPSCOPE_PTXAS and WARPSCOPE_NVDISASM to the programs.",
                    name))
        .value();
}

Result<MachineCode> make_machine_code(const std::string& ptx, uint32_t capability, const std::atomic<bool>* cancel) {
    if (auto found = find_tools(); !found) return tl::unexpected(found.error());
    auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    if (auto written = folder->write("kernels.ptx", ptx); !written) return tl::unexpected(written.error());
    const std::string source = (folder->path() / "kernels.ptx").string();
    const std::string binary = (folder->path() / "kernels.cubin").string();
    const auto log =
        run_tool({find_ptxas(), "-lineinfo", "-v", "-arch=" + target_for(ptx, capability), "-o", binary, source},
                 "ptxas", cancel);
    if (!log) return tl::unexpected(log.error());
    // -gi: source lines with inlined calls; -gp: PTX lines.
    const auto text = run_tool({find_nvdisasm(), "-c", "-gi", "-gp", binary}, "nvdisasm", cancel);
    if (!text) return tl::unexpected(text.error());
    auto listing = parse_listing(*text);
    if (!listing) return tl::unexpected(listing.error());
    return MachineCode{capability, std::move(*listing), parse_resources(*log)};
}

} // namespace warpscope::sass
