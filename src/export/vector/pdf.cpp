#include "export/vector/pdf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fmt/format.h>
#include <fontconfig/fontconfig.h>

#include "export/carried_scene.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

using drawing::Pattern;

template<auto destroy>
struct Destroy {
    void operator()(auto* p) const { destroy(p); }
};
template<class T, auto destroy>
using Owned = std::unique_ptr<T, Destroy<destroy>>;

struct Font {
    Owned<cairo_font_face_t, cairo_font_face_destroy> face;
    Owned<FcCharSet, FcCharSetDestroy> letters;

    [[nodiscard]] bool has(char32_t letter) const {
        return letters && FcCharSetHasChar(letters.get(), letter) == FcTrue;
    }
};

/// Returns the face's font; if `letter` is not 0, a substitute that has this letter.
Font font_of(drawing::Face face, char32_t letter = 0) {
    const bool mono = face == drawing::Face::mono || face == drawing::Face::mono_strong;
    const Owned<FcPattern, FcPatternDestroy> pattern(FcPatternCreate());
    if (letter != 0) {
        const Owned<FcCharSet, FcCharSetDestroy> wanted(FcCharSetCreate());
        FcCharSetAddChar(wanted.get(), letter);
        FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
        FcPatternAddString(pattern.get(), FC_LANG,
                           reinterpret_cast<const FcChar8*>("zh-cn")); // prefers Chinese glyph variants
    }
    for (const char* family : {mono ? "JetBrains Mono" : "Inter", mono ? "monospace" : "sans-serif"})
        FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT,
                        face == drawing::Face::strong        ? FC_WEIGHT_DEMIBOLD
                        : face == drawing::Face::mono_strong ? FC_WEIGHT_BOLD
                                                             : FC_WEIGHT_REGULAR);
    FcPatternAddBool(pattern.get(), FC_VARIABLE, FcFalse);
    FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult outcome{};
    const Owned<FcPattern, FcPatternDestroy> found(FcFontMatch(nullptr, pattern.get(), &outcome));
    Font font{Owned<cairo_font_face_t, cairo_font_face_destroy>(
                  cairo_ft_font_face_create_for_pattern(found ? found.get() : pattern.get())),
              nullptr};
    FcCharSet* letters = nullptr;
    if (found && FcPatternGetCharSet(found.get(), FC_CHARSET, 0, &letters) == FcResultMatch)
        font.letters.reset(FcCharSetCopy(letters));
    return font;
}

struct Stretch {
    std::string words;
    size_t font = 0;
};

class Page {
public:
    explicit Page(cairo_t* cairo)
        : cairo_(cairo) {
        for (size_t i = 0; i < fonts_.size(); ++i) fonts_[i].push_back(font_of(static_cast<drawing::Face>(i)));
    }

    void add(const drawing::Group& group) {
        cairo_save(cairo_);
        if (group.clip) {
            rectangle(*group.clip);
            cairo_clip(cairo_);
        }
        for (const drawing::Item& item : group.items) std::visit([this](const auto& one) { add(one); }, item.is);
        cairo_restore(cairo_);
    }

private:
    void color(uint32_t rgba) {
        cairo_set_source_rgba(cairo_, (rgba & 255) / 255.0, (rgba >> 8 & 255) / 255.0, (rgba >> 16 & 255) / 255.0,
                              (rgba >> 24) / 255.0);
    }
    void rectangle(const drawing::Rect& r) { cairo_rectangle(cairo_, r.x, r.y, r.width, r.height); }

    /// Returns whether to draw cells larger, because antialiasing would show seams.
    static bool widened(const drawing::Shape& shape) { return shape.style.crisp && shape.style.fill >> 24 == 255; }

    void outline(const drawing::Shape& shape) {
        const double more = widened(shape) ? 0.2 : 0;
        for (const drawing::Rect& r : shape.rects) rectangle({r.x, r.y, r.width + more, r.height + more});
        for (const drawing::Path& path : shape.paths) {
            for (size_t i = 0; i < path.points.size(); ++i)
                (i == 0 ? cairo_move_to : cairo_line_to)(cairo_, path.points[i].x, path.points[i].y);
            if (path.closed) cairo_close_path(cairo_);
        }
    }

