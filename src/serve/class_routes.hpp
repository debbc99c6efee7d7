#pragma once

#include <httplib.h>

#include "serve/class_session.hpp"
#include "serve/shared_files.hpp"

namespace warpscope::serve {

/// Adds a class's pages (src/web/class) and requests to a server, which must not outlive `session` and `files`.
void add_class_routes(httplib::Server& http, ClassSession& session, const SharedFiles& files);

} // namespace warpscope::serve
