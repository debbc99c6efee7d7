// `warpscope check --sass` and `run --sass` with stored output of the assembler and the disassembler.
#include "command.hpp"

namespace warpscope::cli {
namespace {

/// An experiment that launches its kernel twice.
class MachineCode : public Command {
protected:
    MachineCode() {
        fs::copy_file(stored(".ptx"), file("simple.ptx"), fs::copy_options::overwrite_existing);
        write("simple.toml", R"toml(title = "Simple"
topic = "Tests"
summary = "Test."
order = 1
input = "index:2048"
[block]
x = 256
[[buffer]]
name = "input"
role = "input"
main = true
type = "f32"
[[buffer]]
name = "output"
role = "output"
type = "f32"
shape = [1]
owners = "many"
contents = 0
[[launch]]
kernel = "simple_sum"
grid = ["ceil_div(cells, 2 * block.x)"]
block = ["block.x"]
arguments = ["output", "input", "s32:cells"]
[[launch]]
kernel = "simple_sum"
grid = ["ceil_div(cells, 2 * block.x)"]
block = ["block.x"]
arguments = ["output", "input", "s32:cells"]
[[variant]]
name = "simple"
source = "simple.ptx"
)toml");
        write_tool("ptxas", "cat '" + stored(".90.log") + "'");
        write_tool("nvdisasm", "cat '" + stored(".90.sass") + "'");
    }

    static std::string stored(const std::string& ending) {
        return WARPSCOPE_SOURCE_DIR "/tests/sass/listings/reduction_simple" + ending;
    }
    void write_tool(const std::string& name, const std::string& script) const {
        write(name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(file(name), fs::perms::owner_all);
    }
    std::string tools() const {
        return "WARPSCOPE_PTXAS='" + file("ptxas") + "' WARPSCOPE_NVDISASM='" + file("nvdisasm") + "'";
    }
};

TEST_F(MachineCode, CheckPrintsBranches) {
    const Outcome check = warpscope("check '" + file("simple.toml") + "' --sass", tools());
    ASSERT_EQ(check.status, 0) << check.err;
    for (const char* expected :
         {"machine code for sm_90 (H100 SXM)\n", "kernel simple_sum(float*, float*, int)\n", " registers, no spills, ",
          "376 / 576  branch\n", "predicated exit: lanes that leave are switched off\n",
          "\n376 of 384 divergent branches on the emulator are branches of the machine code\n"})
        EXPECT_NE(check.out.find(expected), std::string::npos) << expected << "\n" << check.out;
}

TEST_F(MachineCode, CheckPrintsPtxFilesWithoutRun) {
    const Outcome check = warpscope("check '" + file("simple.ptx") + "' --sass", tools());
    ASSERT_EQ(check.status, 0) << check.err;
    EXPECT_NE(check.out.find("simple.cu:8"), std::string::npos) << check.out;
    EXPECT_EQ(check.out.find("emulator"), std::string::npos) << check.out;
}

TEST_F(MachineCode, CheckListsBranchesOfTheAssembler) {
    const std::string division = WARPSCOPE_SOURCE_DIR "/tests/sass/listings/division";
    fs::copy_file(division + ".ptx", file("division.ptx"), fs::copy_options::overwrite_existing);
    write_tool("ptxas", "cat '" + division + ".90.log'");
    write_tool("nvdisasm", "cat '" + division + ".90.sass'");
    const Outcome check = warpscope("check '" + file("division.ptx") + "' --sass", tools());
    ASSERT_EQ(check.status, 0) << check.err;
    for (const char* expected : {" more conditional branches are ptxas's own\n",
                                 "division.cu:7: ", "division.cu:8: ", " of cause division\n", " of cause root\n"})
        EXPECT_NE(check.out.find(expected), std::string::npos) << expected << "\n" << check.out;
}

TEST_F(MachineCode, ReportHasTheSameFacts) {
    const Outcome run = warpscope("run '" + file("simple.toml") + "' --device emulator --sass --report -", tools());
    ASSERT_EQ(run.status, 0) << run.err;
    const Json sass = Json::parse(run.out).at("sass");
    EXPECT_EQ(sass["device"], "sm_90");
    EXPECT_EQ(sass["divergent_branches"], 384);
    EXPECT_EQ(sass["surviving_divergent_branches"], 376);
    ASSERT_EQ(sass["kernels"].size(), 1u);
    const Json& kernel = sass["kernels"][0];
    EXPECT_EQ(kernel["kernel"], "simple_sum(float*, float*, int)");
    EXPECT_EQ(kernel["spill_store_bytes"], 0);
    ASSERT_EQ(kernel["branches"].size(), 4u);
    EXPECT_EQ(kernel["branches"][1]["form"], "branch");
    EXPECT_EQ(kernel["branches"][1]["line"], 8);
    EXPECT_EQ(kernel["branches"][1]["divergent"], 376);
    EXPECT_EQ(kernel["branches"][3]["form"], "exit");
    uint64_t instructions = 0;
    for (const Json& line : kernel["lines"]) instructions += line["instructions"].get<uint64_t>();
    EXPECT_EQ(instructions, kernel["instructions"]);
    const Json without =
        Json::parse(warpscope("run '" + file("simple.toml") + "' --device emulator --report -", tools()).out);
    EXPECT_FALSE(without.contains("sass"));
}

TEST_F(MachineCode, MissingToolSetsExitStatus) {
    const std::string none = "WARPSCOPE_NVDISASM=none";
    for (const std::string& command : {"check '" + file("simple.toml") + "' --sass",
                                       "run '" + file("simple.toml") + "' --device emulator --sass --report -"}) {
        const Outcome run = warpscope(command, none);
        EXPECT_EQ(run.status, 3) << command;
        EXPECT_NE(run.err.find("Machine code needs "), std::string::npos) << run.err;
        EXPECT_NE(run.err.find("Install the CUDA Toolkit"), std::string::npos) << run.err;
    }
    EXPECT_EQ(warpscope("run box_blur --device emulator --sass").status, 2);
    EXPECT_EQ(warpscope("check --sass").status, 2);
}

} // namespace
} // namespace warpscope::cli
