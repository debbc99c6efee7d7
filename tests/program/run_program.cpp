#include "program/run_program.hpp"

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "base/devices/device_model.hpp"
#include "cli/cli.hpp"
#include "cli/target.hpp"
#include "program/host_compiler.hpp"

namespace warpscope {
namespace {

/// Redirects a standard stream to a file during its lifetime.
class Redirected {
public:
    Redirected(int stream, const std::string& file, int flags)
        : stream_(stream)
        , before_(dup(stream)) {
        const int opened = open(file.c_str(), flags, 0600);
        dup2(opened, stream);
        close(opened);
    }
    ~Redirected() {
        fflush(stdout);
        fflush(stderr);
        dup2(before_, stream_);
        close(before_);
    }
    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

private:
    int stream_, before_;
};

} // namespace

bool can_build_programs(const std::string& compiler) {
    const auto choice = cli::parse_compiler(compiler);
    return choice && program::find_host_compiler(*choice).has_value();
}

std::string read_text(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

ProgramRun run_program(const std::string& file, bool with_report, const std::vector<std::string>& arguments,
                       const std::string& input, const std::vector<std::string>& options) {
    std::vector<std::string> trailing_words = options;
    if (!arguments.empty()) trailing_words.emplace_back("--");
    trailing_words.insert(trailing_words.end(), arguments.begin(), arguments.end());
    return run_command({"run", std::string(WARPSCOPE_SOURCE_DIR) + "/tests/programs/" + file}, with_report,
                       trailing_words, input);
}

ProgramRun run_command(std::vector<std::string> words, bool with_report, const std::vector<std::string>& trailing_words,
                       const std::string& input) {
    std::string folder = (std::filesystem::temp_directory_path() / "program-test-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return {};
    std::ofstream(folder + "/in") << input;
    words.insert(words.begin(), "warpscope");
    if (with_report) words.insert(words.end(), {"--report", folder + "/report"});
    words.insert(words.end(), trailing_words.begin(), trailing_words.end());
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    ProgramRun run;
    std::fflush(nullptr); // flushes output of this process, which is not the program's
    {
        const Redirected in(0, folder + "/in", O_RDONLY), out(1, folder + "/out", O_WRONLY | O_CREAT),
            errors(2, folder + "/errors", O_WRONLY | O_CREAT);
        const cli::FigureMaker no_figures = [](const cli::FigureRequest&) -> Result<void> { return {}; };
        const cli::FilmMaker no_films = [](const cli::FilmRequest&) -> Result<void> { return {}; };
        run.status = cli::main(static_cast<int>(pointers.size()), pointers.data(),
                               {no_figures, no_films, [](cli::Renderer&, cli::Renderer&) {}, {}, {}, {}});
    }
    unsetenv(device_model_variable); // set by --model for this process
    run.output = read_text(folder + "/out");
    run.errors = read_text(folder + "/errors");
    if (with_report) run.report = nlohmann::json::parse(read_text(folder + "/report"), nullptr, false);
    std::filesystem::remove_all(folder);
    return run;
}

nlohmann::json only_finding(const ProgramRun& run, const std::string& kind) {
    nlohmann::json found;
    if (!run.report.is_object()) return found;
    for (const auto& finding : run.report["program"]["findings"]) {
        if (finding["kind"] != kind) continue;
        if (!found.is_null()) return {};
        found = finding;
    }
    return found;
}

} // namespace warpscope
