#include <bit>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>

#include "catalog/experiment.hpp"
#include "input/scratch_folder.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* sample_file = R"toml(title = "Sample"
topic = "Tests"
summary = "All there is."
order = 7
input = "gradient:8x8"
captions = ["{width} wide, {{braces}}"]
budget = 5000

[block]
x = 8
y = 4

[[parameter]]
name = "radius"
title = "Radius"
help = "How far."
range = [0, 16]
initial = 3

[[parameter]]
name = "TILE"
range = [2, 32]
step = 2
initial = 16
definition = true

[[buffer]]
name = "in"
role = "input"
main = true
channels = 3

[[buffer]]
name = "out"
role = "output"
type = "f32"
shape = ["width", "height + radius"]
contents = -1.5
owners = "many"

[[symbol]]
name = "weights"
values = [1, 2.5, -3]

[[launch]]
kernel = "k"
grid = ["ceil_div(width, block.x)", 2]
shared = "4 * TILE"
arguments = ["in", "out", "s32:width", "f32:0.25", "radius"]
repeat = "radius"

[window]
buffer = "in"
reach = "radius"
up = 0

[arrangement]
left = "in"
centre = "out"

[[variant]]
name = "one"
summary = "The first."

[[variant]]
name = "two"
title = "Second"
source = "one.cu"
captions = ["own"]
races = true
findings = ["race_global"]

[[variant.parameter]]
name = "radius"
range = [1, 4]

[[variant.launch]]
kernel = "other"
grid = "1"
block = [32, 2]
arguments = ["in|out"]
)toml";

class Load : public ::testing::Test {
protected:
    Load() { folder.write("one.cu", ""); }
    Result<Experiment> load(const std::string& text) { return load_experiment(folder.write("experiment.toml", text)); }
    /// The message for the sample_file with `from` replaced by `to`.
    std::string problem(const std::string& from, const std::string& to) {
        std::string text = sample_file;
        const size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const auto loaded = load(text);
        EXPECT_FALSE(loaded) << to;
        return loaded ? "" : loaded.error().text();
    }
    ScratchFolder folder;
};

TEST_F(Load, EverythingIsRead) {
    const auto loaded = load(sample_file);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->name, folder.path().filename().string());
    EXPECT_EQ(loaded->title, "Sample");
    EXPECT_EQ(loaded->topic, "Tests");
    EXPECT_EQ(loaded->order, 7);
    EXPECT_EQ(loaded->default_input, "gradient:8x8");
    ASSERT_EQ(loaded->variants.size(), 2u);
    const Variant& one = loaded->variants[0];
    EXPECT_EQ(one.title, "one");
    EXPECT_EQ(one.source, folder.path() / "one.cu");
    EXPECT_EQ(one.block, (Dim3{8, 4, 1}));
    EXPECT_EQ(one.block_dimensions, 2u);
    EXPECT_FALSE(one.races);
    EXPECT_EQ(one.budget, 5000u);
    ASSERT_EQ(one.parameters.size(), 2u);
    EXPECT_EQ(one.parameters[0].help, "How far.");
    EXPECT_EQ(one.parameters[0].initial, 3);
    EXPECT_TRUE(one.parameters[1].is_definition);
    EXPECT_EQ(one.parameters[1].step, 2);
    ASSERT_EQ(one.buffers.size(), 2u);
    EXPECT_TRUE(one.buffers[0].is_main_input);
    EXPECT_EQ(one.buffers[0].channels, 3u);
    EXPECT_EQ(one.buffers[1].type, ElementType::f32);
    EXPECT_EQ(one.buffers[1].height, "height + radius");
    EXPECT_EQ(one.buffers[1].depth, "1");
    EXPECT_EQ(one.buffers[1].contents, "-1.5");
    EXPECT_EQ(one.buffers[0].owners, Owners::one); // left out
    EXPECT_EQ(one.buffers[1].owners, Owners::many);
    EXPECT_TRUE(one.findings.empty());
    EXPECT_THAT(one.symbols.at(0).values, ElementsAre(1, 2.5, -3));
    ASSERT_EQ(one.launches.size(), 1u);
    EXPECT_THAT(one.launches[0].grid, ElementsAre("ceil_div(width, block.x)", "2"));
    EXPECT_EQ(one.launches[0].repeat, "radius");
    ASSERT_TRUE(one.window);
    EXPECT_EQ(one.window->left, "radius");
    EXPECT_EQ(one.window->up, "0");
    EXPECT_EQ(one.window->front, "0");
    ASSERT_TRUE(one.arrangement);
    EXPECT_EQ(one.arrangement->left, "in");
    EXPECT_EQ(one.arrangement->above, "");
    EXPECT_EQ(one.arrangement->centre, "out");
    const Variant& two = loaded->variants[1];
    EXPECT_EQ(two.parameters[0].maximum, 4); // replaced
    EXPECT_EQ(two.parameters[0].initial, 1); // the smallest value when none is given
    EXPECT_EQ(two.parameters[1].name, "TILE");
    ASSERT_EQ(two.launches.size(), 1u);
    EXPECT_EQ(two.launches[0].kernel, "other");
    EXPECT_THAT(two.launches[0].block, ElementsAre("32", "2"));
    EXPECT_EQ(two.captions.size(), 2u);
    EXPECT_TRUE(two.races);
    EXPECT_THAT(two.findings, ElementsAre("race_global"));
    EXPECT_EQ(two.budget, 5000u);
}

