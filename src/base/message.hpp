// Messages to users: a format with typed arguments, so that each display can choose a language.
//
//     msg("{} runs {} over the end of {}", access, bytes, name)          arguments may be messages
//     msg_count(n, "{} byte", "{} bytes", n)                             n chooses the plural form
//     Message::verbatim(log)                                             never translated
//
// english() renders for reports, terminal and caches; tr() of language/tr.hpp renders in the window's language.
// scripts/update_po.sh collects the formats, so they must be literals in the call.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

#include "base/source_location.hpp"

namespace warpscope {

struct MessageArgument;

/// Immutable. Copies share the text.
class Message {
public:
    Message() = default;
    /// Makes a message that is never translated: output of a compiler, library or system, or text in English only.
    template<std::convertible_to<std::string_view> Text>
    Message(Text&& text) // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
        : Message(verbatim(std::string(std::string_view(text)))) {}
    [[nodiscard]] static Message verbatim(std::string text);
    /// Makes a message from a format read at run time, which the caller has checked against the arguments.
    [[nodiscard]] static Message formatted(std::string format, std::vector<MessageArgument> arguments);
    /// Uses `one` in English if `count` is 1, otherwise `many`. Translations choose by `count`.
    [[nodiscard]] static Message counted(uint64_t count, std::string one, std::string many,
                                         std::vector<MessageArgument> arguments);

    [[nodiscard]] Message with_log(std::string log) const;
    [[nodiscard]] Message with_arguments(std::vector<MessageArgument> arguments) const;
    /// Removes the log. Shortens verbatim text to its first line.
    [[nodiscard]] Message first_line() const;

    [[nodiscard]] bool empty() const { return body_ == nullptr; }
    [[nodiscard]] bool is_verbatim() const;
    /// Returns the format, the verbatim text, or the singular of a counted message.
    [[nodiscard]] std::string_view format() const;
    [[nodiscard]] bool is_counted() const;
    [[nodiscard]] uint64_t count() const; // 0 unless counted
    [[nodiscard]] std::string_view many() const;
    [[nodiscard]] std::span<const MessageArgument> arguments() const;
    [[nodiscard]] std::string_view log() const;

    /// Returns format() or, depending on the count, many().
    [[nodiscard]] std::string_view english_format() const;
    [[nodiscard]] std::string english() const;
    /// Chooses the format of a message that is not verbatim. The format must live until rendering ends.
    using ChooseFormat = std::string_view (*)(const Message& message);
    /// Renders with the formats that `choose` returns. If a format does not fit the arguments, uses the English one.
    [[nodiscard]] std::string rendered(ChooseFormat choose) const;

    explicit operator std::string() const { return english(); }
    friend bool operator==(const Message& one, const Message& other);
    template<std::convertible_to<std::string_view> Text>
    requires(!std::same_as<std::remove_cvref_t<Text>, Message>) friend bool operator==(const Message& message,
                                                                                       const Text& text) {
        return message.english() == std::string_view(text);
    }

private:
    struct Body;
    explicit Message(std::shared_ptr<const Body> body)
        : body_(std::move(body)) {}
    std::shared_ptr<const Body> body_; // null for an empty text
};

struct MessageArgument {
    using Value = std::variant<int64_t, uint64_t, double, std::string, SourceLocation, Message>;
    Value value;

    MessageArgument(Message message) // NOLINT(google-explicit-constructor)
        : value(std::move(message)) {}
    MessageArgument(SourceLocation location) // NOLINT(google-explicit-constructor)
        : value(std::move(location)) {}
    template<std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char>)
        MessageArgument(T number) // NOLINT(google-explicit-constructor)
        : value(uint64_t{0}) {
        if (std::cmp_less(number, 0))
            value = static_cast<int64_t>(number);
        else
            value = static_cast<uint64_t>(number); // so that equal numbers compare equal
    }
    MessageArgument(char letter) // NOLINT(google-explicit-constructor)
        : value(std::string(1, letter)) {}
    MessageArgument(double number) // NOLINT(google-explicit-constructor)
        : value(number) {}
    template<class T>
    requires(std::convertible_to<const T&, std::string_view> && !std::same_as<T, Message>)
        MessageArgument(const T& text) // NOLINT(google-explicit-constructor)
        : value(std::string(std::string_view(text))) {}

    friend bool operator==(const MessageArgument&, const MessageArgument&) = default;
};

std::ostream& operator<<(std::ostream& out, const Message& message);

} // namespace warpscope

template<>
struct fmt::formatter<warpscope::Message> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template<class Context>
    auto format(const warpscope::Message& message, Context& context) const {
        const std::string text = message.english();
        return std::copy(text.begin(), text.end(), context.out());
    }
};
template<>
struct fmt::formatter<warpscope::SourceLocation> {
    constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
    template<class Context>
    auto format(const warpscope::SourceLocation& location, Context& context) const {
        const std::string text = location.line_text();
        return std::copy(text.begin(), text.end(), context.out());
    }
};

namespace warpscope {

template<class... Args>
[[nodiscard]] Message msg(fmt::format_string<Args...> english, Args&&... args) {
    const fmt::string_view format = english;
    return Message::formatted({format.data(), format.size()}, {MessageArgument(std::forward<Args>(args))...});
}

/// Singular and plural need the same placeholders.
template<class... Args>
[[nodiscard]] Message msg_count(uint64_t count, fmt::format_string<Args...> one, fmt::format_string<Args...> many,
                                Args&&... args) {
    const fmt::string_view first = one, second = many;
    return Message::counted(count, {first.data(), first.size()}, {second.data(), second.size()},
                            {MessageArgument(std::forward<Args>(args))...});
}

/// Puts a name into the quotation marks of the reader's language.
[[nodiscard]] Message quoted(std::string_view name);

/// Joins nonempty messages with a separator that needs no translation, such as ", ".
[[nodiscard]] Message joined(std::span<const Message> messages, std::string_view separator);

} // namespace warpscope
