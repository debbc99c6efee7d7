#include "catalog/text/toml_reader.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "catalog/text/nearest.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

Message type_name(const toml::node& node) {
    switch (node.type()) {
    case toml::node_type::table: return msg("a table");
    case toml::node_type::array: return msg("an array");
    case toml::node_type::string: return msg("text");
    case toml::node_type::integer: return msg("a whole number");
    case toml::node_type::floating_point: return msg("a number with a fraction");
    case toml::node_type::boolean: return msg("true or false");
    default: return msg("a date or time");
    }
}

} // namespace

void Problems::add(const toml::source_region& where, Message message, Message hint) {
    constexpr size_t max = 20;
    if (found_.size() == max) return;
    found_.push_back({ErrorKind::failed,
                      std::move(message),
                      {file_, where.begin.line, static_cast<uint32_t>(where.begin.column)},
                      std::move(hint)});
}

Diagnostic Problems::joined() const {
    std::vector<Diagnostic> sorted = found_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.where.line < b.where.line; });
    Diagnostic first = sorted.front();
    if (sorted.size() == 1) return first;
    if (!first.hint.empty()) first.message = msg("{} ({})", first.message, std::exchange(first.hint, {}));
    std::vector<Message> messages{first.message};
    for (size_t i = 1; i < sorted.size(); ++i) messages.push_back(sorted[i].whole());
    first.message = warpscope::joined(messages, "\n");
    return first;
}

const toml::node* TableReader::find(std::string_view key) {
    known_.emplace_back(key);
    return table_.get(key);
}

void TableReader::wrong_type(std::string_view key, const toml::node& node, const Message& wanted) {
    problems_.add(node.source(), msg("{}: '{}' is {}; it must be {}.", what_, key, type_name(node), wanted));
}

toml::source_region TableReader::place(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return node != nullptr ? node->source() : table_.source();
}

void TableReader::problem(std::string_view key, Message message, Message hint) {
    problems_.add(place(key), msg("{}: {}", what_, message), std::move(hint));
}

std::optional<std::string> TableReader::text(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_string()) return value->get();
    wrong_type(key, *node, msg("text"));
    return std::nullopt;
}

std::optional<bool> TableReader::flag(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_boolean()) return value->get();
    wrong_type(key, *node, msg("true or false"));
    return std::nullopt;
}

std::optional<double> TableReader::number(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (node->is_number()) return node->value<double>();
    wrong_type(key, *node, msg("a number"));
    return std::nullopt;
}

std::optional<int64_t> TableReader::whole(std::string_view key, int64_t minimum, int64_t maximum) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value == nullptr) {
        wrong_type(key, *node, msg("a whole number"));
        return std::nullopt;
    }
    if (value->get() < minimum || value->get() > maximum) {
        problem(key, msg("'{}' is {}; it goes from {} to {}.", key, value->get(), minimum, maximum));
        return std::nullopt;
    }
    return value->get();
}

std::optional<std::string> TableReader::expression_of(const toml::node& node) {
    if (const auto* value = node.as_string()) return value->get();
    if (const auto* value = node.as_integer()) return fmt::format("{}", value->get());
    return std::nullopt;
}

std::optional<std::string> TableReader::expression(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    auto value = expression_of(*node);
    if (!value) wrong_type(key, *node, msg("an expression in quotes or a whole number"));
    return value;
}

std::optional<std::vector<std::string>> TableReader::expressions(std::string_view key, size_t minimum, size_t maximum) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    std::vector<std::string> values;
    if (const toml::array* array = node->as_array()) {
        for (const toml::node& element : *array) {
            auto value = expression_of(element);
            if (!value) {
                wrong_type(key, element, msg("an array of expressions in quotes or whole numbers"));
                return std::nullopt;
            }
            values.push_back(std::move(*value));
        }
    } else if (auto value = expression_of(*node)) {
        values.push_back(std::move(*value));
    } else {
        wrong_type(key, *node, msg("an array of expressions"));
        return std::nullopt;
    }
    if (values.size() < minimum || values.size() > maximum) {
        problem(key, msg("'{}' has {} entries; it takes {} to {}.", key, values.size(), minimum, maximum));
        return std::nullopt;
    }
    return values;
}

std::optional<std::vector<std::string>> TableReader::texts(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    const toml::array* array = node->as_array();
    if (array == nullptr || !std::all_of(array->begin(), array->end(), [](const auto& e) { return e.is_string(); })) {
        wrong_type(key, *node, msg("an array of texts"));
        return std::nullopt;
    }
    std::vector<std::string> values;
    for (const toml::node& element : *array) values.push_back(element.as_string()->get());
    return values;
}

std::optional<std::vector<double>> TableReader::numbers(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    const toml::array* array = node->as_array();
    if (array == nullptr || !std::all_of(array->begin(), array->end(), [](const auto& e) { return e.is_number(); })) {
        wrong_type(key, *node, msg("an array of numbers"));
        return std::nullopt;
    }
    std::vector<double> values;
    for (const toml::node& element : *array) values.push_back(element.value<double>().value_or(0));
    return values;
}

std::string TableReader::required_text(std::string_view key) {
    if (!has(key)) {
        known_.emplace_back(key);
        problem(key, msg("'{}' is missing.", key));
        return {};
    }
    return text(key).value_or("");
}

const toml::array* TableReader::array(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (const toml::array* array = node->as_array()) return array;
    wrong_type(key, *node, msg("an array"));
    return nullptr;
}

const toml::table* TableReader::table(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (node->as_table() == nullptr) wrong_type(key, *node, msg("a table, [{}]", key));
    return node->as_table();
}

std::vector<const toml::table*> TableReader::tables(std::string_view key) {
    const toml::node* node = find(key);
    std::vector<const toml::table*> found;
    if (node == nullptr) return found;
    const toml::array* array = node->as_array();
    if (array == nullptr || !std::all_of(array->begin(), array->end(), [](const auto& e) { return e.is_table(); })) {
        wrong_type(key, *node, msg("an array of tables, [[{}]]", key));
        return found;
    }
    for (const toml::node& element : *array) found.push_back(element.as_table());
    return found;
}

void TableReader::finish() {
    const std::set<std::string_view> known_names(known_.begin(), known_.end());
    for (const auto& [key, node] : table_) {
        const std::string_view name = key.str();
        if (known_names.contains(name)) continue;
        problems_.add(key.source(), msg("{}: the key '{}' is not known.", what_, name),
                      suggestion(name, known_, msg("known keys: ")));
    }
}

} // namespace warpscope::catalog
