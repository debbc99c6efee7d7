// The translations of one language, read from its .mo file by Boost.Locale.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "language/language.hpp"

namespace warpscope {

/// Never changes, so that all threads may read it.
class Messages {
public:
    /// Of LANGUAGE/LC_MESSAGES/warpscope.mo in one of the folders that may hold it.
    [[nodiscard]] static Result<std::unique_ptr<const Messages>> load(Language language);
    /// The same of a file. Text that is no .mo file in UTF-8 is refused.
    [[nodiscard]] static Result<std::unique_ptr<const Messages>> load(Language language,
                                                                      const std::filesystem::path& file);
    ~Messages();
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    [[nodiscard]] Language language() const { return language_; }
    /// Null where there is no translation. `context` may be null.
    [[nodiscard]] const char* find(const char* context, const char* english) const;
    [[nodiscard]] const char* find(const char* context, uint64_t count, const char* one) const;

private:
    struct Impl;
    Messages(Language language, std::unique_ptr<Impl> impl);
    Language language_{};
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope
