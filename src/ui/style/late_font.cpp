#include "ui/style/late_font.hpp"

#include <map>
#include <span>
#include <vector>

#include <fcntl.h>
#include <imgui_internal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope::ui {

namespace {

constexpr ImWchar first_letter = 0x2e80;

struct LateFont {
    std::string file;
    ImU32 index = 0;
    float scale = 1;
};
std::vector<LateFont> late_fonts; // by ImFontConfig::FontNo, until loaded

/// Maps a file into memory once, until the program ends. Returns nothing if unreadable.
std::span<unsigned char> mapped(const std::string& file) {
    static std::map<std::string, std::span<unsigned char>> all;
    const auto [at, fresh] = all.try_emplace(file);
    if (!fresh) return at->second;
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return {};
    struct stat status {};
    if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
        const auto size = static_cast<size_t>(status.st_size);
        // ImGui requires writable memory but does not write.
        void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
        if (memory != MAP_FAILED) at->second = {static_cast<unsigned char*>(memory), size};
    }
    close(descriptor);
    return at->second;
}

const ImFontLoader& outlines() { return *ImFontAtlasGetFontLoaderForStbTruetype(); }

bool is_ready(ImFontAtlas* atlas, ImFontConfig* source, ImWchar letter) {
    if (source->FontLoaderData != nullptr) return true;
    if (letter < first_letter || source->FontData != nullptr) return false; // an earlier attempt failed
    const LateFont& font = late_fonts[source->FontNo];
    const std::span<unsigned char> bytes = mapped(font.file);
    if (bytes.empty()) return false;
    source->FontData = bytes.data();
    source->FontDataSize = static_cast<int>(bytes.size());
    source->FontDataOwnedByAtlas = false;
    source->FontNo = font.index;
    source->SizePixels = source->DstFont->Sources[0]->SizePixels * font.scale;
    return outlines().FontSrcInit(atlas, source);
}

bool contains(ImFontAtlas* atlas, ImFontConfig* source, ImWchar letter) {
    return is_ready(atlas, source, letter) && outlines().FontSrcContainsGlyph(atlas, source, letter);
}

bool load(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* /*unused*/, ImWchar letter,
          ImFontGlyph* glyph, float* only_advance) {
    return is_ready(atlas, source, letter) &&
           outlines().FontBakedLoadGlyph(atlas, source, baked, nullptr, letter, glyph, only_advance);
}

void destroy(ImFontAtlas* atlas, ImFontConfig* source) {
    if (source->FontLoaderData != nullptr) outlines().FontSrcDestroy(atlas, source);
}

} // namespace

void add_late_font(const std::string& file, int index, float scale) {
    static const ImFontLoader loader = [] {
        ImFontLoader made;
        made.Name = "late";
        made.FontSrcDestroy = destroy;
        made.FontSrcContainsGlyph = contains;
        made.FontBakedLoadGlyph = load;
        return made;
    }();
    ImFontConfig config;
    config.MergeMode = true;
    config.FontLoader = &loader;
    config.FontNo = static_cast<ImU32>(late_fonts.size());
    late_fonts.push_back({file, static_cast<ImU32>(index), scale});
    ImGui::GetIO().Fonts->AddFont(&config);
}

} // namespace warpscope::ui