TEST_F(Load, AVariantMaySwitchOffTheRacesAndHaveABudgetOfItsOwn) {
    std::string text = sample_file;
    text.replace(text.find("budget = 5000"), 13, "races = true");
    text.replace(text.rfind("races = true"), 12, "races = false\nbudget = 7");
    const auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_TRUE(loaded->variants[0].races);
    EXPECT_FALSE(loaded->variants[0].budget);
    EXPECT_FALSE(loaded->variants[1].races);
    EXPECT_EQ(loaded->variants[1].budget, 7u);
}

TEST_F(Load, AnArchitectureIsOfTheExperimentOrOfAVariant) {
    EXPECT_EQ(load(sample_file)->variants[0].arch, "");
    std::string text = sample_file;
    text.replace(text.find("budget = 5000"), 13, "arch = \"compute_80\"");
    text.replace(text.rfind("races = true"), 12, "arch = \"compute_90a\"");
    const auto loaded = load(text);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->variants[0].arch, "compute_80");
    EXPECT_EQ(loaded->variants[1].arch, "compute_90a");
}

TEST_F(Load, EveryNumberOfOwnersHasAName) {
    for (const auto& [name, owners] : {std::pair{"one", Owners::one},
                                       {"at_most_one", Owners::at_most_one},
                                       {"many", Owners::many},
                                       {"any", Owners::any}}) {
        std::string text = sample_file;
        text.replace(text.find("\"many\""), 6, std::string("\"") + name + "\"");
        const auto loaded = load(text);
        ASSERT_TRUE(loaded) << loaded.error().text();
        EXPECT_EQ(loaded->variants[0].buffers[1].owners, owners) << name;
    }
}

TEST_F(Load, AFileOfOneKernelNeedsNoVariant) {
    folder.write("mine.cu", "");
    const auto loaded =
        load_experiment(folder.write("mine.toml", "title = \"Mine\"\n[block]\nx = 64\n"
                                                  "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n"
                                                  "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\"]\n"));
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->name, "mine");
    ASSERT_EQ(loaded->variants.size(), 1u);
    EXPECT_EQ(loaded->variants[0].name, "basic");
    EXPECT_EQ(loaded->variants[0].source, folder.path() / "mine.cu");
    EXPECT_EQ(loaded->variants[0].block_dimensions, 1u);
}

TEST_F(Load, WhereNothingFollowsTheBlockThereAreNoSlidersForIt) {
    folder.write("mine.cu", "");
    const auto sliders = [&](const std::string& launch) {
        const auto loaded =
            load_experiment(folder.write("mine.toml", "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n"
                                                      "[[launch]]\nkernel = \"k\"\n" +
                                                          launch));
        EXPECT_TRUE(loaded) << loaded.error().text();
        return loaded ? loaded->variants[0].block_dimensions : 99;
    };
    EXPECT_EQ(sliders("grid = [1]\nblock = [32]\narguments = [\"out\"]\n"), 0u);
    EXPECT_EQ(sliders("grid = [1]\narguments = [\"out\"]\n"), 2u);
    EXPECT_EQ(sliders("grid = [1]\nblock = [\"2*block.x\"]\narguments = [\"out\"]\n"), 2u);
    EXPECT_EQ(sliders("grid = [1]\nblock = [32]\nrepeat = \"block.x\"\n"), 2u);
    // These see the launch's own block.
    EXPECT_EQ(sliders("grid = [\"block.x\"]\nblock = [32]\narguments = [\"out\", [\"s32:block.x\"]]\n"), 0u);
}

