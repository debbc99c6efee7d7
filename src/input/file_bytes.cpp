#include "input/file_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace warpscope::input {
namespace {

Result<uint64_t> size_of_regular_file(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
        return fail(ErrorKind::environment, msg("{}: there is no such file.", file.string()));
    if (error) return fail(ErrorKind::environment, msg("{}: cannot be read: {}.", file.string(), error.message()));
    if (status.type() == std::filesystem::file_type::directory)
        return fail(ErrorKind::environment, msg("{}: is a folder, not a file.", file.string()));
    if (status.type() != std::filesystem::file_type::regular)
        return fail(ErrorKind::environment, msg("{}: is not a regular file.", file.string()));
    const uint64_t size = std::filesystem::file_size(file, error);
    if (error) return fail(ErrorKind::environment, msg("{}: cannot be read: {}.", file.string(), error.message()));
    return size;
}

Result<Bytes> read_bytes(const std::filesystem::path& file, uint64_t count) {
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    Bytes bytes(count);
    if (stream) stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    if (!stream.is_open() || stream.bad())
        return fail(ErrorKind::environment,
                    msg("{}: cannot be read: {}.", file.string(), errno != 0 ? std::strerror(errno) : "input error"));
    bytes.resize(static_cast<size_t>(stream.gcount())); // the file may have shrunk
    return bytes;
}

} // namespace

Result<Bytes> read_prefix(const std::filesystem::path& file, uint64_t limit) {
    const auto size = size_of_regular_file(file);
    if (!size) return tl::unexpected(size.error());
    return read_bytes(file, std::min(*size, limit));
}

Result<Bytes> read_whole(const std::filesystem::path& file, uint64_t limit) {
    const auto size = size_of_regular_file(file);
    if (!size) return tl::unexpected(size.error());
    if (*size > limit)
        return fail(ErrorKind::environment, msg("{}: has {} bytes; at most {} are read.", file.string(), *size, limit));
    return read_bytes(file, *size);
}

} // namespace warpscope::input
