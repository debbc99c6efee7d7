// JSON of requests to `warpscope serve` and of its answers.
#pragma once

#include <string>
#include <string_view>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// The JSON has no folders, so with_included_headers() must add the headers first.
[[nodiscard]] std::string json_text_of(const CompileRequest& request);
[[nodiscard]] CompileRequest with_included_headers(CompileRequest request);
/// Reads untrusted JSON. Requires `source`; the rest has defaults. Drops the folder of `file`.
[[nodiscard]] Result<CompileRequest> request_from_json(std::string_view text);

/// Writes the error, or the PTX with paths shortened to file names.
[[nodiscard]] std::string json_text_of(const Result<CompileResult>& result);
[[nodiscard]] Result<CompileResult> result_from_json(std::string_view text);

inline constexpr size_t max_request_bytes = size_t{1} << 20;

/// Reads an HTTP answer. `json` is "" if the server or a proxy sent no JSON. `status` is 0 if there was no answer, and
/// 408 after the client's time limit.
[[nodiscard]] Result<CompileResult> result_from_answer(int status, std::string_view json);

} // namespace warpscope::compile
