#include "app/build_options.hpp"

#include "program/linkage.hpp"
#include "ui/workbench.hpp"
#include "workbench/program/program_job.hpp"

namespace warpscope::app {

Result<void> check_build_options(const Options& options) {
    const bool built = program::is_executable(options.program);
    const bool compiled = !options.experiment.empty() || (!options.program.empty() && !built);
    if (!compiled && (!options.include_folders.empty() || !options.definitions.empty()))
        return fail(ErrorKind::usage, msg("-I and -D apply to source files."),
                    built ? msg("the program is built already") : msg("name one, or an experiment"));
    if (!options.sources.empty() && (options.program.empty() || built))
        return fail(ErrorKind::usage, msg("--with adds a source file to a program."),
                    built ? msg("the program is built already")
                          : msg("name its .cu file; one of its files has main()"));
    return {};
}

Result<std::string> build_words(const Options& options) {
    std::vector<std::string> words;
    std::error_code ignored;
    for (const std::string& folder : options.include_folders)
        words.push_back("-I" + std::filesystem::absolute(folder, ignored).string());
    for (const std::string& definition : options.definitions) words.push_back("-D" + definition);
    for (const std::string& source : options.sources)
        words.push_back(std::filesystem::absolute(source, ignored).string());
    std::string all;
    for (const std::string& word : words) {
        const auto typed = ui::typed_word(word);
        if (!typed) return typed;
        all += (all.empty() ? "" : " ") + *typed;
    }
    return all;
}

} // namespace warpscope::app
