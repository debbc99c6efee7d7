#include "scene/link.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "scene/base64.hpp"
#include "scene/compression.hpp"
#include "scene/course_pictures.hpp"

namespace warpscope::scene {
namespace {

constexpr std::string_view link_mark = "#s1=";
constexpr size_t longest_read_link = size_t{64} << 10; // bytes; newer programs may write longer links
constexpr uint64_t longest_link_text = uint64_t{1} << 20;

bool is_of_course(const LaunchSetup& source, const std::string& experiment_file) {
    return experiment_file.empty() && !source.text;
}

bool remove_ptx(Measured& measured) { return std::exchange(measured.given, std::nullopt).has_value(); }

bool remove_ptx(SavedScene& saved) {
    const bool removed = remove_ptx(saved.measured);
    return (saved.beside && remove_ptx(saved.beside->measured)) || removed;
}

/// Replaces a carried picture with the name of the course picture that has equal contents. Returns the name of the
/// unneeded file, or "".
std::string name_course_picture(LaunchSetup& source, const std::vector<CarriedFile>& files) {
    const auto carried = std::ranges::find(files, source.input.file, &CarriedFile::name);
    if (carried == files.end()) return {};
    const auto name = find_course_picture(carried->contents);
    return name ? std::exchange(source.input.file, *name) : std::string();
}

void name_course_pictures(SavedScene& saved) {
    // Erases files last, because both runs may use the same file.
    const std::string unneeded = name_course_picture(saved.scene.source, saved.files);
    const std::string unneeded_beside =
        saved.beside ? name_course_picture(saved.beside->source, saved.files) : std::string();
    std::erase_if(saved.files,
                  [&](const CarriedFile& file) { return file.name == unneeded || file.name == unneeded_beside; });
}

/// Replaces a user's picture with the course's sample. Returns whether the input was a user's picture.
bool replace_picture(LaunchSetup& source, Measured& measured, std::vector<CarriedFile>& files) {
    const std::string picture = source.input.file;
    if (picture.empty() || is_course_picture(picture)) return false;
    std::erase_if(files, [&](const CarriedFile& file) { return file.name == picture; });
    source.input = {.file = std::string(sample_picture)};
    measured.numbers.clear();
    return true;
}

bool replace_pictures(SavedScene& saved) {
    const bool replaced = replace_picture(saved.scene.source, saved.measured, saved.files);
    return (saved.beside && replace_picture(saved.beside->source, saved.beside->measured, saved.files)) || replaced;
}

std::optional<std::string> fitting_link(const SavedScene& saved, std::string_view address) {
    const std::string text = to_text(saved, PtxForm::readable);
    if (text.size() > longest_link_text) return std::nullopt;
    const std::string bytes = compress(text);
    if (bytes.empty()) return std::nullopt;
    std::string link = std::string(address) + std::string(link_mark) + to_base64url(bytes);
    return link.size() <= longest_link ? std::optional(std::move(link)) : std::nullopt;
}

Diagnostic too_long(const SavedScene& saved) {
    struct Part {
        Message name;
        size_t bytes;
    };
    std::vector<Part> parts{{msg("the kernel's source"), saved.scene.source.text.value_or("").size()},
                            {msg("notes"), 0}};
    for (const Note& note : saved.scene.notes) parts.back().bytes += note.words.size();
    parts.back().bytes += saved.notes.size();
    if (saved.beside)
        parts.push_back({msg("the other kernel's source"), saved.beside->source.text.value_or("").size()});
    for (const CarriedFile& file : saved.files) parts.push_back({Message::verbatim(file.name), file.contents.size()});
    const Part& largest = *std::ranges::max_element(parts, {}, &Part::bytes);
    return {ErrorKind::failed,
            msg("the scene is too long for a link of {} KiB. Its largest part: {} ({} KiB).", longest_link >> 10,
                largest.name, (largest.bytes + 1023) >> 10),
            {},
            msg("save the scene, and send the file")};
}

bool is_of_link(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
}

} // namespace

Result<SceneLink> make_link(SavedScene saved, std::string_view address) {
    saved.figure.reset();
    name_course_pictures(saved);
    if (is_of_course(saved.scene.source, saved.experiment_file)) remove_ptx(saved.measured);
    if (saved.beside && is_of_course(saved.beside->source, saved.beside->experiment_file))
        remove_ptx(saved.beside->measured);
    for (const bool has_ptx : {true, false})
        for (const bool has_pictures : {true, false}) {
            SavedScene shortened = saved;
            SceneLink link;
            link.lacks_ptx = !has_ptx && remove_ptx(shortened);
            link.lacks_pictures = !has_pictures && replace_pictures(shortened);
            if (link.lacks_ptx == has_ptx || link.lacks_pictures == has_pictures) continue; // nothing to omit
            auto text = fitting_link(shortened, address);
            if (!text) continue;
            link.text = std::move(*text);
            return link;
        }
    replace_pictures(saved);
    return tl::unexpected(too_long(saved));
}

bool is_link(std::string_view text) {
    const size_t begin = text.find("#s");
    if (begin == text.npos) return false;
    const size_t end = text.find_first_not_of("0123456789", begin + 2);
    return end != text.npos && end > begin + 2 && text[end] == '=';
}

Result<SavedScene> from_link(std::string_view link) {
    const size_t begin = link.find(link_mark);
    if (begin == link.npos)
        return fail(ErrorKind::failed, msg("The link was made by a newer Warpscope, or it is damaged."),
                    msg("update Warpscope, or copy the link again"));
    const std::string_view rest = link.substr(begin + link_mark.size());
    const std::string code(rest.begin(), std::ranges::find_if_not(rest, is_of_link));
    if (code.size() > longest_read_link)
        return fail(ErrorKind::failed,
                    msg("The link has {} KiB; the limit is {} KiB.", code.size() >> 10, longest_read_link >> 10),
                    msg("ask for the scene as a file"));
    const auto bytes = from_base64url(code);
    const auto text = bytes ? decompress(*bytes, longest_link_text) : std::nullopt;
    if (!text)
        return fail(ErrorKind::failed, msg("The link is damaged: part of it is missing or changed."),
                    msg("copy the whole link again, or ask for the scene as a file"));
    return from_text(*text, "link");
}

} // namespace warpscope::scene
