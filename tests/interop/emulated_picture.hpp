// Runs the picture kernels of the GPU in the emulator.
#pragma once

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

#include "interop/picture.hpp"
#include "interop/shades.hpp"
#include "metrics/measure.hpp"
#include "ptx/parser.hpp"

namespace warpscope::interop {

/// Runs the plan in the emulator and returns the last buffer's contents.
inline std::vector<uint8_t> emulated(const std::string& ptx, const ExecutionPlan& plan) {
    auto module = ptx::parse(ptx, "picture.ptx");
    EXPECT_TRUE(module) << module.error().text();
    auto program = simt::Program::build(std::make_shared<const ptx::Module>(std::move(*module)));
    EXPECT_TRUE(program) << program.error().text();
    const auto measured = metrics::measure(*program, plan);
    EXPECT_TRUE(measured) << measured.error().text();
    EXPECT_EQ((*measured)->launches()[0].finding_count, 0u);
    const HostBuffer target = (*measured)->buffer(static_cast<uint32_t>(plan.buffers.size() - 1));
    std::vector<uint8_t> bytes(target.bytes->size());
    std::memcpy(bytes.data(), target.bytes->data(), bytes.size());
    return bytes;
}

/// Returns the shade of each element of `data`, as the emulated kernels compute it.
inline std::vector<uint8_t> emulated_shades(ElementType type, const Bytes& data) {
    const auto count = static_cast<uint32_t>(data.size() / size_of(type));
    auto start = std::make_shared<Bytes>(range_bytes);
    std::fill_n(start->begin(), range_bytes / 2, std::byte{0xff});
    ExecutionPlan plan;
    plan.buffers.push_back(
        {{"source", type, 1, {count, 1, 1}}, BufferRole::input, std::make_shared<const Bytes>(data)});
    plan.buffers.push_back({{"range", ElementType::u64, 1, {2, 1, 1}}, BufferRole::scratch, std::move(start)});
    plan.buffers.push_back({{"target", ElementType::u8, 1, {count, 1, 1}}, BufferRole::output, {}});
    const ScalarArgument elements{"elements", ElementType::u64, static_cast<double>(count)};
    plan.launches.push_back({find_range, shades_launch(count), {BufferArgument{1}, BufferArgument{0}, elements}});
    plan.launches.push_back(
        {to_shades, shades_launch(count), {BufferArgument{2}, BufferArgument{0}, BufferArgument{1}, elements}});
    return emulated(shades_ptx(type), plan);
}

/// Returns RGBA texels, row 0 first, of a buffer of bytes. The emulator has no surfaces, so it runs the kernel that
/// writes to memory. The kernel for surfaces differs only in its last store.
inline std::vector<uint8_t> emulated_picture(const Picture& picture, const std::vector<uint8_t>& data) {
    const std::string& both = picture_ptx();
    const PictureLayout& layout = picture.layout;
    const auto* bytes = reinterpret_cast<const std::byte*>(data.data());
    ExecutionPlan plan;
    plan.buffers.push_back({{"source", ElementType::u8, picture.channels, {static_cast<uint32_t>(picture.cells), 1, 1}},
                            BufferRole::input,
                            std::make_shared<const Bytes>(bytes, bytes + picture.elements())});
    plan.buffers.push_back({{"target", ElementType::u8, 4, {layout.width, layout.height, 1}}, BufferRole::output, {}});
    const auto number = [](const char* name, uint32_t value) {
        return ScalarArgument{name, ElementType::u32, static_cast<double>(value)};
    };
    plan.launches.push_back(
        {picture_to_buffer,
         picture_launch(layout.width, layout.height),
         {BufferArgument{1}, BufferArgument{0}, number("width", layout.width), number("height", layout.height),
          number("channels", picture.channels), number("slice_width", layout.slice_width),
          number("slice_height", layout.slice_height), number("columns", layout.columns), number("gap", layout.gap),
          number("transposed", layout.transposed ? 1 : 0),
          ScalarArgument{"cells", ElementType::u64, static_cast<double>(picture.cells)}}});
    return emulated(both.substr(0, both.find(".visible .entry ws_picture_to_surface")), plan);
}

} // namespace warpscope::interop
