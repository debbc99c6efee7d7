// A kernel's text and the files beside it that it includes, taken apart into declarations. Private to src/compile.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compile/compiler.hpp"
#include "compile/source/declarations.hpp"

namespace warpscope::compile {

struct PooledText {
    std::filesystem::path path; // empty: the kernel's own text
    std::string include_name;   // under which the file is included once its host code is cut out
    std::string text;
    std::vector<Token> tokens;
    std::vector<Declaration> declarations;
};

/// A declaration that stands in no other but namespaces.
struct PooledDeclaration {
    size_t text = 0; // index into SourcePool::texts
    const Declaration* declaration = nullptr;
    std::string scope; // "image::detail::"
};

class SourcePool {
public:
    explicit SourcePool(const CompileRequest& request);
    SourcePool(const SourcePool&) = delete;
    SourcePool& operator=(const SourcePool&) = delete;

    std::deque<PooledText> texts; // the kernel's own is the first
    std::vector<PooledDeclaration> declarations;
    std::map<std::string_view, std::vector<std::string_view>> macros; // words of all their definitions
    std::set<std::string_view> namespaces;                            // that the texts open

    /// The index of the text that `name` stands for in an #include of `from`; 0 where it is none of these.
    [[nodiscard]] size_t find_include(const PooledText& from, std::string_view name, bool in_quotes) const;
    /// Returns whether a word is one of `wanted`, or a macro that comes to one.
    [[nodiscard]] bool stands_for(std::string_view word, const std::set<std::string_view>& wanted) const;
    /// Returns whether one of the words says so that stand outside of all brackets before the body.
    [[nodiscard]] bool head_has(const PooledText& text, const Declaration& declaration,
                                const std::set<std::string_view>& wanted) const;

private:
    void add_text(std::filesystem::path path, std::string text);
    void add_declarations(size_t text, const std::vector<Declaration>& declarations, const std::string& scope);

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> include_folders_;
    std::map<std::filesystem::path, size_t> by_path_;
};

struct NamedInclude {
    std::string_view name;
    bool in_quotes = false;
};
/// What an #include names; the name is empty where a macro stands in its place.
[[nodiscard]] NamedInclude include_in(const Directive& directive);

} // namespace warpscope::compile
