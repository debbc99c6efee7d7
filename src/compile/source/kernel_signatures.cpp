// Finds the kernels of a source, with their template parameters and arguments.
#include "compile/kernel_signatures.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "compile/source/index_factor.hpp"
#include "compile/source/launched_instances.hpp"

namespace warpscope::compile {
namespace {

using Range = std::pair<size_t, size_t>; // tokens [first, second)

/// Ranges between the commas outside of brackets.
std::vector<Range> parts_between_commas(const std::vector<Token>& tokens, size_t first, size_t end) {
    std::vector<Range> parts;
    int depth = 0;
    size_t begin = first;
    for (size_t i = first; i < end; ++i) {
        const Token& token = tokens[i];
        depth += token.is("(") || token.is("[") || token.is("{") || token.is("<")   ? 1
                 : token.is(")") || token.is("]") || token.is("}") || token.is(">") ? -1
                                                                                    : 0;
        if (token.is(",") && depth == 0) {
            parts.emplace_back(begin, i);
            begin = i + 1;
        }
    }
    if (begin < end) parts.emplace_back(begin, end);
    return parts;
}

class SignatureReader {
public:
    explicit SignatureReader(const CompileRequest& request)
        : request_(request)
        , pool_(request)
        , launched_(launched_instances(pool_)) {
        for (const PooledText& text : pool_.texts) {
            find_constants(text);
            for (size_t i = 0; i + 1 < text.tokens.size() && shared_elsewhere_.empty(); ++i)
                if (text.tokens[i].is("extern") && text.tokens[i + 1].is("__shared__"))
                    shared_elsewhere_ = shared_type(text.tokens, i, text.tokens.size());
        }
    }

    std::vector<SourceKernel> read() {
        std::vector<SourceKernel> kernels;
        for (const PooledDeclaration& one : pool_.declarations)
            if (one.declaration->kind == DeclarationKind::function &&
                one.declaration->body_end > one.declaration->body_first && !one.declaration->names.empty() &&
                pool_.head_has(pool_.texts[one.text], *one.declaration, {"__global__"}))
                if (auto kernel = read_kernel(one)) kernels.push_back(std::move(*kernel));
        return kernels;
    }

private:
    std::optional<SourceKernel> read_kernel(const PooledDeclaration& one) {
        const PooledText& text = pool_.texts[one.text];
        const std::vector<Token>& tokens = text.tokens;
        const Declaration& declaration = *one.declaration;
        const std::string_view name = declaration.names.front();
        size_t at = declaration.first;
        while (at + 1 < declaration.body_first && !(tokens[at].is(name) && tokens[at + 1].is("("))) ++at;
        if (at + 1 >= declaration.body_first) return std::nullopt; // a specialisation
        SourceKernel kernel;
        kernel.name = fmt::format("{}{}", one.scope, name);
        kernel.where = place_of(text, tokens[at].begin);
        if (tokens[declaration.first].is("template")) {
            const size_t behind = behind_template_arguments(tokens, declaration.first + 1);
            for (const auto& [first, end] : parts_between_commas(tokens, declaration.first + 2, behind - 1))
                kernel.template_parameters.push_back(words_of(tokens, first, end));
            for (const std::string& instance : launched_)
                if (const std::string_view launched = std::string_view(instance).substr(0, instance.find('<'));
                    launched == kernel.name || launched == name)
                    kernel.instances.push_back(fmt::format("{}{}", kernel.name, instance.substr(launched.size())));
        }
        const size_t close = closing_bracket(tokens, at + 1);
        for (const auto& [first, end] : parts_between_commas(tokens, at + 2, close))
            if (!(end == first + 1 && tokens[first].is("void")))
                kernel.parameters.push_back(read_parameter(tokens, first, end));
        read_body(tokens, declaration, kernel);
        if (kernel.dynamic_shared.empty()) kernel.dynamic_shared = shared_elsewhere_; // of what it calls, or the file's
        return kernel;
    }

    SourceLocation place_of(const PooledText& text, size_t offset) const {
        const auto line = 1 + std::count(text.text.begin(), text.text.begin() + static_cast<ptrdiff_t>(offset), '\n');
        return {text.path.empty() ? request_.file : text.path.filename().string(), static_cast<uint32_t>(line), 0};
    }

