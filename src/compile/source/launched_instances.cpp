#include "compile/source/launched_instances.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpscope::compile {
namespace {

const std::set<std::string_view> language_words{
    "int",     "unsigned", "signed",  "char",   "short",  "long",    "float",  "double",   "bool",    "true",
    "false",   "const",    "void",    "half",   "__half", "uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t",
    "int32_t", "uint64_t", "int64_t", "size_t", "float2", "float3",  "float4", "double2",  "int2",    "int3",
    "int4",    "uint2",    "uint4",   "uchar4", "uchar3", "uint",    "sizeof", "uchar",    "ushort",  "wchar_t"};

class InstanceFinder {
public:
    explicit InstanceFinder(const SourcePool& pool)
        : pool_(pool)
        , words_(pool) {}

    std::vector<std::string> find() {
        for (const PooledText& text : pool_.texts)
            for (size_t i = 1; i < text.tokens.size(); ++i)
                if (text.tokens[i].is("<<<") && text.tokens[i - 1].is(">")) add_instance(text, i);
        return std::move(found_);
    }

private:
    void add_instance(const PooledText& text, size_t launch) {
        size_t open = launch - 1;
        for (int depth = 0; open > 0; --open) {
            const source::Token& token = text.tokens[open];
            depth += token.is(">") ? 1 : token.is("<") ? -1 : 0;
            if (depth == 0) break;
            if (token.is(";") || token.is("{") || token.is("}")) return;
        }
        size_t name = open;
        while (name > 0 && (text.tokens[name - 1].is_word() || text.tokens[name - 1].is("::")) &&
               !text.tokens[name - 1].is("return") && !text.tokens[name - 1].is("else"))
            --name;
        if (name == open) return;
        std::string instance;
        for (size_t i = name; i < launch; ++i) {
            if (!words_.knows(text.tokens[i])) return;
            const bool words = i > name && text.tokens[i].is_word() && text.tokens[i - 1].is_word();
            instance += fmt::format("{}{}", words ? " " : "", text.tokens[i].text);
            if (text.tokens[i].is(",")) instance += ' ';
        }
        if (std::ranges::find(found_, instance) == found_.end()) found_.push_back(instance);
    }

    const SourcePool& pool_;
    WordsOfSource words_;
    std::vector<std::string> found_;
};

} // namespace

WordsOfSource::WordsOfSource(const SourcePool& pool)
    : pool_(pool) {
    for (const PooledDeclaration& one : pool.declarations)
        declared_.insert(one.declaration->names.begin(), one.declaration->names.end());
}

bool WordsOfSource::knows(const source::Token& token) const {
    return !token.is_word() || declared_.contains(token.text) || pool_.macros.contains(token.text) ||
           language_words.contains(token.text) || pool_.namespaces.contains(token.text);
}

std::vector<std::string> launched_instances(const SourcePool& pool) { return InstanceFinder(pool).find(); }

} // namespace warpscope::compile
