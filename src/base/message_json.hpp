// Messages in JSON: for reports, caches and other processes.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "base/message.hpp"

namespace warpscope {

/// Writes the whole message: {"format": "{} runs {} over the end of {}", "arguments": [...]}, with "many" and "number"
/// if it is counted, or {"text": "..."} if it is verbatim; "log" if it has one. An argument is a number, a text, a
/// location or a message.
[[nodiscard]] nlohmann::ordered_json json_of(const Message& message);
/// Adds the English text to an object as "message", and "format" and "arguments" as json_of() has them.
void put_message(nlohmann::ordered_json& object, const Message& message);

/// Reads what json_of() wrote. The sender is not trusted: returns nothing unless each argument is named exactly once,
/// by a plain format that suits its type, so that rendering the message neither fails nor grows out of proportion.
[[nodiscard]] std::optional<Message> message_from(const nlohmann::ordered_json& json);
/// The same for JSON text.
[[nodiscard]] std::optional<Message> message_from_text(std::string_view text);
[[nodiscard]] std::string json_text_of(const Message& message);
/// Reads what put_message() added. The text of "message" if the rest is not sound, as from an untrusted sender.
[[nodiscard]] Message message_in(const nlohmann::ordered_json& object);

} // namespace warpscope
