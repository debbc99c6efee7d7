#include "export/vector/svg.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "export/carried_scene.hpp"
#include "export/png.hpp"
#include "scene/base64.hpp"

namespace warpscope::exporting {
namespace {

using drawing::Pattern;

std::string number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

/// Also drops control characters, which XML forbids.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t')
            out += c;
    }
    return out;
}

std::string color(uint32_t rgba) {
    return fmt::format("#{:02x}{:02x}{:02x}", rgba & 255, rgba >> 8 & 255, rgba >> 16 & 255);
}
double opacity(uint32_t rgba) { return (rgba >> 24) / 255.0; }

std::string_view fonts_of(drawing::Face face) {
    const bool mono = face == drawing::Face::mono || face == drawing::Face::mono_strong;
    return mono ? "'JetBrains Mono','DejaVu Sans Mono',monospace" : "Inter,'Helvetica Neue',Arial,sans-serif";
}
int weight_of(drawing::Face face) {
    return face == drawing::Face::strong ? 600 : face == drawing::Face::mono_strong ? 700 : 400;
}
constexpr std::array<std::string_view, 4> face_names{"text", "strong", "mono", "mono-strong"};

std::string path_data(const drawing::Shape& shape) {
    std::string d;
    for (const drawing::Rect& r : shape.rects)
        d += fmt::format("M{} {}H{}V{}H{}z", number(r.x), number(r.y), number(r.x + r.width), number(r.y + r.height),
                         number(r.x));
    for (const drawing::Path& path : shape.paths) {
        for (size_t i = 0; i < path.points.size(); ++i)
            d += fmt::format("{}{} {}", i == 0 ? "M" : "L", number(path.points[i].x), number(path.points[i].y));
        if (path.closed) d += "z";
    }
    return d;
}

class Writer {
public:
    Result<std::string> write(const drawing::Picture& picture, const drawing::Words& words) {
        for (size_t face = 0; face < face_names.size(); ++face) {
            const auto f = static_cast<drawing::Face>(face);
            rules_ +=
                fmt::format(".{}{{font-family:{};font-weight:{}}}\n", face_names[face], fonts_of(f), weight_of(f));
        }
        add(picture.content);
        if (failure_) return tl::unexpected(*failure_);
        std::string description = words.description;
        for (const std::string& note : picture.notes) description += (description.empty() ? "" : "\n") + note;
        std::string out = fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0}\" "
            "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"title description\">\n"
            "<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n",
            number(picture.width), number(picture.height), escaped(words.title), escaped(description));
        if (!words.scene.empty()) out += svg_scene(words.scene);
        return out + "<style>\n" + rules_ + "</style>\n<defs>\n" + definitions_ + "</defs>\n" + body_ + "</svg>\n";
    }

