#include "scene/compression.hpp"

#include <memory>

#include <zstd.h>

namespace warpscope::scene {

std::string compress(std::string_view text) {
    constexpr int level = 19;
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context) return {};
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string out(ZSTD_compressBound(text.size()), '\0');
    const size_t size = ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size());
    if (ZSTD_isError(size) != 0) return {};
    out.resize(size);
    return out;
}

std::optional<std::string> decompress(std::string_view bytes, uint64_t max) {
    const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    // compress() always stores the size.
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > max) return std::nullopt;
    std::string text(static_cast<size_t>(size), '\0');
    const size_t got = ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size());
    return got == size ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace warpscope::scene
