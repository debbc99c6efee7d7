// What a widget is called: the words on it, which follow the language, and its name, which does not. By the name ImGui
// knows it from one frame to the next, and tests and lessons find it.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "language/language.hpp"

namespace warpscope::ui {

class Label {
public:
    /// "words##more", as ImGui has it: all of it is the name. The text must outlive the label.
    Label(const char* label) // NOLINT(google-explicit-constructor): so that plain labels need no more
        : name_(label)
        , words_(std::string_view(label).substr(0, std::string_view(label).find("##"))) {}
    Label(const std::string& label) // NOLINT(google-explicit-constructor)
        : Label(label.c_str()) {}
    /// What is not copied must outlive the label.
    Label(std::string_view words, const char* name)
        : name_(name)
        , words_(words) {}
    Label(std::string_view words, std::string name)
        : kept_(std::move(name))
        , name_(kept_.c_str())
        , words_(words) {}
    [[nodiscard]] static Label owning(std::string words, std::string name) {
        return {Owning(), std::move(words), std::move(name)};
    }
    Label(const Label&) = delete;
    Label& operator=(const Label&) = delete;

    [[nodiscard]] const char* name() const { return name_; }
    [[nodiscard]] std::string_view words() const { return words_; }

private:
    struct Owning {};
    Label(Owning /*unused*/, std::string words, std::string name)
        : kept_(std::move(name))
        , kept_words_(std::move(words))
        , name_(kept_.c_str())
        , words_(kept_words_) {}

    std::string kept_, kept_words_;
    const char* name_;
    std::string_view words_;
};

/// In the current language; the name is the English text. tr_label("theme").
[[nodiscard]] Label tr_label(const char* english);
/// The same with a name of its own: tr_label("Cancel", "##save") is called "Cancel##save".
[[nodiscard]] Label tr_label(const char* english, std::string_view rest);

/// Of a function that makes the words, by tr_format() and the like. The name is what it makes in English, and `rest`.
template<class Words>
[[nodiscard]] Label tr_label_of(const Words& words, std::string_view rest) {
    std::string here(words());
    const InLanguage english(Language::english);
    return Label::owning(std::move(here), std::string(words()).append(rest));
}

} // namespace warpscope::ui