    static std::string words_of(const std::vector<Token>& tokens, size_t first, size_t end) {
        std::string out;
        for (size_t i = first; i < end; ++i) {
            const bool apart = i > first && tokens[i].is_word() && tokens[i - 1].is_word();
            out += fmt::format("{}{}", apart ? " " : "", tokens[i].text);
        }
        return out;
    }

    SourceParameter read_parameter(const std::vector<Token>& tokens, size_t first, size_t end) {
        SourceParameter out;
        for (size_t i = first; i < end; ++i)
            if (tokens[i].is("=")) end = i; // a default
        size_t behind = end;                // of the type
        for (size_t i = end; i > first + 1; --i)
            if (tokens[i - 1].is_word() && tokens[i - 1].text.find("restrict") == std::string_view::npos) {
                out.name = tokens[i - 1].text;
                behind = i - 1;
                break;
            }
        out.is_pointer = behind < end && std::any_of(tokens.begin() + static_cast<ptrdiff_t>(behind),
                                                     tokens.begin() + static_cast<ptrdiff_t>(end),
                                                     [](const Token& token) { return token.is("["); });
        std::vector<std::string> words;
        for (size_t i = first; i < behind; ++i) {
            if (tokens[i].is("*"))
                out.is_pointer = true;
            else if (tokens[i].is("const") && !out.is_pointer)
                out.points_to_const = true;
            else if (!tokens[i].is("const") && tokens[i].text.find("restrict") == std::string_view::npos &&
                     !tokens[i].is("volatile") && !tokens[i].is("register") && !tokens[i].is("__grid_constant__") &&
                     !tokens[i].is("struct"))
                words.emplace_back(tokens[i].text);
        }
        out.type = resolved(words);
        out.is_texture = !out.is_pointer && out.type == "cudaTextureObject_t";
        if (out.is_texture) out.type = "float"; // until a fetch says what
        return out;
    }

    /// A type's words, aliases and macros replaced: "typedef unsigned char ubyte;".
    std::string resolved(const std::vector<std::string>& words, int depth = 0) const {
        if (words.size() == 1 && depth < 8) {
            if (const auto macro = pool_.macros.find(words.front()); macro != pool_.macros.end())
                return resolved({macro->second.begin(), macro->second.end()}, depth + 1);
            for (const PooledDeclaration& one : pool_.declarations) {
                const Declaration& alias = *one.declaration;
                if (alias.kind != DeclarationKind::alias || alias.names.size() != 1 ||
                    alias.names.front() != words.front())
                    continue;
                std::vector<std::string> behind;
                const std::vector<Token>& tokens = pool_.texts[one.text].tokens;
                for (size_t i = alias.first; i < alias.end; ++i)
                    if (!tokens[i].is("typedef") && !tokens[i].is("using") && !tokens[i].is("=") &&
                        !tokens[i].is(";") && !tokens[i].is(words.front()))
                        behind.emplace_back(tokens[i].text);
                return resolved(behind, depth + 1);
            }
        }
        std::string out;
        for (const std::string& word : words)
            out += (out.empty() || word == "::" || out.ends_with("::") || word == "<" || word == ">" ? "" : " ") + word;
        return out;
    }

    void read_body(const std::vector<Token>& tokens, const Declaration& declaration, SourceKernel& kernel) {
        for (size_t i = declaration.body_first; i < declaration.body_end; ++i) {
            const Token& token = tokens[i];
            if (!token.is_word()) continue;
            if (token.is("blockIdx")) {
                kernel.uses_block_index = true;
                kernel.uses_block_x = kernel.uses_block_x || !tokens[i + 1].is(".") || tokens[i + 2].is("x");
            }
            if ((token.is("threadIdx") || token.is("blockIdx")) && tokens[i + 1].is(".")) {
                const uint32_t named = tokens[i + 2].is("y") ? 2u : tokens[i + 2].is("z") ? 3u : 1u;
                kernel.dimensions = std::max(kernel.dimensions, named);
                if (token.is("threadIdx")) kernel.thread_dimensions = std::max(kernel.thread_dimensions, named);
            }
            if (token.text.starts_with("tex") && tokens[i + 1].is("<")) note_fetch(tokens, i, kernel);
            if (token.is("extern")) kernel.dynamic_shared = shared_type(tokens, i, declaration.body_end);
            if (const auto constant = constants_.find(token.text); constant != constants_.end())
                if (auto& extent = token.text.ends_with("Y") ? kernel.block_height : kernel.block_width; !extent)
                    extent = constant->second;
            for (SourceParameter& parameter : kernel.parameters)
                if (parameter.is_pointer && token.is(parameter.name)) note_use(tokens, i, parameter);
        }
        note_channels(tokens, declaration, kernel);
    }

