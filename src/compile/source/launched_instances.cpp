#include "compile/source/launched_instances.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "source/launches.hpp"

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

    void find_launches() {
        for (const PooledText& text : pool_.texts)
            for (const source::Launch& launch : source::launches_in(text.tokens))
                if (launch.has_template_arguments()) add_instance(text.tokens, launch.name, launch.template_end);
    }

    void find_instantiations() {
        for (const PooledText& text : pool_.texts)
            for (size_t i = 0; i + 1 < text.tokens.size(); ++i)
                if (text.tokens[i].is("template") && !text.tokens[i + 1].is("<")) add_instantiation(text.tokens, i + 1);
    }

    [[nodiscard]] std::vector<std::string> take() { return std::move(found_); }

private:
    void add_instantiation(const source::Tokens& tokens, size_t first) {
        bool is_kernel = false;
        for (size_t i = first; i + 1 < tokens.size() && !tokens[i].is(";") && !tokens[i].is("("); ++i) {
            is_kernel = is_kernel || tokens[i].is("__global__");
            if (!is_kernel || !tokens[i + 1].is("<")) continue;
            size_t name = i;
            while (name > first + 1 && tokens[name - 1].is("::")) name -= 2;
            return add_instance(tokens, name, source::after_template_arguments(tokens, i + 1));
        }
    }

    void add_instance(const source::Tokens& tokens, size_t name, size_t template_end) {
        std::string instance;
        for (size_t i = name; i < template_end; ++i) {
            if (!words_.knows(tokens[i])) return;
            const bool words = i > name && tokens[i].is_word() && tokens[i - 1].is_word();
            instance += fmt::format("{}{}", words ? " " : "", tokens[i].text);
            if (tokens[i].is(",")) instance += ' ';
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

std::vector<std::string> launched_instances(const SourcePool& pool) {
    InstanceFinder finder(pool);
    finder.find_launches();
    return finder.take();
}

std::vector<std::string> written_instances(const SourcePool& pool) {
    InstanceFinder finder(pool);
    finder.find_launches();
    finder.find_instantiations();
    return finder.take();
}

} // namespace warpscope::compile
