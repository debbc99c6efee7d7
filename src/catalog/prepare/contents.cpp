#include "catalog/prepare/contents.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>

#include "catalog/text/caption.hpp"
#include "input/input.hpp"
#include "input/values.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

bool begins_with_pattern(const std::string& contents) {
    const std::string word = contents.substr(0, contents.find_first_of(":,"));
    return std::ranges::any_of(std::array{input::Pattern::gradient, input::Pattern::checkerboard, input::Pattern::noise,
                                          input::Pattern::index, input::Pattern::impulse},
                               [&](input::Pattern pattern) { return input::name_of(pattern) == word; });
}

Result<input::InputSpec> contents_spec(const std::string& contents, const Shape& shape) {
    std::error_code error;
    if (!begins_with_pattern(contents) && std::filesystem::is_regular_file(contents, error)) {
        input::InputSpec file;
        file.file = contents;
        return file;
    }
    std::string text = contents;
    const size_t end = contents.find_first_of(":,/.");
    if (end == std::string::npos || contents[end] == ',')
        text = fmt::format("{}:1{}", contents.substr(0, end), end == std::string::npos ? "" : contents.substr(end));
    auto spec = input::parse_spec(text);
    if (spec && text != contents && !spec->is_file()) spec->shape = shape;
    return spec;
}

Result<HostBuffer> load_contents(const std::string& contents, const BufferLayout& layout) {
    const Shape& shape = layout.shape;
    const auto spec = contents_spec(contents, shape);
    if (!spec) return tl::unexpected(spec.error());
    if (spec->is_file()) {
        const std::filesystem::path path(contents);
        const auto extension = path.extension();
        const bool values = extension == ".csv" || extension == ".bin" || extension == ".txt";
        const bool image = extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".bmp";
        // Files that are not images contain raw elements.
        if (values || (!image && !input::probe_image(path))) return input::load_values(path, layout);
    }
    auto made = input::make_input(*spec, layout.type, layout.channels);
    if (made && made->layout.shape != shape)
        return fail(ErrorKind::usage,
                    msg("'{}' has {} x {} x {} cells, but the buffer '{}' has {} x {} x {}.", contents,
                        made->layout.shape.width, made->layout.shape.height, made->layout.shape.depth, layout.name,
                        shape.width, shape.height, shape.depth));
    return made;
}

} // namespace

bool names_file(const std::string& contents) {
    if (plain_number(contents)) return false;
    const auto spec = contents_spec(contents, {});
    return !spec || spec->is_file();
}

Result<std::shared_ptr<const Bytes>> make_contents(const std::string& contents, const BufferLayout& layout) {
    if (const auto value = plain_number(contents)) {
        Bytes filled(layout.bytes());
        for (uint64_t i = 0; i < layout.elements(); ++i) store_element(filled.data(), layout.type, i, *value);
        return std::make_shared<const Bytes>(std::move(filled));
    }
    return load_contents(contents, layout).map([](const HostBuffer& made) { return made.bytes; });
}

} // namespace warpscope::catalog
