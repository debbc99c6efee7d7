// Reads gettext's .mo files without Boost.Locale.
#include "language/messages.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

#include "base/files.hpp"

namespace warpscope {

struct Messages::Impl {
    std::string bytes;
    std::map<std::string_view, const char*> texts; // values point into `bytes`; '\0' separates plural forms
};

namespace {

/// Must equal the plural rule in the .po file's header.
uint32_t plural_form(Language language, uint64_t count) {
    switch (language) {
    case Language::russian: {
        const uint64_t one = count % 10, two = count % 100;
        if (one == 1 && two != 11) return 0;
        return one >= 2 && one <= 4 && (two < 10 || two >= 20) ? 1 : 2;
    }
    case Language::chinese: return 0;
    case Language::english: return count == 1 ? 0 : 1;
    }
    return 0;
}

} // namespace

Messages::Messages(Language language, std::unique_ptr<Impl> impl)
    : language_(language)
    , impl_(std::move(impl)) {}
Messages::~Messages() = default;

Result<std::unique_ptr<const Messages>> Messages::load(Language language) {
    return load(language, std::filesystem::path("/locale") / info(language).file / "LC_MESSAGES" / "warpscope.mo");
}

Result<std::unique_ptr<const Messages>> Messages::load(Language language, const std::filesystem::path& file) {
    auto bytes = read_file(file);
    if (!bytes) return tl::unexpected(bytes.error());
    auto impl = std::make_unique<Impl>();
    impl->bytes = std::move(*bytes);
    const std::string& all = impl->bytes;
    const auto word = [&](uint64_t at) {
        uint32_t value = 0;
        if (at + sizeof value <= all.size()) std::memcpy(&value, all.data() + at, sizeof value);
        return uint64_t{value};
    };
    const auto text_at = [&](uint64_t entry) -> const char* {
        const uint64_t length = word(entry), at = word(entry + 4);
        return at + length < all.size() && all[at + length] == '\0' ? all.data() + at : nullptr;
    };
    constexpr uint64_t magic = 0x950412de;
    const uint64_t count = word(8), english = word(12), translated = word(16);
    bool sound = word(0) == magic && count <= all.size() / 16;
    for (uint64_t k = 0; k < count && sound; ++k) {
        const char *const key = text_at(english + 8 * k), *const text = text_at(translated + 8 * k);
        sound = key != nullptr && text != nullptr;
        if (sound) impl->texts.emplace(key, text);
    }
    if (!sound || !impl->texts.contains(""))
        return fail(ErrorKind::environment, file.string() + " is no file of translations.",
                    "it is made from po/*.po by msgfmt");
    return std::unique_ptr<const Messages>(new Messages(language, std::move(impl)));
}

const char* Messages::find(const char* context, const char* english) const {
    const std::string with_context = context == nullptr ? std::string() : std::string(context) + '\4' + english;
    const auto found = impl_->texts.find(context == nullptr ? std::string_view(english) : with_context);
    return found == impl_->texts.end() || *found->second == '\0' ? nullptr : found->second;
}

const char* Messages::find(const char* context, uint64_t count, const char* one) const {
    const char* text = find(context, one);
    for (uint32_t form = plural_form(language_, count); text != nullptr && form > 0; --form) {
        text += std::strlen(text) + 1;
        if (text >= impl_->bytes.data() + impl_->bytes.size()) return nullptr;
    }
    return text;
}

} // namespace warpscope