    void add(const drawing::Shape& shape) {
        outline(shape);
        const bool fills = shape.style.fill != 0, strokes = shape.style.stroke != 0;
        // Overlaps of widened cells must not become holes.
        cairo_set_fill_rule(cairo_, widened(shape) ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD);
        if (fills && shape.style.pattern.kind != Pattern::Kind::none) {
            pattern(shape);
        } else if (fills) {
            color(shape.style.fill);
            strokes ? cairo_fill_preserve(cairo_) : cairo_fill(cairo_);
        }
        if (strokes) {
            color(shape.style.stroke);
            cairo_set_line_width(cairo_, shape.style.width);
            cairo_set_line_cap(cairo_, shape.style.square_ends ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT);
            cairo_stroke(cairo_);
        }
        cairo_new_path(cairo_);
    }

    void pattern(const drawing::Shape& shape) {
        const Pattern& p = shape.style.pattern;
        double left = 0, top = 0, right = 0, bottom = 0;
        cairo_fill_extents(cairo_, &left, &top, &right, &bottom);
        cairo_save(cairo_);
        cairo_clip(cairo_);
        color(shape.style.fill);
        const double first_x = p.origin.x + std::floor((left - p.origin.x) / p.period) * p.period;
        const double first_y = p.origin.y + std::floor((top - p.origin.y) / p.period) * p.period;
        const double height = bottom - top + 2 * p.period;
        if (p.kind == Pattern::Kind::dots || p.kind == Pattern::Kind::half) {
            for (double y = first_y; y < bottom; y += p.period)
                for (double x = first_x; x < right; x += p.period) {
                    if (p.kind == Pattern::Kind::dots) {
                        cairo_new_sub_path(cairo_);
                        cairo_arc(cairo_, x + p.period / 2, y + p.period / 2, p.width / 2, 0, 2 * 3.14159265358979);
                    } else {
                        cairo_move_to(cairo_, x, y);
                        cairo_line_to(cairo_, x + p.period, y + p.period);
                        cairo_line_to(cairo_, x, y + p.period);
                        cairo_close_path(cairo_);
                    }
                }
            cairo_fill(cairo_);
        } else {
            const double rows = std::ceil(height / p.period) * p.period;
            for (double x = first_x - rows; x < right + rows; x += p.period) {
                if (p.kind != Pattern::Kind::back_hatch) {
                    cairo_move_to(cairo_, x, first_y + rows);
                    cairo_line_to(cairo_, x + rows, first_y);
                }
                if (p.kind != Pattern::Kind::hatch) {
                    cairo_move_to(cairo_, x, first_y);
                    cairo_line_to(cairo_, x + rows, first_y + rows);
                }
            }
            cairo_set_line_width(cairo_, p.width);
            cairo_stroke(cairo_);
        }
        cairo_restore(cairo_);
    }

    size_t font_with(drawing::Face face, char32_t letter) {
        std::vector<Font>& fonts = fonts_[static_cast<size_t>(face)];
        const auto found = std::ranges::find_if(fonts, [&](const Font& font) { return font.has(letter); });
        if (found != fonts.end()) return static_cast<size_t>(found - fonts.begin());
        if (letter < 0x80 || !missing_.insert(letter).second) return 0;
        Font other = font_of(face, letter);
        if (!other.has(letter)) return 0;
        missing_.erase(letter);
        fonts.push_back(std::move(other));
        return fonts.size() - 1;
    }

    /// Splits words by font, because cairo does not substitute fonts.
    std::vector<Stretch> stretches(const drawing::Text& text) {
        std::vector<Stretch> out;
        for (size_t at = 0; at < text.words.size();) {
            FcChar32 letter = 0;
            const int bytes = FcUtf8ToUcs4(reinterpret_cast<const FcChar8*>(text.words.data() + at), &letter,
                                           static_cast<int>(text.words.size() - at));
            const size_t length = bytes > 0 ? static_cast<size_t>(bytes) : 1;
            const size_t font = font_with(text.face, letter);
            if (out.empty() || out.back().font != font) out.push_back({{}, font});
            out.back().words += text.words.substr(at, length);
            at += length;
        }
        return out;
    }

    void choose(const drawing::Text& text, const Stretch& stretch) {
        cairo_set_font_face(cairo_, fonts_[static_cast<size_t>(text.face)][stretch.font].face.get());
        cairo_set_font_size(cairo_, text.size);
    }