TEST_F(Load, MistakesAreNamedWithTheirPlace) {
    EXPECT_THAT(problem("title = \"Sample\"", "titel = \"Sample\""),
                HasSubstr("experiment.toml:1:1: experiment: the key 'titel' is not known. (did you mean 'title'?)"));
    EXPECT_THAT(problem("order = 7", "order = \"7\""),
                HasSubstr(":4:9: experiment: 'order' is text; it must be a whole number."));
    EXPECT_THAT(problem("budget = 5000", "arch = \"sm_90\""), HasSubstr("'sm_90' is no virtual architecture"));
    EXPECT_THAT(problem("budget = 5000", "budget = 0"), HasSubstr("'budget' is 0; it goes from 1 to "));
    EXPECT_THAT(problem("races = true", "races = 1"), HasSubstr("'races' is a whole number"));
    EXPECT_THAT(problem("x = 8", "x = 0"), HasSubstr("'x' is 0; it goes from 1 to 1024"));
    EXPECT_THAT(problem("range = [0, 16]", "range = [0]"), HasSubstr("[smallest, largest]"));
    EXPECT_THAT(problem("range = [0, 16]\n", ""), HasSubstr("parameter 'radius': 'range' must be given"));
    EXPECT_THAT(problem("range = [0, 16]", "range = [0, 2]"), HasSubstr("starts at 3, outside its range from 0 to 2"));
    EXPECT_THAT(problem("range = [0, 16]", "range = [16, 0]"), HasSubstr("from 16 down to 0"));
    EXPECT_THAT(problem("step = 2", "step = 0"), HasSubstr("above 0"));
    EXPECT_THAT(problem("type = \"f32\"", "type = \"float\""), HasSubstr("'float' is not a type"));
    EXPECT_THAT(problem("role = \"output\"", "role = \"ouput\""), HasSubstr("did you mean 'output'?"));
    EXPECT_THAT(problem("channels = 3", "channels = 5"), HasSubstr("1 to 4"));
    EXPECT_THAT(problem("channels = 3", "channels = 3\nshape = [4]"), HasSubstr("leave 'shape' out"));
    EXPECT_THAT(problem("shape = [\"width\", \"height + radius\"]\n", ""), HasSubstr("'shape' is missing"));
    const std::string no_main = problem("main = true\n", "");
    EXPECT_THAT(no_main, HasSubstr("'shape' is missing. (main = true takes what the user opens"));
    EXPECT_THAT(no_main, Not(HasSubstr("give its width"))) << no_main;
    EXPECT_EQ(no_main.find("shape of 'in'"), no_main.npos) << "which follows from it\n" << no_main;
    EXPECT_THAT(problem("height + radius", "heigth + radius"),
                HasSubstr("'heigth' in \"heigth + radius\" is not known. (did you mean 'height'?)"));
    EXPECT_THAT(problem("height + radius", "height + "), HasSubstr("missing at the end"));
    EXPECT_THAT(problem("contents = -1.5", "contents = \"nosie\""), HasSubstr("no number, no pattern and no file"));
    EXPECT_THAT(problem("contents = -1.5", "contents = true"), HasSubstr("'contents' is true or false"));
    EXPECT_THAT(problem("values = [1, 2.5, -3]", "values = []"), HasSubstr("'weights' has no values"));
    EXPECT_THAT(problem("values = [1, 2.5, -3]", "values = [1, \"2\"]"), HasSubstr("an array of numbers"));
    EXPECT_THAT(problem("\"s32:width\"", "\"int:width\""), HasSubstr("'int' is not a type"));
    EXPECT_THAT(problem("\"s32:width\"", "\"s32:widht\""), HasSubstr("did you mean 'width'?"));
    EXPECT_THAT(problem("\"f32:0.25\"", "\"s32:0.25\""), HasSubstr("whole"));
    EXPECT_THAT(problem("\"f32:0.25\"", "\"rabius\""),
                HasSubstr("no buffer or parameter 'rabius'. (did you mean 'radius'?)"));
    EXPECT_THAT(problem("\"f32:0.25\"", "\"TILE\""), HasSubstr("is a definition"));
    EXPECT_THAT(problem("\"in|out\"", "\"in|radius\""), HasSubstr("no buffer 'radius'"));
    EXPECT_THAT(problem("grid = [\"ceil_div(width, block.x)\", 2]\n", ""), HasSubstr("'grid' is missing"));
    EXPECT_THAT(problem("grid = \"1\"", "grid = [1, 1, 1, 1]"), HasSubstr("it takes 1 to 3"));
    EXPECT_THAT(problem("buffer = \"in\"\nreach", "buffer = \"inn\"\nreach"), HasSubstr("did you mean 'in'?"));
    EXPECT_THAT(problem("range = [0, 16]\ninitial = 3", "choices = [\"a\", \"b\"]\ninitial = \"c\""),
                HasSubstr("'c' is none of the choices"));
    EXPECT_THAT(problem("range = [0, 16]\ninitial = 3", "choices = [\"a\", \"a\"]"), HasSubstr("given twice"));
    EXPECT_THAT(problem("range = [0, 16]\ninitial = 3", "choices = [\"a\", \"b\"]\nrange = [0, 1]"),
                HasSubstr("leave this out"));
    EXPECT_THAT(problem("contents = -1.5", "contents = -1.5\nview = \"bar\""), HasSubstr("did you mean 'bars'?"));
    EXPECT_THAT(problem("owners = \"many\"", "owners = \"mani\""), HasSubstr("did you mean 'many'?"));
    EXPECT_THAT(problem("owners = \"many\"", "owners = 2"), HasSubstr("'owners' is a whole number"));
    EXPECT_THAT(problem("findings = [\"race_global\"]", "findings = \"race_global\""), HasSubstr("'findings' is text"));
    EXPECT_THAT(problem("left = \"in\"", "left = \"inn\""), HasSubstr("did you mean 'in'?"));
    EXPECT_THAT(problem("left = \"in\"", "left = \"out\""), HasSubstr("beside itself"));
    EXPECT_THAT(problem("left = \"in\"\n", ""), HasSubstr("to the left or above"));
    EXPECT_THAT(problem("{width} wide", "{widt} wide"), HasSubstr("did you mean 'width'?"));
    EXPECT_THAT(problem("{width} wide", "{width wide"), HasSubstr("too many"));
    EXPECT_THAT(problem("name = \"two\"", "name = \"one\""), HasSubstr("two variants 'one'"));
    EXPECT_THAT(problem("source = \"one.cu\"", "source = \"none.cu\""), HasSubstr("none.cu' is not there"));
    EXPECT_THAT(problem("name = \"out\"", "name = \"in\""), HasSubstr("used twice"));
    EXPECT_THAT(problem("name = \"out\"", "name = \"out put\""), HasSubstr("letters, digits and _"));
    EXPECT_THAT(problem("name = \"TILE\"", "name = \"width\""), HasSubstr("already has a meaning"));
    EXPECT_THAT(problem("input = \"gradient:8x8\"", "input = \"gradient:8y8\""), HasSubstr("not a size"));
    EXPECT_THAT(problem("[window]", "[[window]]"), HasSubstr("must be a table, [window]"));
    EXPECT_THAT(problem("[[symbol]]", "[symbol]"), HasSubstr("[[symbol]]"));
    EXPECT_THAT(problem("values = [1, 2.5, -3]\n", ""), HasSubstr("'weights' has no values"));
    EXPECT_THAT(problem("values = [1,", "buffer = \"out\"\nvalues = [1,"), HasSubstr("values and a buffer"));
    EXPECT_THAT(problem("values = [1, 2.5, -3]", "buffer = \"outt\""), HasSubstr("did you mean 'out'?"));
    EXPECT_THAT(problem("contents = -1.5\nowners = \"many\"\n\n[[symbol]]\nname = \"weights\"\nvalues = [1, 2.5, -3]",
                        "[[symbol]]\nname = \"weights\"\nbuffer = \"out\""),
                HasSubstr("'out' has no contents"));
    EXPECT_THAT(problem("values = [1, 2.5, -3]", "buffer = \"in\""), HasSubstr("'in' is u8, but 'weights' is f32"));
    EXPECT_THAT(problem("order = 7", "order = 7 7"), HasSubstr("experiment.toml:4:"));
    EXPECT_THAT(problem("role = \"output\"", "role = \"scratch\""), HasSubstr("role = \"output\""));
}

