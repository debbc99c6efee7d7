#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "compile/source/source_pool.hpp"

namespace warpscope::compile {

class SourceNumbers {
public:
    explicit SourceNumbers(const SourcePool& pool);

    /// Returns the value of a literal, or of a name with `#define N 3` or `const int n = 3;`; 0 if not positive.
    [[nodiscard]] uint32_t number(const source::Token& token) const;
    /// Also evaluates products such as `32 * 1024`.
    [[nodiscard]] uint32_t number(const source::Tokens& tokens, size_t first, size_t end) const;
    /// Adds template arguments. `name` must outlive this.
    void set(std::string_view name, uint32_t value);
    /// Returns the constant if its name suggests a size of a block or tile.
    [[nodiscard]] std::optional<uint32_t> block_size(std::string_view name) const;

private:
    void add(std::string_view name, uint32_t number, bool constant);

    std::map<std::string_view, uint32_t> constants_, block_sizes_;
};

} // namespace warpscope::compile
