#include "compile/given_ptx.hpp"

#include <fmt/format.h>

#include "base/hash.hpp"
#include "compile/output/ptx_file_names.hpp"
#include "compile/text_headers.hpp"

namespace warpscope::compile {

std::string kernel_checksum(const CompileRequest& request) {
    uint64_t hash = fnv1a(request.source);
    const auto add = [&](std::string_view text) { hash = fnv1a("\n", fnv1a(text, hash)); };
    const std::filesystem::path kernel = request.folder / request.file;
    add(fmt::format("{}", own_headers_of_text(request.source, kernel, request.include_folders, request.defines).hash));
    add(request.arch);
    for (const auto& [name, value] : request.defines) add(name + "=" + value);
    for (const std::string& instance : request.instances) add(instance);
    return fmt::format("{:016x}", hash);
}

std::string without_folders(std::string ptx) {
    return with_file_names(std::move(ptx), [](std::string_view path) {
        return path.starts_with('/') ? std::filesystem::path(path).filename().string() : std::string(path);
    });
}

} // namespace warpscope::compile
