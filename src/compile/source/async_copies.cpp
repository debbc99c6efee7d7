#include "compile/source/async_copies.hpp"

#include "compile/source/tokens.hpp"

namespace warpscope::compile {

std::string_view asynchronous_copy(std::string_view source) {
    if (source.find("memcpy_async") == std::string_view::npos) return {};
    for (const Token& token : tokens_of(source))
        if (token.is("memcpy_async") || token.is("__pipeline_memcpy_async")) return token.text;
    return {};
}

} // namespace warpscope::compile
