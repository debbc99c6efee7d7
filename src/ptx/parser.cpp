#include "ptx/parser.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "ptx/constant.hpp"
#include "ptx/line_places.hpp"
#include "ptx/modifiers.hpp"
#include "ptx/parse_context.hpp"

namespace warpscope::ptx {
namespace {

constexpr uint64_t max_files = 65536;
constexpr uint64_t max_threads = uint64_t{1} << 20;

class ModuleParser {
public:
    ModuleParser(std::string_view text, std::string_view file_name)
        : context_{TokenStream(text, file_name), {}, {}, {}, {}, 0}
        , tokens_(context_.tokens) {}

    Result<Module> parse() {
        while (!tokens_.at_end()) directive();
        for (const auto& [word, value] :
             {std::pair{".version", &context_.module.version}, {".target", &context_.module.target}})
            if (!tokens_.failed() && value->empty())
                tokens_.fail(tokens_.peek(), msg("expected '{}' but the text has none", word),
                             msg("is this file PTX text?"));
        finish_module(context_);
        if (tokens_.failed()) return tl::unexpected(tokens_.error());
        return std::move(context_.module);
    }

private:
    void directive() {
        const Token token = tokens_.next();
        if (token.is(";")) return;
        if (token.kind != TokenKind::dot_word) {
            tokens_.fail(token, msg("expected a directive but found {}", describe(token)));
            return;
        }
        const std::string_view word = token.text.substr(1);
        if (word == "version") {
            const Token number = tokens_.next();
            if (number.kind != TokenKind::floating && number.kind != TokenKind::integer)
                tokens_.fail(number, msg("expected a version such as 9.0 but found {}", describe(number)));
            context_.module.version = number.text;
        } else if (word == "target") {
            context_.module.target = tokens_.expect_identifier("a target such as sm_75");
            while (tokens_.accept(",")) (void)tokens_.expect_identifier("a property of the target");
        } else if (word == "address_size") {
            address_size();
        } else if (word == "file") {
            file();
        } else if (word == "section") {
            section();
        } else if (word == "alias") {
            alias();
        } else if (word == "loc" || word == "pragma") {
            tokens_.skip_directive();
        } else if (word == "visible" || word == "weak" || word == "common") {
            linkage_ = Linkage::defined;
        } else if (word == "extern") {
            linkage_ = Linkage::external;
        } else if (word == "entry" || word == "func") {
            function(token, word == "entry");
        } else if (word == "tex") {
            variables(Space::global);
        } else if (const auto space = space_from_name(word)) {
            variables(*space);
        } else {
            context_.note(token, msg("directive '{}' skipped", token.text));
            tokens_.skip_directive();
        }
    }

    void address_size() {
        const Token number = tokens_.peek();
        const uint64_t bits = tokens_.expect_integer("32 or 64");
        if (!tokens_.failed() && bits != 64)
            tokens_.fail(number, msg("address size {} is not supported, only 64", bits),
                         msg("compile for a 64-bit target"));
        context_.module.address_size = 64;
    }

    void file() {
        const Token number = tokens_.peek();
        const uint64_t index = tokens_.expect_integer("a file's number");
        if (index >= max_files) tokens_.fail(number, msg("a file's number must be below {}", max_files));
        const auto expect_string = [&]() -> std::string {
            if (tokens_.at(TokenKind::string)) return unescaped_name(tokens_.next().text);
            tokens_.fail_expected("a file's name in quotes");
            return {};
        };
        std::string name = expect_string();
        if (tokens_.at(TokenKind::string)) name.append(1, '/').append(expect_string());
        while (tokens_.accept(",")) (void)tokens_.expect_integer("a file's time or size");
        if (tokens_.failed()) return;
        auto& files = context_.module.files;
        if (files.size() <= index) files.resize(index + 1);
        files[index] = std::move(name);
    }

    void section() {
        if (!tokens_.at(TokenKind::dot_word) && !tokens_.at(TokenKind::identifier) && !tokens_.at(TokenKind::string))
            tokens_.fail_expected("a section's name");
        tokens_.next();
        if (tokens_.at("{"))
            tokens_.skip_balanced();
        else
            tokens_.fail_expected("'{' at the beginning of a section");
    }

    void alias() {
        Alias alias;
        const Token name = tokens_.peek();
        alias.name = tokens_.expect_identifier("the alias");
        tokens_.expect(",");
        const Token target = tokens_.peek();
        alias.target = tokens_.expect_identifier("the function that the alias names");
        tokens_.expect(";");
        if (tokens_.failed()) return;
        context_.symbols.insert(name.text);
        context_.use_symbol(target);
        context_.module.aliases.push_back(std::move(alias));
    }

    void variables(Space space) {
        if (space == Space::reg || space == Space::param || space == Space::generic) {
            tokens_.fail(tokens_.peek(), msg("a .{} cannot be declared outside a function", name_of(space)));
            return;
        }
        DeclarationHead head = parse_declaration_head(context_, space);
        head.is_extern = linkage_ == Linkage::external;
        linkage_ = Linkage::none;
        do {
            const Token name = tokens_.peek();
            Variable variable = parse_declarator(context_, head);
            if (!tokens_.failed()) add(name, std::move(variable));
        } while (!tokens_.failed() && tokens_.accept(","));
        tokens_.expect(";", "',' or ';' after a variable");
    }

