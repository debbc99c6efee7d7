#include "program/linkage.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/process/subprocess.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> runtime_names{"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13"};
Message how_to_build() {
    return msg("rebuild it with nvcc and {}", "-cudart shared -gencode arch=compute_90,code=compute_90 -lineinfo -g");
}

class Image {
public:
    explicit Image(std::string bytes)
        : bytes_(std::move(bytes)) {}
    template<class T>
    [[nodiscard]] std::optional<T> at(uint64_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
        T value{};
        std::memcpy(&value, bytes_.data() + offset, sizeof(T));
        return value;
    }
    [[nodiscard]] std::string text_at(uint64_t offset) const {
        if (offset >= bytes_.size()) return {};
        const size_t end = bytes_.find('\0', offset);
        return end == std::string::npos ? std::string() : bytes_.substr(offset, end - offset);
    }
    [[nodiscard]] bool contains(std::string_view text) const { return bytes_.find(text) != std::string::npos; }

private:
    std::string bytes_;
};

std::optional<Image> read_image(const fs::path& file) {
    auto contents = read_file(file);
    return contents ? std::optional(Image(std::move(*contents))) : std::nullopt;
}

std::vector<Elf64_Phdr> segments_of(const Image& image) {
    std::vector<Elf64_Phdr> segments;
    const auto header = image.at<Elf64_Ehdr>(0);
    if (!header) return segments;
    for (uint64_t i = 0; i < header->e_phnum; ++i)
        if (const auto segment = image.at<Elf64_Phdr>(header->e_phoff + i * sizeof(Elf64_Phdr)))
            segments.push_back(*segment);
    return segments;
}

Result<std::vector<std::string>> needed_in(const Image& image, const fs::path& file) {
    const auto header = image.at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
        return fail(ErrorKind::usage, msg("{} is not a 64-bit program.", file.string()));
    const std::vector<Elf64_Phdr> segments = segments_of(image);
    std::vector<uint64_t> names;
    uint64_t table = 0;
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type != PT_DYNAMIC) continue;
        for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment.p_filesz; at += sizeof(Elf64_Dyn)) {
            const auto entry = image.at<Elf64_Dyn>(segment.p_offset + at);
            if (!entry || entry->d_tag == DT_NULL) break;
            if (entry->d_tag == DT_NEEDED) names.push_back(entry->d_un.d_val);
            if (entry->d_tag == DT_STRTAB) table = entry->d_un.d_ptr;
        }
    }
    for (const Elf64_Phdr& segment : segments)
        if (segment.p_type == PT_LOAD && table >= segment.p_vaddr && table - segment.p_vaddr < segment.p_filesz) {
            table = segment.p_offset + (table - segment.p_vaddr);
            break;
        }
    std::vector<std::string> libraries;
    libraries.reserve(names.size());
    for (const uint64_t name : names) libraries.push_back(image.text_at(table + name));
    return libraries;
}

} // namespace

bool is_executable(const fs::path& file) {
    constexpr size_t head = 64 * 1024; // usually contains the segment table
    std::error_code error;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || !fs::is_regular_file(file, error)) return false;
    std::string bytes(head, '\0');
    stream.read(bytes.data(), head);
    bytes.resize(static_cast<size_t>(stream.gcount()));
    const Image image(std::move(bytes));
    const auto header = image.at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    if (header->e_type == ET_EXEC) return true;
    return header->e_type == ET_DYN && std::ranges::any_of(segments_of(image), [](const Elf64_Phdr& segment) {
               return segment.p_type == PT_INTERP;
           });
}

Result<fs::path> find_program(const std::string& name) {
    const fs::path file = name.find('/') == std::string::npos ? fs::path(find_on_path(name)) : fs::path(name);
    const auto image = file.empty() ? std::nullopt : read_image(file);
    if (!image)
        return fail(ErrorKind::environment, msg("There is no program '{}'.", name),
                    msg("put ./ before the name of a program in this folder"));
    const auto needed = needed_in(*image, file);
    if (!needed) return tl::unexpected(needed.error());
    for (const std::string& library : *needed) {
        if (std::ranges::find(runtime_names, library) != runtime_names.end()) return fs::absolute(file);
        if (library.starts_with("libcudart.so"))
            return fail(
                ErrorKind::environment,
                msg("{} is linked to {}; only runtime versions 11 to 13 are supported.", file.string(), library),
                how_to_build());
    }
    if (image->contains(".nv_fatbin"))
        return fail(ErrorKind::environment,
                    msg("{} contains the CUDA runtime (nvcc's default), so it cannot be replaced.", file.string()),
                    how_to_build());
    return fs::absolute(file); // accepted, because a library of the program may use the runtime
}

} // namespace warpscope::program