    void add(const drawing::Text& text) {
        const std::vector<Stretch> all = stretches(text);
        double width = 0;
        for (const Stretch& stretch : all) {
            choose(text, stretch);
            cairo_text_extents_t extents{};
            cairo_text_extents(cairo_, stretch.words.c_str(), &extents);
            width += extents.x_advance;
        }
        cairo_save(cairo_);
        cairo_translate(cairo_, text.at.x, text.at.y);
        // Scales to the planned width, because fonts and hinting change the width.
        if (width > 0 && text.width > 0) cairo_scale(cairo_, text.width / width, 1);
        cairo_move_to(cairo_, 0, 0);
        if (text.rim != 0) {
            for (const Stretch& stretch : all) {
                choose(text, stretch);
                cairo_text_path(cairo_, stretch.words.c_str());
            }
            color(text.rim);
            cairo_set_line_width(cairo_, 2 * text.rim_width);
            cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
            cairo_stroke(cairo_);
            cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_MITER);
            cairo_move_to(cairo_, 0, 0);
        }
        color(text.color);
        for (const Stretch& stretch : all) {
            choose(text, stretch);
            cairo_show_text(cairo_, stretch.words.c_str());
        }
        cairo_restore(cairo_);
    }

    void add(const drawing::Image& image) {
        const int width = static_cast<int>(image.columns), height = static_cast<int>(image.rows);
        const Owned<cairo_surface_t, cairo_surface_destroy> surface(
            cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
        if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
            too_large_ = true;
            return;
        }
        unsigned char* const data = cairo_image_surface_get_data(surface.get());
        const auto stride = static_cast<size_t>(cairo_image_surface_get_stride(surface.get()));
        for (size_t y = 0; y < image.rows; ++y)
            for (size_t x = 0; x < image.columns; ++x) {
                const uint8_t* from = &image.rgba[(y * image.columns + x) * 4];
                const auto times = [&](uint8_t c) { return static_cast<uint32_t>((c * from[3] + 127) / 255); };
                const uint32_t argb =
                    uint32_t{from[3]} << 24 | times(from[0]) << 16 | times(from[1]) << 8 | times(from[2]);
                *reinterpret_cast<uint32_t*>(data + y * stride + x * 4) = argb;
            }
        cairo_surface_mark_dirty(surface.get());
        cairo_save(cairo_);
        cairo_translate(cairo_, image.at.x, image.at.y);
        cairo_scale(cairo_, image.at.width / width, image.at.height / height);
        cairo_set_source_surface(cairo_, surface.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cairo_), image.smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
        cairo_rectangle(cairo_, 0, 0, width, height);
        cairo_fill(cairo_);
        cairo_restore(cairo_);
    }

public:
    [[nodiscard]] bool too_large() const { return too_large_; }

private:
    cairo_t* cairo_;
    std::array<std::vector<Font>, 4> fonts_; // for each drawing::Face, its font, then substitutes
    std::set<char32_t> missing_;
    bool too_large_ = false;
};

cairo_status_t append(void* out, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

Result<std::string> pdf_bytes(const drawing::Picture& picture, const drawing::Words& words) {
    std::string bytes;
    {
        const Owned<cairo_surface_t, cairo_surface_destroy> surface(
            cairo_pdf_surface_create_for_stream(append, &bytes, picture.width, picture.height));
        std::string description = words.description;
        for (const std::string& note : picture.notes) description += (description.empty() ? "" : "\n") + note;
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, words.title.c_str());
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, description.c_str());
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Warpscope");
        const Owned<cairo_t, cairo_destroy> cairo(cairo_create(surface.get()));
        Page page(cairo.get());
        page.add(picture.content);
        cairo_show_page(cairo.get());
        cairo_surface_finish(surface.get());
        const cairo_status_t status = cairo_status(cairo.get());
        if (page.too_large() || status != CAIRO_STATUS_SUCCESS)
            return fail(ErrorKind::failed,
                        msg("Cannot create the PDF: {}.",
                            page.too_large() ? msg("an image in it is too large") : cairo_status_to_string(status)),
                        msg("write a PNG or an SVG instead"));
    }
    if (words.scene.empty()) return bytes;
    return with_pdf_scene(bytes, words.scene);
}

} // namespace warpscope::exporting
