#include <fmt/format.h>

#include "base/process/cache_folder.hpp"
#include "cli/commands.hpp"

namespace warpscope::cli {
namespace {

double megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

void print_parts() {
    const std::vector<CachePart> parts = cache_parts();
    uint64_t files = 0, bytes = 0;
    fmt::print("{}\n", cache_folder().string());
    for (const CachePart& part : parts) {
        fmt::print("  {:16} {:8} files {:10.1f} MB\n", part.name, part.files, megabytes(part.bytes));
        files += part.files;
        bytes += part.bytes;
    }
    fmt::print("  {:16} {:8} files {:10.1f} MB\n", "total", files, megabytes(bytes));
}

} // namespace

void add_cache(CLI::App& app, int& status) {
    auto clear = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("cache", "Shows what the cache holds, or empties it.");
    command->add_flag("--clear", *clear, "removes everything that the cache holds");
    command->callback([clear, &status] {
        if (cache_folder().empty()) {
            status = report_failure(
                {ErrorKind::environment, "There is no cache.", {}, "set HOME or XDG_CACHE_HOME to an absolute path"});
            return;
        }
        if (*clear)
            if (const auto emptied = empty_cache(); !emptied) {
                status = report_failure(emptied.error());
                return;
            }
        print_parts();
    });
}

} // namespace warpscope::cli