    void note_channels(const std::vector<Token>& tokens, const Declaration& declaration, SourceKernel& kernel) const {
        std::set<std::string_view> numbers;
        for (const SourceParameter& parameter : kernel.parameters)
            if (!parameter.is_pointer && !parameter.is_texture) numbers.insert(parameter.name);
        const IndexFactors factors(tokens, declaration.body_first, declaration.body_end, std::move(numbers),
                                   kernel.dimensions >= 2, [this](std::string_view name) { return number_of(name); });
        for (size_t i = declaration.body_first; i + 1 < declaration.body_end; ++i)
            for (SourceParameter& parameter : kernel.parameters) {
                if (!parameter.is_pointer || !tokens[i].is(parameter.name)) continue;
                size_t end = i + 2;
                if (tokens[i + 1].is("["))
                    end = closing_bracket(tokens, i + 1);
                else if (tokens[i + 1].is("+")) // a pointer to a row or a pixel
                    while (end < declaration.body_end && !tokens[end].is(";") && !tokens[end].is(",")) ++end;
                parameter.channels = std::max(parameter.channels, factors.factor(i + 2, end));
            }
    }

    /// What `#define CHANNELS 3` or `const int channels = 3;` says of a name; 0: nothing.
    uint32_t number_of(std::string_view name) const {
        const auto found = small_numbers_.find(name);
        return found == small_numbers_.end() ? 0 : found->second;
    }

    /// tex2D<float4>(texture, u, v)
    void note_fetch(const std::vector<Token>& tokens, size_t at, SourceKernel& kernel) const {
        const size_t open = behind_template_arguments(tokens, at + 1);
        if (open + 1 >= tokens.size() || !tokens[open].is("(")) return;
        for (SourceParameter& parameter : kernel.parameters) {
            if (!parameter.is_texture || !parameter.fetched_by.empty() || !tokens[open + 1].is(parameter.name))
                continue;
            std::vector<std::string> words;
            for (size_t k = at + 2; k + 1 < open; ++k) words.emplace_back(tokens[k].text);
            parameter.type = resolved(words);
            parameter.fetched_by = tokens[at].text;
            const size_t close = closing_bracket(tokens, open);
            for (size_t k = open + 2; k < close; ++k)
                for (const std::string_view sign : {"u", "v", "tu", "tv", "/"})
                    parameter.fetched_normalized = parameter.fetched_normalized || tokens[k].is(sign);
        }
    }

    static std::string shared_type(const std::vector<Token>& tokens, size_t at, size_t end) {
        std::vector<std::string_view> words;
        for (size_t i = at + 1; i < end && !tokens[i].is("[") && !tokens[i].is(";"); ++i)
            if (tokens[i].is_word() && !tokens[i].text.starts_with("__")) words.push_back(tokens[i].text);
        return words.empty() ? "char" : std::string(words.front());
    }

