#include "ui/state/program/program_job.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "compile/compiler.hpp"

namespace warpscope::ui {

namespace {

/// Fails where the file is not what the user has seen.
Result<void> still_the_same(const RunWish& wish) {
    std::ifstream stream(wish.file, std::ios::binary);
    if (read_program(wish.file, std::string{std::istreambuf_iterator<char>(stream), {}}).hash == wish.hash) return {};
    return fail(ErrorKind::failed, fmt::format("{} has changed just now.", wish.file.filename().string()),
                "look at it, and run it again");
}

} // namespace

ReadProgram read_program(const std::filesystem::path& file, std::string source) {
    const uint64_t hash = fnv1a(source, compile::own_headers(file).hash);
    return {file, std::move(source), hash};
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

std::string trust_key(uint64_t hash) { return fmt::format("{:016x}", hash); }

Result<RunDone> build_and_run(const RunWish& wish, const std::filesystem::path& folder, LiveOutput& live,
                              const std::function<void()>& wake) {
    RunDone done;
    if (auto same = still_the_same(wish); !same) return tl::unexpected(same.error());
    auto built = program::build({{wish.file}, {}}, folder);
    if (!built) return tl::unexpected(built.error());
    if (auto same = still_the_same(wish); !same) return tl::unexpected(same.error()); // else another text was built
    done.built = std::move(*built);
    if (live.cancel) return fail(ErrorKind::cancelled, "Stopped before it ran.");
    program::RunRequest request{done.built.executable, wish.arguments, folder};
    request.checks = wish.checks;
    request.keep_bytes = wish.keep_bytes;
    request.keep_only = wish.only;
    request.working_folder = wish.file.parent_path();
    request.cancel = &live.cancel;
    auto told = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    request.output = [&](std::string_view text) {
        if (!wish.only) live.add(text); // run again, it says nothing new
        const auto now = std::chrono::steady_clock::now();
        if (now - told < std::chrono::milliseconds(50)) return;
        told = now;
        live.launches = program::launches_so_far(folder);
        if (wake) wake();
    };
    live.running = true;
    const auto ran = program::run(request);
    live.running = false;
    if (!ran) return tl::unexpected(ran.error());
    done.outcome = *ran;
    auto record = program::read_record(folder, done.built.executable, wish.file);
    if (!record) return tl::unexpected(record.error());
    done.record = std::move(*record);
    return done;
}

std::shared_ptr<const ProgramRun> summary_of(RunDone done, bool checked, uint64_t source_hash) {
    auto run = std::make_shared<ProgramRun>();
    run->findings = program::findings_of(done.record);
    if (done.outcome.exit_status != 0) // it has seen what failed
        std::erase_if(run->findings, [](const auto& finding) { return finding.kind == "unchecked_error"; });
    run->operations = std::move(done.record.operations);
    std::set<uint32_t> streams;
    for (size_t i = 0; i < run->operations.size(); ++i) {
        const program::Operation& operation = run->operations[i];
        if (operation.kind == program::Operation::Kind::launch) run->launches.push_back(i);
        if (operation.stream) streams.insert(*operation.stream);
    }
    run->streams.assign(streams.begin(), streams.end());
    for (const program::ProgramFinding& finding : run->findings)
        if (finding.launch && finding.is_error) run->faulty.insert(*finding.launch);
    run->launch_count = done.record.launch_count;
    run->exit_status = done.outcome.exit_status;
    run->signal = done.outcome.signal;
    run->cancelled = done.outcome.cancelled;
    run->checked = checked;
    run->build_ms = done.built.from_cache ? 0 : done.built.milliseconds;
    run->run_ms = done.outcome.milliseconds;
    run->compiler = done.built.compiler_name;
    run->source_hash = source_hash;
    return run;
}

std::string difference(const ProgramRun& run, const program::Record& again, uint32_t launch) {
    std::vector<const program::Operation*> others;
    for (const program::Operation& operation : again.operations)
        if (operation.kind == program::Operation::Kind::launch) others.push_back(&operation);
    for (uint32_t i = 0; i < launch && i < run.launches.size(); ++i) {
        const program::Operation& first = run.operations[run.launches[i]];
        if (i >= others.size() || others[i]->kernel != first.kernel || !(others[i]->grid == first.grid) ||
            !(others[i]->block == first.block))
            return fmt::format("Run again, the program did something else: launch {} is another one.", i + 1);
    }
    return {};
}

} // namespace warpscope::ui
