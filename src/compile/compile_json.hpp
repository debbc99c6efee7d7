// JSON of requests to `warpscope serve`, and of answers.
#pragma once

#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Writes a request without its folders; see with_included_headers().
[[nodiscard]] std::string json_text_of(const CompileRequest& request);
[[nodiscard]] CompileRequest with_included_headers(CompileRequest request);
/// Reads untrusted JSON. Requires `source`; the rest has defaults. Drops the folder of `file`.
[[nodiscard]] Result<CompileRequest> request_from_json(std::string_view text);

/// Writes PTX without folders of this machine, or the error.
[[nodiscard]] std::string json_text_of(const Result<CompileResult>& result);
[[nodiscard]] Result<CompileResult> result_from_json(std::string_view text);

inline constexpr size_t max_request_bytes = size_t{1} << 20;

/// Reads an HTTP answer. `json` is "" if the server, or a proxy, sent something else. `status` is 0 without an answer
/// and 408 after the client's time limit.
[[nodiscard]] Result<CompileResult> result_from_answer(int status, std::string_view json);

} // namespace warpscope::compile
