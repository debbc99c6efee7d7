#include "language/messages.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <locale>
#include <vector>

#include <boost/locale/gnu_gettext.hpp>
#include <boost/locale/message.hpp>
#include <fmt/format.h>

#include "base/files.hpp"

namespace warpscope {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> folders() {
    std::vector<fs::path> all;
    if (const char* asked = std::getenv("WARPSCOPE_LOCALE_DIR"); asked != nullptr && *asked != '\0')
        all.emplace_back(asked);
    std::error_code error;
    const fs::path executable = fs::read_symlink("/proc/self/exe", error);
    if (error) return all;
    const fs::path at = executable.parent_path();
    all.push_back(at / "locale");
    all.push_back(at.parent_path() / "locale");
    all.push_back(at.parent_path() / "share" / "locale");
    return all;
}

/// Checks offsets in the file, because Boost.Locale does not.
bool is_sound(std::string_view bytes) {
    constexpr uint32_t magic = 0x950412de;
    constexpr size_t header = 28;
    const auto word = [&](size_t at) {
        uint32_t value = 0;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        return uint64_t{value};
    };
    if (bytes.size() < header || word(0) != magic) return false;
    const uint64_t count = word(8);
    for (const uint64_t table : {word(12), word(16)}) {
        if (table + count * 8 > bytes.size()) return false;
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t length = word(table + i * 8), at = word(table + i * 8 + 4);
            if (at + length >= bytes.size() || bytes[at + length] != '\0') return false;
        }
    }
    const uint64_t slots = word(20), hashes = word(24);
    if (slots < count || hashes + slots * 4 > bytes.size()) return false;
    for (uint64_t i = 0; i < slots; ++i)
        if (word(hashes + i * 4) > count) return false;
    return true;
}

} // namespace

struct Messages::Impl {
    std::locale locale;
    const boost::locale::message_format<char>* texts = nullptr;
};

Messages::Messages(Language language, std::unique_ptr<Impl> impl)
    : language_(language)
    , impl_(std::move(impl)) {}
Messages::~Messages() = default;

Result<std::unique_ptr<const Messages>> Messages::load(Language language) {
    fs::path file;
    for (const fs::path& folder : folders()) {
        file = folder / info(language).file / "LC_MESSAGES" / "warpscope.mo";
        std::error_code error;
        if (fs::is_regular_file(file, error)) return load(language, file);
    }
    return fail(ErrorKind::environment, msg("There is no translation to {} here.", info(language).name),
                msg("it was looked for as {}", file.string()));
}

Result<std::unique_ptr<const Messages>> Messages::load(Language language, const fs::path& file) {
    const auto bytes = read_file(file);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto damaged = [&] {
        return fail(ErrorKind::environment, msg("{} is not a translation file.", file.string()),
                    msg("it is made from po/*.po by msgfmt"));
    };
    if (!is_sound(*bytes)) return damaged();
    boost::locale::gnu_gettext::messages_info how;
    how.language = info(language).file;
    how.encoding = "UTF-8";
    how.domains.emplace_back("warpscope");
    how.paths.emplace_back(".");
    how.callback = [&](const std::string&, const std::string&) { return std::vector(bytes->begin(), bytes->end()); };
    try {
        auto impl = std::make_unique<Impl>();
        auto* const made = boost::locale::gnu_gettext::create_messages_facet<char>(how);
        if (made == nullptr) return damaged();
        impl->locale = std::locale(std::locale::classic(), made);
        impl->texts = made;
        std::unique_ptr<const Messages> messages(new Messages(language, std::move(impl)));
        if (messages->find(nullptr, "") == nullptr) return damaged();
        return messages;
    } catch (const std::exception&) {
        return damaged();
    }
}

const char* Messages::find(const char* context, const char* english) const {
    return impl_->texts->get(0, context, english);
}

const char* Messages::find(const char* context, uint64_t count, const char* one) const {
    // Keeps only the last digits, which decide the plural form, to fit in an int.
    constexpr uint64_t whole = 1'000'000;
    const uint64_t small = count < whole ? count : whole + count % whole;
    return impl_->texts->get(0, context, one, static_cast<int>(small));
}

} // namespace warpscope
