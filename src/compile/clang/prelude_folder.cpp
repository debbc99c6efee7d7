#include "compile/clang/prelude_folder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/process/cache_folder.hpp"
#include "base/process/subprocess.hpp"
#include "compile/prelude/embedded_headers.hpp"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

constexpr auto precompile_limit = std::chrono::seconds(60);
constexpr const char* whole_prelude = "prelude.cu";
constexpr const char* whole_prelude_text = "#include \"warpscope/language/warpscope_cuda.h\"\n";

/// Renames a complete file into place, so concurrent readers never see part of it.
Result<void> write_where_missing(const fs::path& file, std::string_view text) {
    std::error_code error;
    if (fs::file_size(file, error) == text.size() && !error) return {};
    const fs::path aside = fmt::format("{}.{}.part", file.string(), ::getpid());
    if (auto written = write_file(aside, text); !written) return written;
    fs::rename(aside, file, error);
    if (error) return fail(ErrorKind::environment, msg("{} cannot be written.", file.string()));
    return {};
}

std::string name_of_prelude() {
    uint64_t hash = fnv_offset;
    for (const PreludeHeader& header : prelude_headers()) hash = fnv1a(header.text, fnv1a(header.name, hash));
    for (const auto& [alias, stand_in] : header_aliases()) hash = fnv1a(stand_in, fnv1a(alias, hash));
    return fmt::format("{:016x}", hash);
}

void remove_old_preludes(const fs::path& folder) {
    constexpr size_t max = 3;
    std::error_code error;
    std::vector<std::pair<fs::file_time_type, fs::path>> others;
    for (const auto& entry : fs::directory_iterator(folder.parent_path(), error))
        if (entry.path() != folder) others.emplace_back(entry.last_write_time(error), entry.path());
    if (others.size() <= max) return;
    std::ranges::sort(others);
    others.resize(others.size() - max);
    for (const auto& [time, old] : others) fs::remove_all(old, error);
}

bool may_be_in_macro(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

const std::set<std::string, std::less<>>& words_of_conditions() {
    static const auto found = [] {
        std::set<std::string, std::less<>> words;
        for (const PreludeHeader& header : prelude_headers())
            for (size_t at = 0; at < header.text.size();) {
                const std::string_view line = header.text.substr(at, header.text.find('\n', at) - at);
                at += line.size() + 1;
                const size_t hash = line.find_first_not_of(" \t");
                if (hash == std::string_view::npos || line[hash] != '#') continue;
                if (line.find("if") == std::string_view::npos) continue;
                for (auto word = line.begin(); word != line.end();) {
                    const auto end = std::find_if_not(word, line.end(), may_be_in_macro);
                    if (end != word) words.emplace(word, end);
                    word = std::find_if(end, line.end(), may_be_in_macro);
                }
            }
        return words;
    }();
    return found;
}

} // namespace

Result<void> PreludeFolder::complete(const fs::path& folder) {
    for (const PreludeHeader& header : prelude_headers())
        if (auto written = write_where_missing(folder / "headers" / header.name, header.text); !written) return written;
    if (auto written = write_header_names(folder / "names", folder / "headers", {}); !written) return written;
    return write_where_missing(folder / whole_prelude, whole_prelude_text);
}

Result<PreludeFolder::Places> PreludeFolder::files() {
    const std::lock_guard lock(mutex_);
    std::error_code error;
    if (folder_.empty() || !fs::exists(folder_ / whole_prelude, error)) {
        const fs::path cache = cache_folder();
        folder_ = cache / "clang" / name_of_prelude();
        if (const bool is_new = !fs::exists(folder_, error); cache.empty() || !complete(folder_)) {
            auto temporary = TemporaryFolder::create();
            if (!temporary) return tl::unexpected(temporary.error());
            folder_ = temporary_.emplace(std::move(*temporary)).path();
            if (auto written = complete(folder_); !written) return tl::unexpected(written.error());
        } else if (is_new) {
            remove_old_preludes(folder_);
        }
    }
    return Places{folder_ / "headers", folder_ / "names"};
}

std::optional<fs::path> PreludeFolder::precompiled(const std::string& compiler, const std::vector<std::string>& command,
                                                   const std::atomic<bool>* cancel) {
    const std::lock_guard lock(mutex_);
    const fs::path file =
        folder_ / fmt::format("{:016x}.pch", fnv1a(fmt::format("{}\n{}", compiler, fmt::join(command, "\n"))));
    std::error_code error;
    if (rejected_.contains(file)) return std::nullopt;
    if (fs::exists(file, error)) return file;
    const fs::path aside = fmt::format("{}.{}.part", file.string(), ::getpid());
    std::vector<std::string> all = command;
    for (const std::string& option :
         {std::string("-isystem" + (folder_ / "names").string()),
          std::string("-isystem" + (folder_ / "headers").string()), std::string("-Xclang"), std::string("-emit-pch"),
          std::string("-Xclang"),
          // Time stamps do not matter, because a folder is named after a hash of its files.
          std::string("-fno-pch-timestamp"), std::string("-o"), aside.string(), (folder_ / whole_prelude).string()})
        all.push_back(option);
    const auto ran = run_process(all, precompile_limit, cancel);
    if (ran && ran->canceled) return std::nullopt;
    if (ran && ran->exit_status == 0) fs::rename(aside, file, error);
    if (ran && ran->exit_status == 0 && !error) return file;
    fs::remove(aside, error);
    rejected_.insert(file);
    return std::nullopt;
}

void PreludeFolder::reject(const fs::path& precompiled) {
    const std::lock_guard lock(mutex_);
    rejected_.insert(precompiled);
    std::error_code ignored;
    fs::remove(precompiled, ignored);
}

bool prelude_depends_on(const std::vector<std::pair<std::string, std::string>>& defines) {
    return std::ranges::any_of(defines, [](const auto& define) {
        return words_of_conditions().contains(std::string_view(define.first).substr(0, define.first.find('(')));
    });
}

Result<void> write_header_names(const fs::path& folder, const fs::path& headers, const std::set<std::string>& own) {
    for (const auto& [alias, stand_in] : header_aliases()) {
        if (is_empty_header(stand_in) && own.contains(std::string(alias))) continue;
        const fs::path file = folder / alias;
        fs::path header = headers / stand_in;
        // Relative paths stay valid if the common parent moves.
        if (folder.parent_path() == headers.parent_path()) header = header.lexically_relative(file.parent_path());
        const std::string text = fmt::format("#include \"{}\"\n", header.string());
        if (auto written = write_where_missing(file, text); !written) return written;
    }
    return {};
}

} // namespace warpscope::compile
