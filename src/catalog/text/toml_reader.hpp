#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "base/diagnostic.hpp"

namespace warpscope::catalog {

class Problems {
public:
    explicit Problems(std::string file)
        : file_(std::move(file)) {}

    void add(const toml::source_region& where, Message message, Message hint = {});
    [[nodiscard]] bool empty() const { return found_.empty(); }
    /// Joins all problems into one, located at the first.
    [[nodiscard]] Diagnostic joined() const;

private:
    std::string file_;
    std::vector<Diagnostic> found_;
};

/// Reader of a table; finish() reports keys that were not read.
class TableReader {
public:
    TableReader(const toml::table& table, Problems& problems, std::string what)
        : table_(table)
        , problems_(problems)
        , what_(std::move(what)) {}

    /// Each function returns nullopt for a missing key, and reports a wrong type.
    std::optional<std::string> text(std::string_view key);
    std::optional<bool> flag(std::string_view key);
    std::optional<double> number(std::string_view key);
    std::optional<int64_t> whole(std::string_view key, int64_t minimum, int64_t maximum);
    std::optional<std::string> expression(std::string_view key);
    std::optional<std::vector<std::string>> expressions(std::string_view key, size_t minimum, size_t maximum);
    std::optional<std::vector<std::string>> texts(std::string_view key);
    std::optional<std::vector<double>> numbers(std::string_view key);
    /// Reports a missing key and returns "".
    std::string required_text(std::string_view key);
    const toml::array* array(std::string_view key);
    const toml::table* table(std::string_view key);
    std::vector<const toml::table*> tables(std::string_view key);

    [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
    [[nodiscard]] toml::source_region place(std::string_view key) const;
    void problem(std::string_view key, Message message, Message hint = {});
    void finish();
    void rename(std::string what) { what_ = std::move(what); }

private:
    const toml::node* find(std::string_view key);
    void wrong_type(std::string_view key, const toml::node& node, const Message& wanted);
    std::optional<std::string> expression_of(const toml::node& node);

    const toml::table& table_;
    Problems& problems_;
    std::string what_;
    std::vector<std::string> known_;
};

} // namespace warpscope::catalog
