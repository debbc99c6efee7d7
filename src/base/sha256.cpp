#include "base/sha256.hpp"

#include <array>

#include <sha2.h>

namespace warpscope {

std::string sha256(std::string_view text) {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
    return SHA256Data(reinterpret_cast<const uint8_t*>(text.data()), text.size(), digits.data());
}

} // namespace warpscope
