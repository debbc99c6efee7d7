#include "ptx/rewrite/link.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>

#include "base/symbol_name.hpp"
#include "ptx/rewrite/outline.hpp"

namespace warpscope::ptx {
namespace {

uint32_t largest_file(const Outline& text) {
    uint64_t max = 0;
    for (const Item& item : text.items)
        if (item.kind == Item::Kind::file && item.end - item.first > 1)
            max = std::max(max, integer_value(text.tokens[item.first + 1].text).value_or(0));
    return static_cast<uint32_t>(max);
}

class Linker {
public:
    explicit Linker(std::vector<Outline> texts)
        : texts_(std::move(texts)) {}

    Result<std::string> link() {
        if (auto found = find_definitions(); !found) return tl::unexpected(found.error());
        heading();
        // Declarations must precede uses.
        for (const Pass pass : {Pass::heads, Pass::variables, Pass::rest}) {
            files_before_ = 0;
            for (module_ = 0; module_ < texts_.size(); ++module_) {
                find_own_names();
                for (const Item& item : texts_[module_].items)
                    if (pass_of(item) == pass) copy(item);
                files_before_ += largest_file(texts_[module_]) + 1;
            }
        }
        if (!strings_.empty()) out_ += fmt::format("\n.section .debug_str\n{{\n{}\n}}\n", strings_);
        return std::move(out_);
    }

private:
    struct Definition {
        size_t module = 0, item = 0;
        bool weak = false;
    };

    Result<void> find_definitions() {
        for (size_t m = 0; m < texts_.size(); ++m)
            for (size_t k = 0; k < texts_[m].items.size(); ++k) {
                const Item& item = texts_[m].items[k];
                if (item.name.empty() || item.kind == Item::Kind::section) continue;
                users_[item.name].insert(m);
                if (!item.defines || item.linkage == Linkage::own) continue;
                const bool weak = item.linkage == Linkage::weak;
                const auto [known, is_new] = definitions_.try_emplace(item.name, Definition{m, k, weak});
                if (is_new) continue;
                if (!weak && !known->second.weak)
                    return fail(ErrorKind::failed, msg("'{}' is defined in two files, whose device code is linked.",
                                                       written_name(std::string(item.name))));
                if (known->second.weak && !weak) known->second = {m, k, false};
            }
        return {};
    }

    void heading() {
        std::pair<uint64_t, uint64_t> newest{0, 0};
        std::string_view target = "sm_75";
        for (const Outline& text : texts_)
            for (const Item& item : text.items) {
                if (item.kind != Item::Kind::heading || item.end - item.first < 2) continue;
                const std::string_view word = text.tokens[item.first].text, value = text.tokens[item.first + 1].text;
                if (word == ".target") target = value;
                if (word != ".version") continue;
                const size_t dot = value.find('.');
                newest = std::max(
                    newest, {integer_value(value.substr(0, dot)).value_or(0),
                             dot == std::string_view::npos ? 0 : integer_value(value.substr(dot + 1)).value_or(0)});
            }
        out_ = fmt::format(".version {}.{}\n.target {}\n.address_size 64\n", newest.first, newest.second, target);
    }

    void find_own_names() {
        own_.clear();
        const Outline& text = texts_[module_];
        const auto rename = [&](std::string_view name) {
            own_.emplace(name, fmt::format("{}$file{}", name, module_ + 1));
        };
        for (const Item& item : text.items) {
            if (item.kind == Item::Kind::section && module_ != 0)
                for (size_t k = item.first; k + 1 < item.end; ++k)
                    if (text.tokens[k].kind == TokenKind::identifier && text.tokens[k + 1].is(":"))
                        rename(text.tokens[k].text);
            if (item.linkage != Linkage::own || item.name.empty() || item.kind == Item::Kind::section) continue;
            const auto& users = users_.at(item.name);
            const bool defined_outside = definitions_.contains(item.name);
            if (users.size() > 1 && (module_ != 0 || defined_outside) && !is_forward(item)) rename(item.name);
        }
    }
    [[nodiscard]] bool is_forward(const Item& item) const {
        return !item.defines && std::ranges::any_of(texts_[module_].items, [&](const Item& other) {
            return other.name == item.name && other.linkage != Linkage::own;
        });
    }

