#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "language/language.hpp"

namespace warpscope {

/// Thread-safe.
class Messages {
public:
    /// Loads LANGUAGE/LC_MESSAGES/warpscope.mo.
    [[nodiscard]] static Result<std::unique_ptr<const Messages>> load(Language language);
    /// Fails for encodings other than UTF-8.
    [[nodiscard]] static Result<std::unique_ptr<const Messages>> load(Language language,
                                                                      const std::filesystem::path& file);
    ~Messages();
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    [[nodiscard]] Language language() const { return language_; }
    /// Returns null if untranslated. `context` may be null.
    [[nodiscard]] const char* find(const char* context, const char* english) const;
    [[nodiscard]] const char* find(const char* context, uint64_t count, const char* one) const;

private:
    struct Impl;
    Messages(Language language, std::unique_ptr<Impl> impl);
    Language language_{};
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope
