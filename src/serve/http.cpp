#include "serve/http.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <unistd.h>

#include "base/text.hpp"

namespace warpscope::serve {
namespace {

bool is_loopback(std::string_view address) {
    return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

} // namespace

std::string client_of(const httplib::Request& request) {
    const std::string forwarded = request.get_header_value("X-Forwarded-For");
    if (forwarded.empty() || !is_loopback(request.remote_addr)) return request.remote_addr;
    return std::string(trim(std::string_view(forwarded).substr(forwarded.rfind(',') + 1)));
}

bool is_json(const httplib::Request& request) {
    return request.get_header_value("Content-Type").starts_with(json_type);
}

void send_json(httplib::Response& response, int status, std::string text) {
    response.status = status;
    if (status == 429 || status == 503) response.set_header("Retry-After", "1");
    response.set_content(std::move(text), json_type);
}

void send_file(const httplib::Request& request, httplib::Response& response, SharedFile found) {
    response.set_header("ETag", found.tag);
    response.set_header("Cache-Control", "no-cache"); // makes browsers ask for changes each time
    response.set_header("Vary", "Accept-Encoding");
    if (request.get_header_value("If-None-Match") == found.tag) {
        response.status = 304;
        return;
    }
    if (!found.encoding.empty()) response.set_header("Content-Encoding", found.encoding);
    if (found.bytes == 0) {
        response.set_content("", found.type);
        return;
    }
    const auto file = std::make_shared<const SharedFile>(std::move(found));
    response.set_content_provider(
        file->bytes, file->type, [file](size_t offset, size_t length, httplib::DataSink& sink) {
            std::array<char, 65536> chunk;
            const ssize_t count = ::pread(file->descriptor.get(), chunk.data(), std::min(length, chunk.size()),
                                          static_cast<off_t>(offset));
            return count > 0 && sink.write(chunk.data(), static_cast<size_t>(count));
        });
}

} // namespace warpscope::serve