    static void note_use(const std::vector<Token>& tokens, size_t at, SourceParameter& parameter) {
        const bool first_use = !parameter.is_stored && !parameter.is_loaded && !parameter.is_atomic;
        const bool dereferenced = tokens[at - 1].is("*") && !tokens[at - 2].is_word() && !tokens[at - 2].is(")") &&
                                  tokens[at - 2].kind != TokenKind::literal && !tokens[at - 2].is("]");
        const size_t open = at + 1, close = tokens[open].is("[") ? closing_bracket(tokens, open) : at;
        const bool by_block = close == open + 4 && tokens[open + 1].is("blockIdx");
        const bool single = dereferenced || (close == open + 2 && tokens[open + 1].is("0"));
        size_t next = close + 1;
        while (next + 1 < tokens.size() && tokens[next].is(".") && tokens[next + 1].is_word()) next += 2; // .x
        const bool assigned = tokens[next].is("=") && !tokens[next + 1].is("=");
        const bool changed =
            tokens[next + 1].is("=") && (tokens[next].is("+") || tokens[next].is("-") || tokens[next].is("*") ||
                                         tokens[next].is("/") || tokens[next].is("|") || tokens[next].is("^"));
        const bool counted =
            (tokens[next].is("+") && tokens[next + 1].is("+")) || (tokens[next].is("-") && tokens[next + 1].is("-"));
        size_t before = at - 1;
        while (tokens[before].is("&") || tokens[before].is("(")) --before;
        if (tokens[before].text.starts_with("atomic")) {
            parameter.is_atomic = true;
            parameter.single = (first_use || parameter.single) && (single || close == at);
            return;
        }
        parameter.by_block = (first_use || parameter.by_block) && by_block;
        parameter.single = (first_use || parameter.single) && single;
        parameter.is_stored = parameter.is_stored || assigned || changed || counted;
        parameter.is_loaded = parameter.is_loaded || !assigned;
    }

    /// `#define TILE 16` and `const int BLOCK_SIZE = 16;`, of what is called so.
    void find_constants(const PooledText& text) {
        const auto add = [&](std::string_view name, std::string_view value) {
            const bool named =
                name.find("BLOCK") != std::string_view::npos || name.find("TILE") != std::string_view::npos ||
                name.find("THREADS") != std::string_view::npos || name.find("Block") != std::string_view::npos;
            uint32_t number = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            if (named && error == std::errc{} && end == value.data() + value.size() && number > 0 && number <= 1024)
                constants_[name] = number;
        };
        for (const Token& token : text.tokens) {
            const Directive directive = token.kind == TokenKind::directive ? directive_in(token.text) : Directive{};
            const size_t blank = directive.rest.find_first_of(" \t");
            if (directive.name != "define" || blank == std::string_view::npos) continue;
            const size_t value = directive.rest.find_first_not_of(" \t", blank);
            if (value == std::string_view::npos) continue;
            add(directive.rest.substr(0, blank), directive.rest.substr(value));
            note_small_number(directive.rest.substr(0, blank), directive.rest.substr(value));
        }
        for (size_t i = 0; i + 4 < text.tokens.size(); ++i) {
            if (!text.tokens[i].is("int") || !text.tokens[i + 2].is("=")) continue;
            const std::string_view name = text.tokens[i + 1].text, value = text.tokens[i + 3].text;
            add(name, value);
            if (i > 0 && (text.tokens[i - 1].is("const") || text.tokens[i - 1].is("constexpr")) &&
                text.tokens[i + 4].is(";"))
                note_small_number(name, value);
        }
    }

    void note_small_number(std::string_view name, std::string_view value) {
        if (value == "3" || value == "4") small_numbers_[name] = static_cast<uint32_t>(value[0] - '0');
    }

    const CompileRequest& request_;
    SourcePool pool_;
    std::vector<std::string> launched_;
    std::map<std::string_view, uint32_t> constants_;
    std::map<std::string_view, uint32_t> small_numbers_; // constants that are 3 or 4, as channels are
    std::string shared_elsewhere_;
};

} // namespace

std::vector<SourceKernel> kernel_signatures(const CompileRequest& request) { return SignatureReader(request).read(); }

std::string example_instance(const SourceKernel& kernel) {
    if (!kernel.instances.empty()) return kernel.instances.front();
    std::string arguments;
    for (const std::string& parameter : kernel.template_parameters) {
        const bool is_type = parameter.starts_with("typename") || parameter.starts_with("class");
        const bool is_flag = parameter.starts_with("bool");
        arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", is_type ? "float" : is_flag ? "true" : "16");
    }
    return fmt::format("{}<{}>", kernel.name, arguments);
}

} // namespace warpscope::compile
