#include "serve/qr_code.hpp"

#include <memory>

#include <qrencode.h>

namespace warpscope::serve {

std::string qr_code(const std::string& text) {
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M),
                                                               &QRcode_free);
    if (!code) return {};
    constexpr int border = 2; // light margin, required by readers
    const auto is_dark = [&](int x, int y) {
        const bool inside = x >= 0 && y >= 0 && x < code->width && y < code->width;
        return inside && (code->data[y * code->width + x] & 1) != 0;
    };
    std::string out;
    for (int y = -border; y < code->width + border; y += 2) {
        out += "\x1b[30;107m"; // black on white
        for (int x = -border; x < code->width + border; ++x) {
            const bool top = is_dark(x, y), bottom = is_dark(x, y + 1);
            out += top && bottom ? "█" : top ? "▀" : bottom ? "▄" : " ";
        }
        out += "\x1b[0m\n";
    }
    return out;
}

} // namespace warpscope::serve
