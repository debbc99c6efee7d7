#include "runtime/launch_keeper.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ptx/part.hpp"

namespace warpscope::runtime {
namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t pointer_bytes = 8;
constexpr uint32_t max_launches = 40; // not counting each kernel's first launch

std::optional<uint64_t> number_in(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return std::nullopt;
    uint64_t value = 0;
    const auto read = std::from_chars(text, text + std::strlen(text), value);
    return read.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

template<class Take>
void for_words(std::span<const std::byte> bytes, Take&& take) {
    for (size_t at = 0; at + pointer_bytes <= bytes.size(); at += pointer_bytes) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, pointer_bytes);
        take(word);
    }
}

bool all_zero(std::span<const std::byte> bytes) {
    return bytes.empty() ||
           (bytes[0] == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

bool holds_addresses(std::span<const std::byte> bytes, const Allocations& allocations,
                     const RegisteredMemory& registered) {
    bool found = false;
    for_words(bytes, [&](uint64_t word) {
        found = found || (allocations.covers(word) && allocations.find(word) != nullptr) || registered.holds(word);
    });
    return found;
}

std::string hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

bool is_initial(const ptx::Variable& variable, std::span<const std::byte> now) {
    if (!variable.relocations.empty()) return false;
    if (variable.initial.empty()) return all_zero(now);
    return std::ranges::equal(variable.initial, now);
}

} // namespace

std::vector<uint32_t> pointers_in(const Kernel& kernel, std::span<const std::byte> parameters,
                                  const Allocations& allocations) {
    std::vector<uint32_t> found;
    for (const auto& parameter : kernel.program->parameters(kernel.index)) {
        if (parameter.alignment < pointer_bytes) continue;
        for (uint32_t at = 0; at + pointer_bytes <= parameter.bytes; at += pointer_bytes) {
            uint64_t word = 0;
            std::memcpy(&word, parameters.data() + parameter.offset + at, pointer_bytes);
            if (allocations.covers(word) && allocations.find(word) != nullptr) found.push_back(parameter.offset + at);
        }
    }
    return found;
}

std::vector<const Allocated*> reached_by(const Kernel& kernel, std::span<const std::byte> parameters,
                                         const Allocations& allocations) {
    std::vector<const Allocated*> found;
    for (const uint32_t at : pointers_in(kernel, parameters, allocations)) {
        uint64_t word = 0;
        std::memcpy(&word, parameters.data() + at, pointer_bytes);
        const Allocated* const in = allocations.find(word);
        if (std::ranges::find(found, in) == found.end()) found.push_back(in);
    }
    for (const GivenTexture& given : textures_in(kernel, parameters, allocations)) {
        const Allocated* const in = allocations.find(given.texture->address);
        if (in != nullptr && std::ranges::find(found, in) == found.end()) found.push_back(in);
    }
    std::ranges::sort(found, {}, &Allocated::begin);
    return found;
}

LaunchKeeper::LaunchKeeper(std::string folder)
    : folder_(std::move(folder)) {
    if (folder_.empty()) return;
    budget_ = number_in("WARPSCOPE_KEEP_BYTES").value_or(0);
    if (const auto only = number_in("WARPSCOPE_KEEP_ONLY")) only_ = static_cast<uint32_t>(*only);
}

bool LaunchKeeper::write_file(const std::string& name, std::span<const std::byte> bytes) const {
    const int file = open((folder_ + "/" + name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    size_t written = 0;
    while (written < bytes.size()) {
        const ssize_t now = ::write(file, bytes.data() + written, bytes.size() - written);
        if (now <= 0) break;
        written += static_cast<size_t>(now);
    }
    if (close(file) == 0 && written == bytes.size()) return true;
    remove(name);
    return false;
}

void LaunchKeeper::remove(const std::string& name) const { unlink((folder_ + "/" + name).c_str()); }

bool LaunchKeeper::keep(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                        std::span<const std::byte> parameters, const Allocations& allocations,
                        const RegisteredMemory& registered) {
    if (only_ && launch != *only_) return false;
    const bool kept = write_launch(launch, kernel, config, parameters, allocations, registered);
    done_ = only_.has_value();
    return kept;
}

bool LaunchKeeper::write_launch(uint32_t launch, const Kernel& kernel, const LaunchConfig& config,
                                std::span<const std::byte> parameters, const Allocations& allocations,
                                const RegisteredMemory& registered) {
    const bool needed = only_ || !kept_kernels_.contains(&kernel);
    if (!needed && (kept_ >= budget_ / 2 || launches_kept_ >= max_launches)) return false;
    const auto [variables, is_new] = named_.try_emplace(&kernel);
    std::vector<const ptx::Variable*>& named = variables->second;
    if (is_new)
        for (const ptx::Variable& variable : kernel.program->module().variables)
            if (ptx::names_variable(kernel.program->module(), variable.name)) named.push_back(&variable);
    const simt::GlobalMemory& memory = *allocations.memory();
    struct Piece {
        Json about;
        std::span<const std::byte> bytes;
    };
    std::vector<Piece> pieces;
    uint64_t total = 0;
    const auto add = [&](Json about, std::span<const std::byte> bytes, bool may_be_undefined) {
        about["bytes"] = bytes.size();
        if (may_be_undefined && bytes.size() > budget_) {
            bytes = {}; // reading the bytes would allocate pages
        } else if (bytes.size() > budget_ || all_zero(bytes)) {
            total += bytes.size() > budget_ ? bytes.size() : 0;
            if (!may_be_undefined) about["zero"] = true;
            bytes = {};
        } else if (holds_addresses(bytes, allocations, registered)) {
            about["holds_addresses"] = true;
        }
        total += bytes.size();
        pieces.push_back({std::move(about), bytes});
    };
    const std::vector<const Allocated*> reached = reached_by(kernel, parameters, allocations);
    for (const Allocated* in : reached)
        if (in->number != 0) {
            Json about{{"number", in->number}, {"begin", in->begin}};
            if (in->pitch != 0) about.update({{"row_bytes", in->row_bytes}, {"pitch", in->pitch}});
            add(std::move(about), {memory.host(in->begin), in->bytes}, !in->has_contents);
        }
    for (const Allocated* in : reached)
        if (in->number == 0)
            for (const ptx::Variable& variable : kernel.program->module().variables)
                if (const auto index = kernel.device->symbol(variable.name); index && *index == in->index)
                    add({{"variable", variable.name}, {"begin", in->begin}}, {memory.host(in->begin), in->bytes},
                        false);
    for (const ptx::Variable* variable : named) {
        const auto index = kernel.device->symbol(variable->name);
        if (!index || std::ranges::find(reached, *index, &Allocated::index) != reached.end()) continue;
        const simt::Allocation& at = memory.allocations()[*index];
        const std::span<const std::byte> now{memory.host(at.begin), at.bytes};
        // A variable without an initial value is probably an output, so it is kept even if zero.
        const bool may_be_output = variable->space == ptx::Space::global && variable->initial.empty();
        if (may_be_output || !is_initial(*variable, now)) add({{"variable", variable->name}}, now, false);
    }
    if (kept_ + total > (needed ? budget_ : budget_ / 2)) return false;

    const uint32_t module = kernel.module->number();
    const std::string ptx_name = fmt::format("module-{}.ptx", module);
    if (!modules_.contains(module)) {
        const auto text = kernel.module->ptx();
        if (!text || !write_file(ptx_name, std::as_bytes(std::span(*text)))) return false;
        modules_.insert(module);
    }
    std::vector<std::string> written;
    const auto give_up = [&] {
        for (const std::string& name : written) remove(name);
        return false;
    };
    Json kept{{"launch", launch},
              {"kernel", kernel.name},
              {"symbol", kernel.symbol},
              {"ptx", ptx_name},
              {"grid", {config.grid.x, config.grid.y, config.grid.z}},
              {"block", {config.block.x, config.block.y, config.block.z}},
              {"shared_bytes_dynamic", config.dynamic_shared_bytes},
              {"cooperative", config.cooperative},
              {"parameters", hex(parameters)},
              {"pointers", pointers_in(kernel, parameters, allocations)}};
    for (const GivenTexture& given : textures_in(kernel, parameters, allocations))
        kept["textures"].push_back(json_of(given));
    Json& list = kept["memory"] = Json::array();
    for (Piece& piece : pieces) {
        if (!piece.bytes.empty()) {
            const std::string name = fmt::format("launch-{}-{}.bin", launch, list.size());
            if (!write_file(name, piece.bytes)) return give_up();
            written.push_back(name);
            piece.about["file"] = name;
        }
        list.push_back(std::move(piece.about));
    }
    // The description comes last, because it marks a completely saved launch.
    const std::string text = kept.dump(1, ' ', false, Json::error_handler_t::replace);
    const std::string name = fmt::format("launch-{}.json", launch);
    if (!write_file(name + ".part", std::as_bytes(std::span(text)))) return give_up();
    written.push_back(name + ".part");
    if (rename((folder_ + "/" + name + ".part").c_str(), (folder_ + "/" + name).c_str()) != 0) return give_up();
    kept_ += total;
    launches_kept_ += 1;
    kept_kernels_.insert(&kernel);
    return true;
}

} // namespace warpscope::runtime
