// A widget's translated words, and its name for ImGui, tests and lessons.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "language/language.hpp"

namespace warpscope::ui {

class Label {
public:
    /// Takes "words##more", which must outlive the label.
    Label(const char* label) // NOLINT(google-explicit-constructor): callers pass plain labels
        : name_(label)
        , words_(std::string_view(label).substr(0, std::string_view(label).find("##"))) {}
    Label(const std::string& label) // NOLINT(google-explicit-constructor)
        : Label(label.c_str()) {}
    /// `words` and `name` must outlive the label.
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

/// Uses the English text as the name: tr_label("theme").
[[nodiscard]] Label tr_label(const char* english);
/// tr_label("Cancel", "##save") has the name "Cancel##save".
[[nodiscard]] Label tr_label(const char* english, std::string_view rest);

/// Makes the name from the English result of `words`.
template<class Words>
[[nodiscard]] Label tr_label_of(const Words& words, std::string_view rest) {
    std::string here(words());
    const ScopedLanguage english(Language::english);
    return Label::owning(std::move(here), std::string(words()).append(rest));
}

} // namespace warpscope::ui
