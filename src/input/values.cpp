#include "input/values.hpp"

#include <charconv>
#include <fmt/format.h>

#include "base/parse_real.hpp"
#include "input/file_bytes.hpp"
#include "input/probe.hpp"

namespace warpscope::input {
namespace {

bool is_separator(char c) { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';'; }

Result<Bytes> parse_numbers(std::string_view text, const std::filesystem::path& file, const BufferLayout& layout) {
    Bytes bytes(layout.bytes());
    uint64_t count = 0;
    uint32_t line = 1;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
        if (is_separator(*at)) {
            line += *at == '\n';
            ++at;
            continue;
        }
        double value = 0;
        const auto [after, error] = parse_real(at, end, value);
        if (error != std::errc{} || (after != end && !is_separator(*after)))
            return fail_at({file.string(), line, 0},
                           msg("'{}' is not a number.", std::string_view(at, std::min<ptrdiff_t>(end - at, 20))));
        if (count < layout.elements()) store_element(bytes.data(), layout.type, count, value);
        ++count;
        at = after;
    }
    if (count != layout.elements())
        return fail(ErrorKind::failed, msg("{}: holds {} numbers; the buffer '{}' has {} elements.", file.string(),
                                           count, layout.name, layout.elements()));
    return bytes;
}

} // namespace

Result<HostBuffer> load_values(const std::filesystem::path& file, const BufferLayout& layout) {
    auto bytes = read_whole(file, max_file_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    HostBuffer out{layout, nullptr};
    if (file.extension() == ".csv") {
        auto parsed = parse_numbers({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file, layout);
        if (!parsed) return tl::unexpected(parsed.error());
        out.bytes = std::make_shared<const Bytes>(std::move(*parsed));
        return out;
    }
    if (bytes->size() != layout.bytes())
        return fail(ErrorKind::failed,
                    msg("{}: has {} bytes; the buffer '{}' needs {} ({} elements of {}).", file.string(), bytes->size(),
                        layout.name, layout.bytes(), layout.elements(), name_of(layout.type)));
    out.bytes = std::make_shared<const Bytes>(std::move(*bytes));
    return out;
}

} // namespace warpscope::input
