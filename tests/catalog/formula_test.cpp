// Formulas of charts, and charts in experiment files.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "catalog/charts/charts.hpp"
#include "catalog/formula.hpp"

namespace warpscope::catalog {
namespace {

Result<double> formula_value(std::string_view text) {
    return evaluate_formula(
        text, [](std::string_view name) { return name == "n" ? std::optional(8.0) : std::nullopt; },
        [](std::string_view buffer, uint64_t index) {
            return buffer == "result" && index < 2 ? std::optional(1.5 + static_cast<double>(index)) : std::nullopt;
        });
}

TEST(Formula, ComputesWithFractions) {
    EXPECT_EQ(*formula_value("n * log2(n) - (n - 1)"), 17);
    EXPECT_EQ(*formula_value("abs(result[0] - result[1]) / 4"), 0.25);
    EXPECT_EQ(*formula_value("max(1, -2) + min(3, n) - sqrt(4)"), 2);
    EXPECT_NEAR(*formula_value("4 * 0.785398163397 - pi"), 0, 1e-9);
    EXPECT_TRUE(std::isinf(*formula_value("1 / 0")));
}

TEST(Formula, ErrorsNameTheMistake) {
    for (const char* text : {"", "1 +", "(1", "1 2", "nonsense", "result[2]", "result[0.5]", "other[0]", "cube(2)",
                             "max(1)", "..", "n["}) {
        const auto result = formula_value(text);
        ASSERT_FALSE(result) << text;
        EXPECT_FALSE(result.error().message.empty());
    }
    EXPECT_FALSE(formula_value(std::string(100000, '(')));
    EXPECT_FALSE(formula_value(std::string(100000, '-') + "1"));
    EXPECT_NE(formula_value("1 + cube(2)").error().message.english().find("cube"), std::string::npos);
}

TEST(SweepPoint, SetsParametersBlockAndInput) {
    const Catalog catalog = load_catalog(WARPSCOPE_SOURCE_DIR "/cuda");
    const Variant& scan = *catalog.find("scan")->find("coarsened");
    const ChartSpec& work = scan.charts.front();
    Settings present = default_settings(scan);
    present.values["COARSE_FACTOR"] = 8;
    const auto point = sweep_point(scan, work, present, 256);
    ASSERT_TRUE(point) << point.error().text();
    EXPECT_EQ(point->settings.values.at("SECTION_SIZE"), 32);
    EXPECT_EQ(point->settings.values.at("COARSE_FACTOR"), 8);
    EXPECT_EQ(point->input->shape.width, 256u);
    const auto small = sweep_point(scan, work, present, 8); // SECTION_SIZE would be 1, below its range
    ASSERT_FALSE(small);
    EXPECT_EQ(small.error().kind, ErrorKind::usage);
    const Variant& sum = *catalog.find("reduction")->find("simple");
    EXPECT_EQ(sweep_point(sum, sum.charts.front(), default_settings(sum), 64)->settings.block, (Dim3{32, 1, 1}));
    EXPECT_FALSE(sweep_point(sum, sum.charts.front(), default_settings(sum), 4096));
}

TEST(ChartSpec, FileMistakesAreNamed) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("warpscope-chart-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "k.cu") << "__global__ void k(float* out) { out[0] = 1; }\n";
    std::ofstream(folder / "k.toml")
        << "[[buffer]]\nname = \"out\"\nrole = \"output\"\ntype = \"f32\"\nshape = [1]\n"
           "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\"]\n"
           "[[chart]]\nname = \"a\"\nsweep = \"n\"\nvalues = [1]\nvalue = \"nonsense\"\nset = { other = \"n\" }\n"
           "[[chart]]\nname = \"b\"\nkind = \"ulp\"\nx = \"out\"\nbuffer = \"absent\"\nfunctions = [\"tan\"]\n";
    const auto loaded = load_experiment(folder / "k.toml");
    std::filesystem::remove_all(folder);
    ASSERT_FALSE(loaded);
    for (const char* part : {"'nonsense'", "'other'", "'absent'", "'tan'"})
        EXPECT_NE(loaded.error().message.english().find(part), std::string::npos) << part << "\n"
                                                                                  << loaded.error().message;
}

} // namespace
} // namespace warpscope::catalog
