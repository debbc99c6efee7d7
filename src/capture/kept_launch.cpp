#include "capture/kept_launch.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"

namespace warpscope::capture {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

fs::path description(const fs::path& folder, uint32_t launch) { return folder / fmt::format("launch-{}.json", launch); }

uint8_t digit(char c) { return static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

std::vector<std::byte> bytes_of(const std::string& hex) {
    std::vector<std::byte> out;
    for (size_t i = 0; i + 1 < hex.size(); i += 2)
        out.push_back(static_cast<std::byte>(digit(hex[i]) << 4 | digit(hex[i + 1])));
    return out;
}

Dim3 dims(const Json& d) { return {d.at(0).get<uint32_t>(), d.at(1).get<uint32_t>(), d.at(2).get<uint32_t>()}; }

KeptTexture texture_of(const Json& json) {
    KeptTexture kept;
    kept.at = json.at("at").get<uint32_t>();
    simt::Texture& t = kept.texture;
    t.address = json.at("begin").get<uint64_t>();
    t.resource = json.at("linear_memory").get<bool>() ? simt::TextureResource::linear : simt::TextureResource::array;
    t.dimensions = json.at("dimensions").get<uint8_t>();
    t.width = json.at("width").get<uint64_t>();
    t.height = json.at("height").get<uint32_t>();
    t.row_bytes = json.at("row_bytes").get<uint64_t>();
    t.layer_bytes = t.row_bytes * t.height;
    t.channels = json.at("channels").get<uint8_t>();
    t.channel_bytes = json.at("channel_bytes").get<uint8_t>();
    t.format = static_cast<simt::TexelFormat>(json.at("format").get<int>());
    t.settings.linear = json.at("linear").get<bool>();
    t.settings.normalized_coordinates = json.at("normalized_coordinates").get<bool>();
    t.settings.normalized_values = json.at("normalized_values").get<bool>();
    for (size_t axis = 0; axis < t.settings.address.size(); ++axis)
        t.settings.address[axis] = static_cast<AddressMode>(json.at("address").at(axis).get<int>());
    t.settings.border = std::bit_cast<std::array<float, 4>>(json.at("border").get<std::array<uint32_t, 4>>());
    return kept;
}

/// Ignores folders in `name`, which could lead out of `folder`.
fs::path inside(const fs::path& folder, const std::string& name) { return folder / fs::path(name).filename(); }

} // namespace

bool is_kept(const fs::path& folder, uint32_t launch) {
    std::error_code error;
    return fs::is_regular_file(description(folder, launch), error);
}

Result<Bytes> read_contents(const KeptMemory& memory) {
    std::ifstream stream(memory.contents, std::ios::binary);
    Bytes out(memory.bytes);
    if (!stream.seekg(static_cast<std::streamoff>(memory.contents_offset)) ||
        !stream.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(memory.bytes)))
        return fail(ErrorKind::environment, msg("{} cannot be read, or has less than {} bytes.",
                                                memory.contents.string(), memory.contents_offset + memory.bytes));
    return out;
}

std::vector<uint64_t> cut_at_pointers(KeptLaunch& launch) {
    std::vector<uint64_t> cut;
    std::vector<KeptMemory> parts;
    for (const KeptMemory& whole : launch.memory) {
        std::set<uint64_t> pointers;
        for (const uint32_t at : launch.pointers) {
            if (!whole.is_pointed_at()) continue;
            uint64_t word = 0;
            std::memcpy(&word, launch.parameters.data() + at, sizeof(word));
            if (word >= whole.begin && word - whole.begin < whole.bytes) pointers.insert(word);
        }
        if (pointers.empty() || pointers == std::set{whole.begin}) {
            parts.push_back(whole);
            continue;
        }
        if (whole.number) cut.push_back(*whole.number);
        for (auto pointer = pointers.begin(); pointer != pointers.end(); ++pointer) {
            KeptMemory& part = parts.emplace_back(whole);
            part.begin = *pointer;
            const auto next = std::next(pointer);
            part.bytes = (next == pointers.end() ? whole.begin + whole.bytes : *next) - *pointer;
            part.contents_offset = *pointer - whole.begin;
            if (whole.pitch != 0 && part.contents_offset % whole.pitch != 0) part.pitch = part.row_bytes = 0;
        }
    }
    launch.memory = std::move(parts);
    return cut;
}

Result<KeptLaunch> read_kept(const fs::path& folder, uint32_t launch) {
    const auto text = read_file(description(folder, launch));
    if (!text) return fail(ErrorKind::failed, msg("Launch {} was not kept in this run.", launch + 1));
    try {
        const Json json = Json::parse(*text);
        KeptLaunch out;
        out.number = json.at("launch").get<uint32_t>();
        out.kernel = json.at("kernel").get<std::string>();
        out.symbol = json.at("symbol").get<std::string>();
        out.ptx = inside(folder, json.at("ptx").get<std::string>());
        out.config.grid = dims(json.at("grid"));
        out.config.block = dims(json.at("block"));
        out.config.dynamic_shared_bytes = json.at("shared_bytes_dynamic").get<uint32_t>();
        out.config.cooperative = json.at("cooperative").get<bool>();
        out.parameters = bytes_of(json.at("parameters").get<std::string>());
        out.pointers = json.at("pointers").get<std::vector<uint32_t>>();
        std::erase_if(out.pointers, [&](uint64_t at) { return at + sizeof(uint64_t) > out.parameters.size(); });
        for (const Json& one : json.at("memory")) {
            KeptMemory& memory = out.memory.emplace_back();
            memory.begin = one.value("begin", uint64_t{0});
            memory.bytes = one.at("bytes").get<uint64_t>();
            if (one.contains("number")) memory.number = one["number"].get<uint64_t>();
            memory.row_bytes = one.value("row_bytes", uint64_t{0});
            memory.pitch = one.value("pitch", uint64_t{0});
            memory.variable = one.value("variable", "");
            if (one.contains("file")) memory.contents = inside(folder, one["file"].get<std::string>());
            memory.defined = one.contains("file") || one.value("zero", false);
            memory.holds_addresses = one.value("holds_addresses", false);
        }
        for (const Json& one : json.value("textures", Json::array())) out.textures.push_back(texture_of(one));
        std::erase_if(out.textures,
                      [&](const KeptTexture& one) { return one.at + sizeof(uint64_t) > out.parameters.size(); });
        return out;
    } catch (const Json::exception& problem) {
        return fail(ErrorKind::failed, msg("{} is damaged: {}", description(folder, launch).string(), problem.what()));
    }
}

} // namespace warpscope::capture
