#include "compile/source/readable_text.hpp"

#include <cstddef>

namespace warpscope::compile {
namespace {

constexpr size_t max_bytes = size_t{16} << 20; // compilers take minutes for larger texts

} // namespace

std::optional<Diagnostic> source_text_error(std::string_view source, const std::string& file) {
    const auto because = [&](Message message, Message hint) {
        return Diagnostic{ErrorKind::failed, std::move(message), {}, std::move(hint)};
    };
    if (source.size() > max_bytes)
        return because(msg("{} has {} bytes; at most {} are compiled.", file, source.size(), max_bytes),
                       msg("is this the right file? put data into a separate file that the program reads"));
    if (source.starts_with("\xFF\xFE") || source.starts_with("\xFE\xFF"))
        return because(msg("{} is UTF-16, which compilers cannot read.", file), msg("save it as UTF-8"));
    if (source.find('\0') != std::string_view::npos)
        return because(msg("{} is not text: it has NUL bytes.", file),
                       msg("is this the right file? kernels are CUDA C++ in UTF-8"));
    return std::nullopt;
}

} // namespace warpscope::compile
