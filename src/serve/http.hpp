#pragma once

#include <string>

#include <httplib.h>

#include "serve/shared_files.hpp"

namespace warpscope::serve {

inline constexpr const char* json_type = "application/json";

/// Returns the client's address. Trusts X-Forwarded-For only from a proxy on this computer.
[[nodiscard]] std::string client_of(const httplib::Request& request);
/// Checks that the body is declared as JSON. Before other sites' pages may send JSON, browsers ask this server, which
/// refuses.
[[nodiscard]] bool is_json(const httplib::Request& request);

void send_json(httplib::Response& response, int status, std::string text);
void send_file(const httplib::Request& request, httplib::Response& response, SharedFile found);

} // namespace warpscope::serve
