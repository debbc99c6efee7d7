#include "web/page_files.hpp"

#include <filesystem>
#include <system_error>

#include <zstd.h>

#include "base/files.hpp"
#include "compile/ptx_bank.hpp"

namespace warpscope::web {

namespace {

Result<void> load_bank(const std::filesystem::path& file) {
    const auto packed = read_file(file);
    if (!packed) return tl::unexpected(packed.error());
    const auto damaged = [&] { return fail(ErrorKind::environment, msg("{} is damaged.", file.string())); };
    const auto bytes = ZSTD_getFrameContentSize(packed->data(), packed->size());
    if (bytes == ZSTD_CONTENTSIZE_ERROR || bytes == ZSTD_CONTENTSIZE_UNKNOWN) return damaged();
    std::string text(static_cast<size_t>(bytes), '\0');
    const size_t read = ZSTD_decompress(text.data(), text.size(), packed->data(), packed->size());
    if (ZSTD_isError(read) != 0 || read != text.size()) return damaged();
    return compile::add_bank_text(text, file);
}

} // namespace

Result<void> load_banks() {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(bank_folder, ignored))
        if (auto added = load_bank(entry.path()); !added) return added;
    return {};
}

} // namespace warpscope::web
