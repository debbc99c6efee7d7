// JSON of compile requests to `warpscope serve`, and of its answers.
#pragma once

#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Writes a request, with its `headers` only.
[[nodiscard]] std::string json_text_of(const CompileRequest& request);
[[nodiscard]] CompileRequest with_included_headers(CompileRequest request);
/// Reads untrusted JSON. Requires `source`; everything else has a default. Drops the folder of `file`.
[[nodiscard]] Result<CompileRequest> request_from_json(std::string_view text);

/// Writes PTX without folders of this machine, or the error.
[[nodiscard]] std::string json_text_of(const Result<CompileResult>& result);
[[nodiscard]] Result<CompileResult> result_from_json(std::string_view text);

inline constexpr size_t max_request_bytes = size_t{1} << 20;

/// Reads an answer of HTTP. `json` is "" if the server, or a proxy, sent something else. `status` is 0 without an
/// answer and 408 after a time limit of the client.
[[nodiscard]] Result<CompileResult> result_from_answer(int status, std::string_view json);

} // namespace warpscope::compile