    enum class Pass : uint8_t { heads, variables, rest };
    static Pass pass_of(const Item& item) {
        if (item.kind == Item::Kind::variable) return Pass::variables;
        return item.kind == Item::Kind::function && !item.defines ? Pass::heads : Pass::rest;
    }

    void copy(const Item& item) {
        if (item.kind == Item::Kind::section && item.name == ".debug_str") add_strings(item);
        if (item.kind == Item::Kind::section || item.kind == Item::Kind::heading) return;
        const auto known = item.linkage == Linkage::own ? definitions_.end() : definitions_.find(item.name);
        if (known != definitions_.end()) {
            const Definition& kept = known->second;
            const Item& definition = texts_[kept.module].items[kept.item];
            if (item.defines ? &definition != &item : item.kind == Item::Kind::variable) return;
            if (!item.defines) return copy_head(item, definition);
        } else if (item.linkage == Linkage::external && !declared_.insert(item.name).second) {
            return;
        }
        copy_tokens(item.first, item.end, out_);
        out_ += '\n';
    }

    void copy_head(const Item& item, const Item& definition) {
        if (!declared_.insert(item.name).second) return;
        size_t first = item.first;
        while (texts_[module_].tokens[first].text != ".func" && texts_[module_].tokens[first].text != ".entry") ++first;
        out_ += definition.linkage == Linkage::weak ? ".weak " : ".visible ";
        copy_tokens(first, item.end, out_);
        out_ += '\n';
    }

    void add_strings(const Item& item) {
        size_t first = item.first;
        while (!texts_[module_].tokens[first].is("{")) ++first;
        copy_tokens(first + 1, item.end - 1, strings_);
        strings_ += '\n';
    }

    void copy_tokens(size_t first, size_t end, std::string& out) {
        const Outline& text = texts_[module_];
        const char* copied = text.tokens[first].text.data();
        const auto replace = [&](const Token& token, std::string_view by) {
            out.append(copied, token.text.data());
            out += by;
            copied = token.text.data() + token.text.size();
        };
        for (size_t k = first; k < end; ++k) {
            const Token& token = text.tokens[k];
            if (token.kind == TokenKind::identifier) {
                const auto own = own_.find(token.text);
                if (own != own_.end()) replace(token, own->second);
            } else if (token.kind == TokenKind::integer && k > first && files_before_ != 0) {
                const Token& before = text.tokens[k - 1];
                if (before.is(".loc") || before.is(".file") || before.is("inlined_at"))
                    replace(token, fmt::format("{}", integer_value(token.text).value_or(0) + files_before_));
            }
        }
        const Token& last = text.tokens[end - 1];
        const char* const stop = last.text.data() + last.text.size() + (last.kind == TokenKind::string ? 1 : 0);
        if (stop > copied) out.append(copied, stop);
    }

    std::vector<Outline> texts_;
    std::map<std::string_view, std::set<size_t>> users_; // modules by the outermost names they use
    std::map<std::string_view, Definition> definitions_; // symbols not local to a module
    std::map<std::string_view, std::string> own_;
    std::set<std::string_view> declared_;
    size_t module_ = 0;
    uint64_t files_before_ = 0;
    std::string out_, strings_;
};

bool every_device_has(std::string_view name) {
    constexpr std::array<std::string_view, 5> known{"vprintf", "malloc", "free", "__assertfail", "__nvvm_reflect"};
    return std::ranges::find(known, name) != known.end() || name.starts_with("cuda");
}

} // namespace

Result<std::string> link(std::span<const std::string> texts) {
    if (texts.size() == 1) return texts.front();
    std::vector<Outline> outlines;
    for (const std::string& text : texts) {
        auto outline = outline_of(text);
        if (!outline) return tl::unexpected(outline.error());
        outlines.push_back(std::move(*outline));
    }
    return Linker(std::move(outlines)).link();
}

std::vector<std::string> unresolved_in(std::string_view text) {
    const auto outline = outline_of(text);
    if (!outline) return {};
    std::set<std::string_view> defined;
    for (const Item& item : outline->items)
        if (item.defines) defined.insert(item.name);
    std::vector<std::string> names;
    for (const Item& item : outline->items)
        if (item.linkage == Linkage::external && !item.shared && !defined.contains(item.name) &&
            !every_device_has(item.name))
            names.emplace_back(item.name);
    return names;
}

} // namespace warpscope::ptx
