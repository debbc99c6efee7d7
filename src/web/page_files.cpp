#include "web/page_files.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include "base/files.hpp"
#include "compile/ptx_bank.hpp"

namespace warpscope::web {

Result<void> load_bank(const std::string& experiment) {
    const std::string file = fmt::format("{}/{}.json.zst", bank_folder, experiment);
    const auto packed = read_file(file);
    if (!packed) return tl::unexpected(packed.error());
    const auto damaged = [&] { return fail(ErrorKind::environment, msg("{} is damaged.", file)); };
    const auto bytes = ZSTD_getFrameContentSize(packed->data(), packed->size());
    if (bytes == ZSTD_CONTENTSIZE_ERROR || bytes == ZSTD_CONTENTSIZE_UNKNOWN) return damaged();
    std::string text(static_cast<size_t>(bytes), '\0');
    const size_t read = ZSTD_decompress(text.data(), text.size(), packed->data(), packed->size());
    if (ZSTD_isError(read) != 0 || read != text.size()) return damaged();
    return compile::add_bank_text(text, file);
}

} // namespace warpscope::web