TEST_F(Load, MistakesInLoopsAreNamed) {
    const std::string repeat = "repeat = \"radius\"\n";
    const std::string second = "\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nloop = \"sweep\"\nrounds = 2\n";
    EXPECT_THAT(problem(repeat, "rounds = 3\n"), HasSubstr("the launch is in none"));
    EXPECT_THAT(problem(repeat, "loop = \"sweep\"\n"), HasSubstr("its 'rounds' are missing"));
    EXPECT_THAT(problem(repeat, "loop = \"sweep\"\nrounds = 2\n" + second),
                HasSubstr("only the first launch of the loop 'sweep'"));
    EXPECT_THAT(problem("\"s32:width\"", "\"s32:round\""), HasSubstr("'round'"));
    EXPECT_THAT(problem("name = \"TILE\"", "name = \"round\""), HasSubstr("already has a meaning"));
}

TEST_F(Load, TexturesAreOverInputsThatTheyCanShow) {
    folder.write("mine.cu", "");
    const auto read = [&](const std::string& input, const std::string& texture) {
        return load_experiment(folder.write(
            "mine.toml", "[[buffer]]\nname = \"in\"\nrole = \"input\"\nshape = [8, 4]\ncontents = 1\n" + input +
                             "[[buffer]]\nname = \"out\"\nrole = \"output\"\nshape = [8]\n[[texture]]\n" + texture +
                             "[[launch]]\nkernel = \"k\"\ngrid = [1]\narguments = [\"out\", \"image\"]\n"));
    };
    const std::string named = "name = \"image\"\nbuffer = \"in\"\n";
    const auto good =
        read("type = \"f32\"\n", named + "filter = \"linear\"\naddress = \"border\"\nborder = [2, 0.5]\n");
    ASSERT_TRUE(good) << good.error().text();
    const TextureSpec& texture = good->variants[0].textures.at(0);
    EXPECT_TRUE(texture.settings.linear);
    EXPECT_EQ(texture.settings.address[1], AddressMode::border);
    EXPECT_EQ(texture.settings.border, (std::array<float, 4>{2, 0.5f, 0, 0}));
    // CUDA has the bits of whole numbers where integers are read as such.
    TextureSpec whole;
    whole.settings.border = {255, -1, 0, 0};
    const auto bits = std::bit_cast<std::array<uint32_t, 4>>(whole.settings_for(ElementType::s32).border);
    EXPECT_EQ(bits, (std::array<uint32_t, 4>{255, 0xffffffff, 0, 0}));
    EXPECT_EQ(whole.settings_for(ElementType::f32).border, whole.settings.border);
    EXPECT_EQ(integer_of_border(whole.settings_for(ElementType::s16).border[1], true), -1);
    const auto wrong = [&](const std::string& input, const std::string& keys) {
        const auto loaded = read(input, keys);
        return loaded ? std::string() : loaded.error().text();
    };
    EXPECT_THAT(wrong("", named + "filter = \"cubic\"\n"), HasSubstr("'cubic' is no filter"));
    EXPECT_THAT(wrong("", named + "address = \"clam\"\n"), HasSubstr("did you mean 'clamp'?"));
    EXPECT_THAT(wrong("", named + "filter = \"linear\"\n"), HasSubstr("gives floating-point numbers"));
    EXPECT_THAT(wrong("type = \"f32\"\n", named + "normalized_values = true\n"), HasSubstr("8 and 16 bits"));
    EXPECT_THAT(wrong("channels = 3\n", named), HasSubstr("three channels"));
    EXPECT_THAT(wrong("", named + "address = \"border\"\nborder = [0.5]\n"), HasSubstr("whole numbers"));
    EXPECT_THAT(wrong("", "name = \"image\"\nbuffer = \"out\"\n"), HasSubstr("is no input"));
    EXPECT_THAT(wrong("", "name = \"image\"\nbuffer = \"inn\"\n"), HasSubstr("did you mean 'in'?"));
    EXPECT_THAT(wrong("", "name = \"in\"\nbuffer = \"in\"\n"), HasSubstr("the name of a buffer, too"));
}