    void add(const Token& name, Variable variable) {
        auto& variables = context_.module.variables;
        const auto known = variable_index_.find(name.text);
        if (known == variable_index_.end()) {
            if (function_index_.contains(name.text)) {
                declared_twice(name);
                return;
            }
            variable_index_.emplace(name.text, variables.size());
            context_.symbols.insert(name.text);
            variables.push_back(std::move(variable));
            return;
        }
        Variable& earlier = variables[known->second];
        if (!earlier.is_extern && !variable.is_extern)
            declared_twice(name);
        else if (earlier.is_extern)
            earlier = std::move(variable);
    }

    void declared_twice(const Token& name) { tokens_.fail(name, msg("'{}' is declared twice", name.text)); }

    void function(const Token& directive, bool is_entry) {
        Function function;
        function.is_entry = is_entry;
        function.ptx_line = directive.line;
        linkage_ = Linkage::none;
        while (tokens_.accept(".attribute"))
            if (tokens_.at("(")) tokens_.skip_balanced();
        if (tokens_.at("(")) function.results = parse_parameters(context_);
        const Token name = tokens_.peek();
        function.name = tokens_.expect_identifier("a function's name");
        if (tokens_.at("(")) function.parameters = parse_parameters(context_);
        function_directives(function);
        if (tokens_.failed()) return;
        context_.symbols.insert(name.text);
        std::vector<InstructionPlace> places;
        if (tokens_.at("{"))
            parse_body(context_, function, places);
        else if (tokens_.expect(";", "'{' or ';' after a function's header"))
            function.is_declaration = true;
        if (!tokens_.failed()) add(name, std::move(function), std::move(places));
    }

    void add(const Token& name, Function function, std::vector<InstructionPlace> places) {
        auto& functions = context_.module.functions;
        const auto known = function_index_.find(name.text);
        if (known == function_index_.end()) {
            if (variable_index_.contains(name.text)) {
                declared_twice(name);
                return;
            }
            function_index_.emplace(name.text, functions.size());
            functions.push_back(std::move(function));
            context_.places.push_back(std::move(places));
            return;
        }
        Function& earlier = functions[known->second];
        if (function.is_declaration) {
            earlier.noreturn = earlier.noreturn || function.noreturn;
        } else if (earlier.is_declaration) {
            function.noreturn = function.noreturn || earlier.noreturn;
            earlier = std::move(function);
            context_.places[known->second] = std::move(places);
        } else {
            tokens_.fail(name, msg("'{}' has two bodies", name.text));
        }
    }

    void function_directives(Function& function) {
        while (tokens_.at(TokenKind::dot_word)) {
            const Token token = tokens_.next();
            const std::string_view word = token.text.substr(1);
            if (word == "maxntid") {
                function.max_threads = product(block_extent());
            } else if (word == "reqntid") {
                function.required_block = block_extent();
                function.max_threads = product(function.required_block);
            } else if (word == "noreturn") {
                function.noreturn = true;
            } else if (word == "reqnctapercluster") {
                if (product(block_extent()) > 1)
                    tokens_.fail(token, msg("'{}' is made for clusters of several blocks (__cluster_dims__), "
                                            "which are not emulated",
                                            function.name));
            } else {
                constexpr std::string_view hints[] = {
                    "minnctapersm", "maxnctapersm",         "maxnreg",         "pragma",           "maxclusterrank",
                    "abi_preserve", "abi_preserve_control", "explicitcluster", "blocksareclusters"};
                if (std::ranges::find(hints, word) == std::end(hints))
                    context_.note(token, msg("directive '{}' of '{}' skipped", token.text, function.name));
                // Skips the directive's arguments.
                while (tokens_.at(TokenKind::integer) || tokens_.at(TokenKind::string) || tokens_.at(","))
                    tokens_.next();
                if (word == "pragma") tokens_.accept(";");
            }
        }
    }

    std::array<uint32_t, 3> block_extent() {
        std::array<uint32_t, 3> extent{1, 1, 1};
        for (size_t i = 0; i < extent.size(); ++i) {
            if (i > 0 && !tokens_.accept(",")) break;
            extent[i] = static_cast<uint32_t>(parse_size(tokens_, "a block's extent", max_threads));
        }
        return extent;
    }

    static uint32_t product(const std::array<uint32_t, 3>& extent) {
        uint64_t threads = 1;
        for (const uint32_t side : extent) threads = std::min(threads * side, max_threads);
        return static_cast<uint32_t>(threads);
    }

    enum class Linkage : uint8_t { none, defined, external };

    ParseContext context_;
    TokenStream& tokens_;
    Linkage linkage_ = Linkage::none;
    std::unordered_map<std::string_view, size_t> variable_index_, function_index_;
};

} // namespace

Result<Module> parse(std::string_view text, std::string_view file_name) {
    return ModuleParser(text, file_name).parse();
}

} // namespace warpscope::ptx
