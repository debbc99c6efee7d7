#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "source/declarations.hpp"

namespace warpscope::compile {

struct PooledText {
    std::filesystem::path path; // empty for the kernel's text
    std::string include_name;   // name that the rewritten #include gets
    std::string text;
    source::Tokens tokens;
    std::vector<source::Declaration> declarations;
};

struct PooledDeclaration {
    size_t text = 0;
    const source::Declaration* declaration = nullptr;
    std::string scope; // "image::detail::"
};

class SourcePool {
public:
    explicit SourcePool(const CompileRequest& request);
    SourcePool(const SourcePool&) = delete;
    SourcePool& operator=(const SourcePool&) = delete;

    std::deque<PooledText> texts; // the first is the kernel's
    std::vector<PooledDeclaration> declarations;
    std::map<std::string_view, std::vector<std::string_view>> macros; // key: macro; value: words of all its definitions
    std::set<std::string_view> namespaces;

    /// Returns the index of an included text, or 0 if it is not in the pool.
    [[nodiscard]] size_t find_include(const PooledText& from, std::string_view name, bool in_quotes) const;
    /// Returns whether `wanted` contains the word or a word of its macro expansion.
    [[nodiscard]] bool denotes_any(std::string_view word, const std::set<std::string_view>& wanted) const;
    /// Searches the head outside brackets.
    [[nodiscard]] bool head_has(const PooledText& text, const source::Declaration& declaration,
                                const std::set<std::string_view>& wanted) const;

private:
    void add_text(std::filesystem::path path, std::string text);
    void add_declarations(size_t text, const std::vector<source::Declaration>& declarations, const std::string& scope);

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> include_folders_;
    std::map<std::filesystem::path, size_t> by_path_;
};

struct NamedInclude {
    std::string_view name;
    bool in_quotes = false;
};
/// Returns an empty name if the include names a macro.
[[nodiscard]] NamedInclude include_in(const source::Directive& directive);

} // namespace warpscope::compile
