#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "base/message.hpp"

namespace warpscope {

/// Writes {"format": "{} runs {} over the end of {}", "arguments": [...]}, also "many" and "number" if counted, or
/// {"text": "..."} if verbatim; "log" if any. Arguments are numbers, texts, locations or messages.
[[nodiscard]] nlohmann::ordered_json json_of(const Message& message);
/// Adds the English text as "message", and "format" and "arguments" of json_of().
void put_message(nlohmann::ordered_json& object, const Message& message);

/// Reads untrusted JSON of json_of(). Returns nothing unless each argument is named once by a plain format that suits
/// its type, so that rendering cannot fail or grow.
[[nodiscard]] std::optional<Message> message_from(const nlohmann::ordered_json& json);
/// Reads JSON text.
[[nodiscard]] std::optional<Message> message_from_text(std::string_view text);
[[nodiscard]] std::string json_text_of(const Message& message);
/// Reads untrusted output of put_message(); uses "message" if the rest is invalid.
[[nodiscard]] Message message_in(const nlohmann::ordered_json& object);

} // namespace warpscope
