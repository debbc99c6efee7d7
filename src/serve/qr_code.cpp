#include "serve/qr_code.hpp"

#include <memory>

#include <qrencode.h>

namespace warpscope::serve {

std::vector<std::string> qr_rows(const std::string& text) {
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M),
                                                               &QRcode_free);
    if (!code) return {};
    std::vector<std::string> rows(static_cast<size_t>(code->width), std::string(static_cast<size_t>(code->width), '0'));
    for (size_t y = 0; y < rows.size(); ++y)
        for (size_t x = 0; x < rows.size(); ++x)
            if ((code->data[y * rows.size() + x] & 1) != 0) rows[y][x] = '1';
    return rows;
}

std::string qr_code(const std::string& text) {
    const std::vector<std::string> rows = qr_rows(text);
    const int width = static_cast<int>(rows.size());
    if (width == 0) return {};
    constexpr int border = 2; // light margin, required by readers
    const auto is_dark = [&](int x, int y) {
        const bool inside = x >= 0 && y >= 0 && x < width && y < width;
        return inside && rows[static_cast<size_t>(y)][static_cast<size_t>(x)] == '1';
    };
    std::string out;
    for (int y = -border; y < width + border; y += 2) {
        out += "\x1b[30;107m"; // black on white
        for (int x = -border; x < width + border; ++x) {
            const bool top = is_dark(x, y), bottom = is_dark(x, y + 1);
            out += top && bottom ? "█" : top ? "▀" : bottom ? "▄" : " ";
        }
        out += "\x1b[0m\n";
    }
    return out;
}

} // namespace warpscope::serve
