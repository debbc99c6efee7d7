#include "workbench/program/program_job.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "language/tr.hpp"
#include "program/linkage.hpp"

namespace warpscope::workbench {

namespace {

Result<void> still_the_same(const ProgramRequest& program_request) {
    const auto now = program_request.is_built ? Result<std::string>(read_built_program(program_request.file).digest)
                                              : program::digest_of(program_request.build);
    if (now && *now == program_request.digest) return {};
    return fail(ErrorKind::failed, msg("{} has just changed.", program_request.file.filename().string()),
                msg("check it, and run it again"));
}

} // namespace

ReadProgram read_program(const std::filesystem::path& file, std::string source, const std::string& build_words) {
    ReadProgram read;
    read.file = file;
    read.build_words = build_words;
    read.source = std::move(source);
    auto build = program::build_request(file, words_of(build_words));
    const auto digest = build ? program::digest_of(*build, &read.source) : tl::unexpected(build.error());
    if (digest) {
        read.build = std::move(*build);
        read.digest = *digest;
    } else {
        read.problem = digest.error();
    }
    return read;
}

ReadProgram read_built_program(const std::filesystem::path& file) {
    ReadProgram read;
    read.file = file;
    read.is_built = true;
    if (const auto found = program::find_program(file.string()); !found) read.problem = found.error();
    read.digest = sha256(read_file(file).value_or(""));
    return read;
}

std::optional<ReadProgram> read_program_file(const std::filesystem::path& file, const std::string& build_words) {
    if (program::is_executable(file)) return read_built_program(file);
    auto text = read_file(file);
    if (!text) return std::nullopt; // may be missing briefly
    return read_program(file, std::move(*text), build_words);
}

std::vector<std::string> words_of(std::string_view typed) {
    std::vector<std::string> words;
    char quote = 0;
    bool inside = false;
    for (const char c : typed) {
        if (quote == 0 && (c == ' ' || c == '\t')) {
            inside = false;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (c == quote)
            quote = 0;
        else if (quote == 0 && (c == '"' || c == '\''))
            quote = c;
        else
            words.back() += c;
    }
    return words;
}

Result<std::string> typed_word(const std::string& word) {
    const char quote = word.find('"') == std::string::npos ? '"' : '\'';
    if (word.find(quote) != std::string::npos)
        return fail(ErrorKind::usage, msg("{} has quotes of both kinds.", word), msg("use only one kind"));
    return quote + word + quote;
}

Result<RunDone> build_and_run(const ProgramRequest& program_request, const std::filesystem::path& folder,
                              ProgramOutput& live, const std::function<void()>& wake) {
    RunDone done;
    if (live.cancel) return fail(ErrorKind::canceled, msg("Stopped before it was built."));
    if (auto same = still_the_same(program_request); !same) return tl::unexpected(same.error());
    if (program_request.is_built) {
        if (const auto found = program::find_program(program_request.file.string()); !found)
            return tl::unexpected(found.error());
        done.built.executable = program_request.file;
    } else {
        program::BuildRequest request = program_request.build;
        request.cancel = &live.cancel;
        auto built = program::build(request, folder);
        if (!built) return tl::unexpected(built.error());
        if (auto same = still_the_same(program_request); !same) return tl::unexpected(same.error());
        done.built = std::move(*built);
    }
    if (live.cancel) return fail(ErrorKind::canceled, msg("Stopped before it ran."));
    program::RunRequest request{done.built.executable, program_request.arguments, folder};
    request.checks = program_request.checks;
    request.keep_bytes = program_request.keep_bytes;
    request.keep_only = program_request.only;
    request.working_folder = program_request.file.parent_path();
    request.name = program::program_name(program_request.file.filename());
    request.cancel = &live.cancel;
    auto last_report = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    request.output = [&](std::string_view text) {
        if (!program_request.only) live.add(text); // a rerun for one launch prints the same text
        const auto now = std::chrono::steady_clock::now();
        if (now - last_report < std::chrono::milliseconds(50)) return;
        last_report = now;
        live.launches = program::launches_so_far(folder);
        if (wake) wake();
    };
    live.running = true;
    const auto ran = program::run(request);
    live.running = false;
    if (!ran) return tl::unexpected(ran.error());
    done.outcome = *ran;
    auto record =
        program::read_record(folder, done.built.executable,
                             program_request.is_built ? std::filesystem::path() : program_request.file, &live.abandon);
    if (!record) return tl::unexpected(record.error());
    done.record = std::move(*record);
    return done;
}

std::shared_ptr<const ProgramRun> summary_of(RunDone done, const ProgramRequest& program_request) {
    auto run = std::make_shared<ProgramRun>();
    run->findings = program::findings_of(done.record);
    if (done.outcome.exit_status != 0) // the exit status shows that the program noticed an error
        std::erase_if(run->findings, [](const auto& finding) { return finding.kind == "unchecked_error"; });
    run->operations = std::move(done.record.operations);
    std::set<uint32_t> streams;
    for (size_t i = 0; i < run->operations.size(); ++i) {
        const program::Operation& operation = run->operations[i];
        if (operation.kind == program::Operation::Kind::launch) run->launches.push_back(i);
        if (operation.stream) streams.insert(*operation.stream);
    }
    run->streams.assign(streams.begin(), streams.end());
    run->launch_count = done.record.launch_count;
    run->exit_status = done.outcome.exit_status;
    run->signal = done.outcome.signal;
    run->canceled = done.outcome.canceled;
    run->checked = program_request.checks;
    run->build_ms = done.built.from_cache ? 0 : done.built.milliseconds;
    run->run_ms = done.outcome.milliseconds;
    run->compiler = done.built.compiler_name;
    run->digest = program_request.digest;
    run->text_file = program_request.file;
    if (program_request.is_built && !run->launches.empty()) {
        run->text_file = run->operations[run->launches.front()].where.file;
        if (auto text = read_file(run->text_file)) run->text = std::make_shared<const std::string>(std::move(*text));
    }
    for (const program::ProgramFinding& finding : run->findings) {
        if (!finding.is_error) continue;
        ++run->error_count;
        if (finding.launch) ++run->faulty[*finding.launch];
        if (std::filesystem::path(finding.where.file).filename() == run->text_file.filename())
            run->found_lines.insert(finding.where.line);
    }
    return run;
}

} // namespace warpscope::workbench
