// Valid and damaged .mo files, which this test writes.
#include "language/messages.hpp"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/files.hpp"

namespace warpscope {
namespace {

/// gettext's hash function (PJW).
uint32_t hash_of(const std::string& key) {
    uint32_t value = 0;
    for (const char c : key) {
        value = (value << 4) + static_cast<unsigned char>(c);
        const uint32_t high = value & 0xf0000000u;
        if (high != 0) value = (value ^ (high >> 24)) ^ high;
    }
    return value;
}

/// Returns the .mo file for sorted keys and texts.
std::string mo_file(const std::vector<std::pair<std::string, std::string>>& texts) {
    const auto count = static_cast<uint32_t>(texts.size()), slots = count * 2 + 3;
    std::vector<uint32_t> words{0x950412de, 0, count, 28, 28 + count * 8, slots, 28 + count * 16};
    const uint32_t begin = 28 + count * 16 + slots * 4;
    std::string strings;
    std::vector<uint32_t> keys, values, table(slots, 0);
    for (const bool key : {true, false})
        for (const auto& [english, translated] : texts) {
            const std::string& one = key ? english : translated;
            auto& list = key ? keys : values;
            list.push_back(static_cast<uint32_t>(one.size()));
            list.push_back(begin + static_cast<uint32_t>(strings.size()));
            strings += one + '\0';
        }
    for (uint32_t i = 0; i < count; ++i) {
        const std::string key = texts[i].first.substr(0, texts[i].first.find('\0'));
        const uint32_t hash = hash_of(key), step = 1 + hash % (slots - 2);
        uint32_t at = hash % slots;
        while (table[at] != 0) at = (at + step) % slots;
        table[at] = i + 1;
    }
    for (const auto* part : {&keys, &values, &table}) words.insert(words.end(), part->begin(), part->end());
    std::string bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    return bytes + strings;
}

const std::string header =
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
    "|| n%100>=20) ? 1 : 2);\n";

class MessagesTest : public testing::Test {
protected:
    MessagesTest()
        : file_(testing::TempDir() + "warpscope-messages-" + std::to_string(getpid()) + ".mo") {}
    ~MessagesTest() override { std::filesystem::remove(file_); }

    Result<std::unique_ptr<const Messages>> load(const std::string& bytes) {
        EXPECT_TRUE(write_file(file_, bytes));
        return Messages::load(Language::russian, file_);
    }

private:
    std::filesystem::path file_;
};

TEST_F(MessagesTest, FindsTextsContextsAndForms) {
    const auto loaded = load(mo_file(
        {{"", header},
         {"Open", "Открыть"},
         {std::string("view\4Open"), "Открыт"},
         {std::string("{} block\0{} blocks", 18), std::string("{} блок\0{} блока\0{} блоков", 12 + 1 + 14 + 1 + 15)}}));
    ASSERT_TRUE(loaded) << loaded.error().text();
    const Messages& messages = **loaded;
    EXPECT_STREQ(messages.find(nullptr, "Open"), "Открыть");
    EXPECT_STREQ(messages.find("view", "Open"), "Открыт");
    EXPECT_EQ(messages.find(nullptr, "Close"), nullptr);
    EXPECT_STREQ(messages.find(nullptr, 1, "{} block"), "{} блок");
    EXPECT_STREQ(messages.find(nullptr, 3, "{} block"), "{} блока");
    EXPECT_STREQ(messages.find(nullptr, 11, "{} block"), "{} блоков");
    EXPECT_EQ(messages.find("view", 3, "{} block"), nullptr);
    EXPECT_STREQ(messages.find(nullptr, 8'000'000'021, "{} block"), "{} блок");
}

TEST_F(MessagesTest, RejectsDamagedFiles) {
    const std::string sound = mo_file({{"", header}, {"Open", "Открыть"}});
    ASSERT_TRUE(load(sound));
    EXPECT_FALSE(load(""));
    EXPECT_FALSE(load("not a file of translations, but long enough for a header"));
    for (size_t length = 0; length < sound.size(); length += 7)
        EXPECT_FALSE(load(sound.substr(0, length))) << "cut after " << length << " bytes";
    for (size_t at = 8; at < 28; at += 4) { // counts and offsets in the header
        std::string wrong = sound;
        std::memset(wrong.data() + at, 0x7f, 4);
        EXPECT_FALSE(load(wrong)) << "word at " << at;
    }
}

} // namespace
} // namespace warpscope
