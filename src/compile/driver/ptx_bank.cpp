#include "compile/ptx_bank.hpp"

#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "compile/given_ptx.hpp"

namespace warpscope::compile {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 1;

struct Banks {
    std::mutex mutex;
    std::map<std::string, CompileResult, std::less<>> entries;
};

Banks& banks() {
    static Banks all;
    return all;
}

} // namespace

std::string bank_key(const CompileRequest& request) { return kernel_checksum(request) + (request.debug ? "-G" : ""); }

Result<void> write_bank(const std::filesystem::path& file, std::span<const BankEntry> entries) {
    Json kernels = Json::object();
    for (const BankEntry& entry : entries)
        kernels[entry.key] = {{"compiler", entry.result.compiler == CompilerKind::nvrtc ? "nvrtc" : "clang"},
                              {"compiler_name", entry.result.compiler_name},
                              {"instances", entry.result.instances},
                              {"ptx", without_folders(entry.result.ptx)}};
    return write_file(file, Json{{"version", format_version}, {"kernels", std::move(kernels)}}.dump());
}

Result<void> add_bank(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    return add_bank_text(*text, file);
}

Result<void> add_bank_text(std::string_view text, const std::filesystem::path& file) {
    try {
        const Json bank = Json::parse(text);
        if (bank.at("version") != format_version)
            return fail(ErrorKind::failed, msg("{} has another version.", file.string()),
                        msg("rewrite it with: warpscope bank FOLDER"));
        std::map<std::string, CompileResult, std::less<>> entries;
        for (const auto& [key, kernel] : bank.at("kernels").items()) {
            CompileResult result;
            result.ptx = kernel.at("ptx");
            result.compiler = kernel.at("compiler") == "nvrtc" ? CompilerKind::nvrtc : CompilerKind::clang;
            result.compiler_name = kernel.at("compiler_name");
            result.instances = kernel.at("instances");
            result.from_cache = true;
            entries.emplace(key, std::move(result));
        }
        const std::lock_guard lock(banks().mutex);
        banks().entries.merge(entries);
        return {};
    } catch (const Json::exception& error) {
        return fail(ErrorKind::failed, msg("{} is not a bank of PTX: {}", file.string(), error.what()),
                    msg("rewrite it with: warpscope bank FOLDER"));
    }
}

std::optional<CompileResult> find_in_banks(const CompileRequest& request) {
    const std::lock_guard lock(banks().mutex);
    const auto found = banks().entries.find(bank_key(request));
    return found == banks().entries.end() ? std::nullopt : std::optional(found->second);
}

} // namespace warpscope::compile
