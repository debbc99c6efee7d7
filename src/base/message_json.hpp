#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "base/message.hpp"

namespace warpscope {

/// Writes {"format": "{} runs {} over the end of {}", "arguments": [...]}, with "many" and "number" for counted
/// messages and "log" if there is a log. Writes {"text": "..."} for verbatim messages.
[[nodiscard]] nlohmann::ordered_json json_of(const Message& message);
/// Adds "message" (English) and, unless the message is verbatim, the members of json_of().
void put_message(nlohmann::ordered_json& object, const Message& message);

/// Reads untrusted JSON in the form of json_of(). Returns nullopt unless the format uses each argument exactly once
/// with a suitable spec, so that rendering cannot fail or produce huge texts.
[[nodiscard]] std::optional<Message> message_from(const nlohmann::ordered_json& json);
[[nodiscard]] std::optional<Message> message_from_text(std::string_view text);
[[nodiscard]] std::string json_text_of(const Message& message);
/// Reads untrusted output of put_message(); uses "message" if the rest is invalid.
[[nodiscard]] Message message_in(const nlohmann::ordered_json& object);

} // namespace warpscope
