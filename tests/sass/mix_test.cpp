#include "sass/mix.hpp"
#include "sass/resources.hpp"
#include "stored.hpp"

namespace warpscope::sass {
namespace {

TEST(Mix, KnowsEveryOpcodeOfTheListings) {
    for (const char* kernel : {"reduction_simple", "convolution_tiled", "atomics_tour_exchange"})
        for (const char* device : {"75", "80", "90"})
            for (const Function& function : stored_listing(kernel, device).functions)
                for (const Instruction& in : function.instructions)
                    EXPECT_NE(class_of(in), InstructionClass::other) << in.text();
}

TEST(Mix, TellsMovesFromArithmetic) {
    const auto class_of_text = [](const char* opcode, const char* operands) {
        Instruction in;
        in.opcode = opcode;
        in.operands = operands;
        return class_of(in);
    };
    EXPECT_EQ(class_of_text("IMAD.MOV.U32", "R6, RZ, RZ, RZ"), InstructionClass::move);
    EXPECT_EQ(class_of_text("IMAD.WIDE", "R4, R7, 0x4, R4"), InstructionClass::integer);
    EXPECT_EQ(class_of_text("HFMA2.MMA", "R6, -RZ, RZ, 0, 0"), InstructionClass::move);
    EXPECT_EQ(class_of_text("LDGSTS.E", "[R1], [R2.64]"), InstructionClass::global_memory);
    EXPECT_EQ(class_of_text("LDGDEPBAR", ""), InstructionClass::synchronization);
    EXPECT_EQ(class_of_text("FROBNICATE", "R1"), InstructionClass::other);
}

TEST(Mix, AddsUpByLine) {
    const Listing listing = stored_listing("convolution_tiled", "90");
    const LineMix sum = mix_of(listing.functions.front());
    EXPECT_EQ(sum.instructions, listing.functions.front().instructions.size());
    uint32_t instructions = 0;
    for (const LineMix& line : mix_by_line(listing.functions.front())) {
        instructions += line.instructions;
        // Line 28 has 25 reads of the tile.
        const uint32_t shared = line.classes[static_cast<size_t>(InstructionClass::shared_memory)];
        EXPECT_EQ(line.line == 28, shared == 25u) << line.line;
        // Line 17 stores a ghost cell under a predicate.
        EXPECT_TRUE(line.line != 17 || line.predicated == 1u);
    }
    EXPECT_EQ(instructions, sum.instructions);
}

TEST(Resources, AreReadFromTheLog) {
    const auto of_kernel = parse_resources(stored_text("convolution_tiled.90.log"));
    ASSERT_EQ(of_kernel.size(), 1u);
    const Resources& needs = of_kernel.begin()->second;
    EXPECT_EQ(of_kernel.begin()->first, "_Z11convolutionPfPKfii");
    EXPECT_EQ(needs.shared_bytes, 4096u);
    EXPECT_EQ(needs.barriers, 1u);
    EXPECT_GT(needs.registers, 8u);
    EXPECT_EQ(needs.stack_bytes, 0u);
    const auto spilled =
        parse_resources("ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
                        "ptxas info    : Function properties for k\n"
                        "    48 bytes stack frame, 44 bytes spill stores, 40 bytes spill loads\n"
                        "ptxas info    : Used 24 registers, used 0 barriers, 48 bytes cumulative stack size\n");
    EXPECT_EQ(spilled.at("k").stack_bytes, 48u);
    EXPECT_EQ(spilled.at("k").spill_store_bytes, 44u);
    EXPECT_EQ(spilled.at("k").spill_load_bytes, 40u);
    EXPECT_EQ(spilled.at("k").registers, 24u);
}

} // namespace
} // namespace warpscope::sass
