#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.hpp"

namespace warpscope::compile {

class NvrtcHeaders {
public:
    struct Header {
        std::string name, text;
        bool is_empty = false;
    };
    using ProvidedHeaders = std::vector<const Header*>;

    explicit NvrtcHeaders(std::string toolkit_folder);

    [[nodiscard]] const std::string& toolkit_folder() const { return toolkit_folder_; }
    [[nodiscard]] const std::string& identity() const { return identity_; }

    /// Omits headers that the kernel's files provide.
    [[nodiscard]] ProvidedHeaders provided_headers(const CompileRequest& request) const;
    /// Recognizes headers of Toolkit and prelude, whose warnings do not concern the kernel.
    [[nodiscard]] bool is_header(std::string_view file, const ProvidedHeaders& provided) const;

private:
    std::string toolkit_folder_, identity_;
    std::vector<Header> headers_;
};

} // namespace warpscope::compile
