#include "base/message_json.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/placeholders.hpp"

namespace warpscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t max_arguments = 64;
constexpr unsigned max_depth = 16;

Json json_of_argument(const MessageArgument& argument) {
    return std::visit(
        []<class T>(const T& value) -> Json {
            if constexpr (std::same_as<T, Message>)
                return json_of(value);
            else if constexpr (std::same_as<T, SourceLocation>)
                return {{"file", value.file}, {"line", value.line}, {"column", value.column}};
            else
                return value;
        },
        argument.value);
}

std::optional<Message> read_message(const Json& json, unsigned depth);

std::optional<MessageArgument> read_argument(const Json& json, unsigned depth) {
    if (json.is_number_unsigned()) return MessageArgument(json.get<uint64_t>());
    if (json.is_number_integer()) return MessageArgument(json.get<int64_t>());
    if (json.is_number_float()) return MessageArgument(json.get<double>());
    if (json.is_null()) return MessageArgument(std::numeric_limits<double>::quiet_NaN());
    if (json.is_string()) return MessageArgument(json.get_ref<const std::string&>());
    if (!json.is_object()) return std::nullopt;
    if (json.contains("file"))
        return MessageArgument(SourceLocation{json.at("file").get<std::string>(), json.at("line").get<uint32_t>(),
                                              json.at("column").get<uint32_t>()});
    auto message = read_message(json, depth);
    return message ? std::optional(MessageArgument(*std::move(message))) : std::nullopt;
}

/// Returns whether width and precision of a placeholder's spec are below 100.
bool is_small(std::string_view spec) {
    constexpr size_t longest = 6;
    unsigned digits = 0;
    return spec.size() <= longest && std::ranges::all_of(spec, [&](char c) {
               digits = c >= '0' && c <= '9' ? digits + 1 : 0;
               return digits <= 2;
           });
}

/// Returns whether `format` names each argument once, with a spec that suits the argument's type.
bool fits(const std::string& format, const std::vector<MessageArgument>& arguments) {
    const auto placeholders = placeholders_of(format);
    if (!placeholders || placeholders->size() != arguments.size()) return false;
    std::vector<bool> is_named(arguments.size());
    for (const Placeholder& one : *placeholders) {
        if (one.argument >= arguments.size() || is_named[one.argument] || !is_small(one.spec)) return false;
        is_named[one.argument] = true;
    }
    try {
        (void)Message::formatted(format, arguments).english();
        return true;
    } catch (const fmt::format_error&) {
        return false;
    }
}

std::optional<Message> read_text(const Json& json, unsigned depth) {
    if (json.contains("text")) return Message::verbatim(json.at("text").get<std::string>());
    const Json& list = json.at("arguments");
    if (!list.is_array() || list.size() > max_arguments) return std::nullopt;
    std::vector<MessageArgument> arguments;
    for (const Json& one : list) {
        auto argument = read_argument(one, depth + 1);
        if (!argument) return std::nullopt;
        arguments.push_back(*std::move(argument));
    }
    auto format = json.at("format").get<std::string>();
    if (format.empty() || !fits(format, arguments)) return std::nullopt;
    if (!json.contains("many")) return Message::formatted(std::move(format), std::move(arguments));
    auto many = json.at("many").get<std::string>();
    if (many.empty() || !fits(many, arguments)) return std::nullopt;
    return Message::counted(json.at("number").get<uint64_t>(), std::move(format), std::move(many),
                            std::move(arguments));
}

std::optional<Message> read_message(const Json& json, unsigned depth) {
    if (depth >= max_depth || !json.is_object()) return std::nullopt;
    auto message = read_text(json, depth);
    if (message && json.contains("log")) return message->with_log(json.at("log").get<std::string>());
    return message;
}

} // namespace

Json json_of(const Message& message) {
    Json out = Json::object();
    if (!message.log().empty()) out["log"] = std::string(message.log());
    if (message.is_verbatim()) {
        out["text"] = std::string(message.format());
        return out;
    }
    out["format"] = std::string(message.format());
    if (message.is_counted()) {
        out["many"] = std::string(message.many());
        out["number"] = message.count();
    }
    out["arguments"] = Json::array();
    for (const MessageArgument& argument : message.arguments()) out["arguments"].push_back(json_of_argument(argument));
    return out;
}

void put_message(Json& object, const Message& message) {
    object["message"] = message.english();
    if (message.is_verbatim())
        object["arguments"] = Json::array();
    else
        object.update(json_of(message));
}

std::optional<Message> message_from(const Json& json) {
    try {
        return read_message(json, 0);
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::optional<Message> message_from_text(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    return json.is_discarded() ? std::nullopt : message_from(json);
}

Message message_in(const Json& object) {
    if (object.contains("format"))
        if (auto message = message_from(object)) return *std::move(message);
    return Message::verbatim(object.value("message", ""));
}

std::string json_text_of(const Message& message) {
    return json_of(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace warpscope