private:
    void add(const drawing::Shape& shape) {
        std::string attributes = look_of(shape.style, false);
        if (shape.rects.size() == 1 && shape.paths.empty() && !shape.style.crisp) {
            const drawing::Rect& r = shape.rects.front();
            body_ += fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", attributes, number(r.x),
                                 number(r.y), number(r.width), number(r.height));
        } else {
            if (shape.style.fill != 0 && shape.rects.size() + shape.paths.size() > 1)
                attributes += " fill-rule=\"evenodd\"";
            body_ += fmt::format("<path{} d=\"{}\"/>\n", attributes, path_data(shape));
        }
    }

    void add(const drawing::Text& text) {
        std::string rim;
        if (text.rim != 0)
            rim = fmt::format(" stroke=\"{}\" stroke-opacity=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
                              "paint-order=\"stroke\"",
                              color(text.rim), number(opacity(text.rim)), number(2 * text.rim_width));
        if (opacity(text.color) < 1) rim += fmt::format(" fill-opacity=\"{}\"", number(opacity(text.color)));
        // textLength keeps the layout if the viewer has other fonts.
        body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{} textLength=\"{}\" "
                             "lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>\n",
                             face_names[static_cast<size_t>(text.face)], number(text.at.x), number(text.at.y),
                             number(text.size), color(text.color), rim, number(std::max(text.width, 0.01)),
                             escaped(text.words));
    }

    void add(const drawing::Image& image) {
        const auto png = png_bytes(image.columns, image.rows, 4, reinterpret_cast<const std::byte*>(image.rgba.data()));
        if (!png) {
            failure_ = png.error();
            return;
        }
        body_ += fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
                             "style=\"image-rendering:{}\" xlink:href=\"data:image/png;base64,{}\"/>\n",
                             number(image.at.x), number(image.at.y), number(image.at.width), number(image.at.height),
                             image.smooth ? "auto" : "optimizeSpeed", scene::to_base64(*png));
    }

    void add(const drawing::Group& g) {
        if (g.items.empty()) return;
        std::string attributes;
        if (!g.name.empty()) attributes += fmt::format(" id=\"{}\"", unique(g.name));
        if (g.clip) attributes += fmt::format(" clip-path=\"url(#{})\"", clip_of(*g.clip));
        body_ += fmt::format("<g{}>\n", attributes);
        for (const drawing::Item& item : g.items) std::visit([this](const auto& one) { add(one); }, item.is);
        body_ += "</g>\n";
    }
    std::string unique(const std::string& name) {
        const int number = ++ids_[name];
        return number == 1 ? name : fmt::format("{}-{}", name, number);
    }

    std::string clip_of(const drawing::Rect& r) {
        const std::string key = fmt::format("{} {} {} {}", r.x, r.y, r.width, r.height);
        std::string& id = clips_[key];
        if (id.empty()) {
            id = fmt::format("clip-{}", clips_.size());
            definitions_ += fmt::format("<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>"
                                        "</clipPath>\n",
                                        id, number(r.x), number(r.y), number(r.width), number(r.height));
        }
        return id;
    }

    std::string look_of(const drawing::Style& style, bool plain) {
        std::vector<std::pair<std::string, std::string>> properties;
        const auto set = [&](const char* name, std::string value) { properties.emplace_back(name, std::move(value)); };
        if (style.fill == 0) {
            set("fill", "none");
        } else if (!plain && style.pattern.kind != Pattern::Kind::none) {
            set("fill", fmt::format("url(#{})", pattern_of(style)));
        } else {
            set("fill", color(style.fill));
            if (opacity(style.fill) < 1) set("fill-opacity", number(opacity(style.fill)));
        }
        if (style.stroke != 0) {
            set("stroke", color(style.stroke));
            if (opacity(style.stroke) < 1) set("stroke-opacity", number(opacity(style.stroke)));
            set("stroke-width", number(style.width));
            if (style.square_ends) set("stroke-linecap", "square");
        }
        if (style.crisp) set("shape-rendering", "crispEdges");
        std::string attributes, rule;
        for (const auto& [name, value] : properties) {
            attributes += fmt::format(" {}=\"{}\"", name, value);
            rule += fmt::format("{}{}:{}", rule.empty() ? "" : ";", name, value);
        }
        if (style.name.empty()) return attributes;
        std::vector<std::string>& rules = classes_[style.name];
        const auto known = std::ranges::find(rules, rule);
        const auto at = known - rules.begin();
        const std::string name = at == 0 ? style.name : fmt::format("{}-{}", style.name, at + 1);
        if (known == rules.end()) {
            rules.push_back(rule);
            rules_ += fmt::format(".{}{{{}}}\n", name, rule);
        }
        return fmt::format(" class=\"{}\"", name);
    }

    std::string pattern_of(const drawing::Style& style) {
        const Pattern& p = style.pattern;
        const std::string key = fmt::format("{} {} {} {} {} {} {}", style.name, static_cast<int>(p.kind), p.period,
                                            p.width, p.origin.x, p.origin.y, style.fill);
        std::string& id = patterns_[key];
        if (!id.empty()) return id;
        id = fmt::format("pattern-{}", patterns_.size());
        const std::string s = number(p.period), far = number(1.5 * p.period), near = number(-0.5 * p.period);
        // Lines extend into neighboring tiles, so that they join.
        const std::string rising = fmt::format("M{0} {1}L{1} {0}M{0} {2}L{2} {0}M{2} {3}L{3} {2}", near,
                                               number(0.5 * p.period), far, number(0.5 * p.period));
        const std::string falling =
            fmt::format("M{0} {0}L{1} {1}M{2} {0}L{1} {2}M{0} {2}L{2} {1}", near, far, number(0.5 * p.period));
        drawing::Style ink;
        if (!style.name.empty()) ink.name = style.name + "-ink";
        std::string inside;
        if (p.kind == Pattern::Kind::dots || p.kind == Pattern::Kind::half) {
            ink.fill = style.fill;
            inside = p.kind == Pattern::Kind::dots
                         ? fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", look_of(ink, true),
                                       number(p.period / 2), number(p.period / 2), number(p.width / 2))
                         : fmt::format("<path{} d=\"M0 0L{} {}L0 {}z\"/>", look_of(ink, true), s, s, s);
        } else {
            ink.stroke = style.fill;
            ink.width = p.width;
            const std::string lines = p.kind == Pattern::Kind::hatch        ? rising
                                      : p.kind == Pattern::Kind::back_hatch ? falling
                                                                            : rising + falling;
            inside = fmt::format("<path{} d=\"{}\"/>", look_of(ink, true), lines);
        }
        definitions_ += fmt::format("<pattern id=\"{}\" patternUnits=\"userSpaceOnUse\" x=\"{}\" y=\"{}\" "
                                    "width=\"{}\" height=\"{}\">{}</pattern>\n",
                                    id, number(p.origin.x), number(p.origin.y), s, s, inside);
        return id;
    }

    std::string rules_, definitions_, body_;
    std::map<std::string, int> ids_{{"title", 1}, {"description", 1}};
    std::map<std::string, std::string> clips_, patterns_;
    std::map<std::string, std::vector<std::string>> classes_; // rules by style name
    std::optional<Diagnostic> failure_;
};

} // namespace

Result<std::string> svg_text(const drawing::Picture& picture, const drawing::Words& words) {
    return Writer().write(picture, words);
}

} // namespace warpscope::exporting
