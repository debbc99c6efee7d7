#include <array>
#include <bit>
#include <cstring>

#include <nlohmann/json.hpp>

#include "runtime/launch_keeper.hpp"

namespace warpscope::runtime {

std::vector<GivenTexture> textures_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                      const Allocations& allocations) {
    std::vector<GivenTexture> found;
    const simt::TextureTable& textures = allocations.memory()->textures();
    for (const auto& parameter : kernel.program->parameters(kernel.index))
        for (uint64_t at = 0; at + sizeof(uint64_t) <= parameter.bytes; at += sizeof(uint64_t)) {
            uint64_t word = 0;
            std::memcpy(&word, parameters.data() + parameter.offset + at, sizeof(word));
            if (const simt::Texture* texture = textures.find(word))
                found.push_back({static_cast<uint32_t>(parameter.offset + at), texture});
        }
    return found;
}

nlohmann::ordered_json json_of(const GivenTexture& given) {
    const simt::Texture& t = *given.texture;
    nlohmann::ordered_json address = nlohmann::ordered_json::array();
    for (const AddressMode mode : t.settings.address) address.push_back(static_cast<int>(mode));
    return {{"at", given.at},
            {"begin", t.address},
            {"linear_memory", t.resource == simt::TextureResource::linear},
            {"dimensions", t.dimensions},
            {"width", t.width},
            {"height", t.height},
            {"row_bytes", t.row_bytes},
            {"channels", t.channels},
            {"channel_bytes", t.channel_bytes},
            {"format", static_cast<int>(t.format)},
            {"linear", t.settings.linear},
            {"normalized_coordinates", t.settings.normalized_coordinates},
            {"normalized_values", t.settings.normalized_values},
            {"address", address},
            {"border", std::bit_cast<std::array<uint32_t, 4>>(t.settings.border)}};
}

} // namespace warpscope::runtime