TEST_F(Load, AllMistakesAreToldAtOnce) {
    const std::string text = problem("order = 7", "ordr = 7\nsummry = 1");
    EXPECT_THAT(text, HasSubstr("ordr"));
    EXPECT_THAT(text, HasSubstr("summry"));
}

TEST_F(Load, FilesThatAreNotThere) {
    const auto missing = load_experiment(folder.path() / "missing.toml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::environment);
    EXPECT_FALSE(load_experiment(folder.path()));
    EXPECT_FALSE(load(""));
}

TEST_F(Load, BrokenFilesGiveMessagesNeverCrashes) {
    const std::string whole = sample_file;
    for (size_t length = 0; length < whole.size(); length += 3) {
        const auto loaded = load(whole.substr(0, length));
        if (!loaded) {
            ASSERT_THAT(loaded.error().text(), HasSubstr("experiment.toml")) << length;
        }
    }
    uint64_t state = 3;
    for (int round = 0; round < 1000; ++round) {
        std::string text = whole;
        for (int edits = 0; edits < 3; ++edits) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            const size_t at = (state >> 33) % text.size();
            switch ((state >> 24) % 3) {
            case 0: text[at] = static_cast<char>(state >> 16); break;
            case 1: text.erase(at, (state >> 16) % 20); break;
            default: text.insert(at, text.substr((state >> 40) % text.size(), (state >> 16) % 30));
            }
        }
        const auto loaded = load(text);
        if (!loaded) {
            ASSERT_FALSE(loaded.error().message.empty());
        }
    }
}

} // namespace
} // namespace warpscope::catalog
