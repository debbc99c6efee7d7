#include <gmock/gmock.h>

#include "catalog/load_fixture.hpp"
#include "language/language.hpp"

namespace warpscope::catalog {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(ExperimentFile, TomlErrorsUseTheUsersLanguage) {
    EXPECT_THAT(problem("order = 7", "order 7"), HasSubstr("experiment.toml:4:7: Not valid TOML: an = is missing"));
    EXPECT_THAT(problem("order = 7", "order = seven"),
                HasSubstr(":4:9: Not valid TOML: this is not a value: strings need"));
    EXPECT_THAT(problem("title = \"Sample\"", "title = \"Sample"), HasSubstr("Not valid TOML: "));
    EXPECT_THAT(problem("order = 7", "order = 7 8"), HasSubstr("unexpected text after the value"));
    EXPECT_THAT(problem("order = 7", "order = 7\norder = 8"), HasSubstr("this name is already used"));
    EXPECT_THAT(problem("range = [0, 16]", "range = [0, 16"), HasSubstr("Not valid TOML: "));
    // No English text from the TOML library may appear in another language.
    const ScopedLanguage russian(Language::russian);
    EXPECT_THAT(problem("order = 7", "order 7"), Not(HasSubstr("expected")));
}

TEST_F(ExperimentFile, MistakesHaveLineAndColumn) {
    EXPECT_THAT(problem("title = \"Sample\"", "titel = \"Sample\""),
                HasSubstr("experiment.toml:1:1: experiment: the key 'titel' is not known. (did you mean 'title'?)"));
    EXPECT_THAT(problem("order = 7", "order = \"7\""),
                HasSubstr(":4:9: experiment: 'order' is text; it must be a whole number."));
    EXPECT_THAT(problem("budget = 5000", "arch = \"sm_90\""), HasSubstr("'sm_90' is not a virtual architecture"));
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
    EXPECT_THAT(problem("channels = 3", "channels = 3\nshape = [4]"), HasSubstr("remove 'shape'"));
    EXPECT_THAT(problem("shape = [\"width\", \"height + radius\"]\n", ""), HasSubstr("'shape' is missing"));
    const std::string no_main = problem("main = true\n", "");
    EXPECT_THAT(no_main, HasSubstr("'shape' is missing. (main = true uses the opened input"));
    EXPECT_THAT(no_main, Not(HasSubstr("give its width"))) << no_main;
    EXPECT_EQ(no_main.find("shape of 'in'"), no_main.npos) << "a consequence of the first error\n" << no_main;
    EXPECT_THAT(problem("height + radius", "heigth + radius"),
                HasSubstr("'heigth' in \"heigth + radius\" is not known. (did you mean 'height'?)"));
    EXPECT_THAT(problem("height + radius", "height + "), HasSubstr("missing at the end"));
    EXPECT_THAT(problem("contents = -1.5", "contents = \"nosie\""),
                HasSubstr("neither a number nor a pattern nor a file"));
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
                HasSubstr("'c' is not one of the choices"));
    EXPECT_THAT(problem("range = [0, 16]\ninitial = 3", "choices = [\"a\", \"a\"]"), HasSubstr("given twice"));
    EXPECT_THAT(problem("range = [0, 16]\ninitial = 3", "choices = [\"a\", \"b\"]\nrange = [0, 1]"),
                HasSubstr("remove this"));
    EXPECT_THAT(problem("contents = -1.5", "contents = -1.5\nview = \"bar\""), HasSubstr("did you mean 'bars'?"));
    EXPECT_THAT(problem("owners = \"many\"", "owners = \"mani\""), HasSubstr("did you mean 'many'?"));
    EXPECT_THAT(problem("owners = \"many\"", "owners = 2"), HasSubstr("'owners' is a whole number"));
    EXPECT_THAT(problem("findings = [\"race_global\"]", "findings = \"race_global\""), HasSubstr("'findings' is text"));
    EXPECT_THAT(problem("left = \"in\"", "left = \"inn\""), HasSubstr("did you mean 'in'?"));
    EXPECT_THAT(problem("left = \"in\"", "left = \"out\""), HasSubstr("next to itself"));
    EXPECT_THAT(problem("left = \"in\"\n", ""), HasSubstr("to the left or above"));
    EXPECT_THAT(problem("{width} wide", "{widt} wide"), HasSubstr("did you mean 'width'?"));
    EXPECT_THAT(problem("{width} wide", "{width wide"), HasSubstr("has an extra '}'"));
    EXPECT_THAT(problem("name = \"two\"", "name = \"one\""), HasSubstr("two variants 'one'"));
    EXPECT_THAT(problem("source = \"one.cu\"", "source = \"none.cu\""), HasSubstr("none.cu' does not exist"));
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

TEST_F(ExperimentFile, LoopMistakesAreNamed) {
    const std::string repeat = "repeat = \"radius\"\n";
    const std::string second = "\n[[launch]]\nkernel = \"k\"\ngrid = [1]\nloop = \"sweep\"\nrounds = 2\n";
    EXPECT_THAT(problem(repeat, "rounds = 3\n"), HasSubstr("this launch is not in one"));
    EXPECT_THAT(problem(repeat, "loop = \"sweep\"\n"), HasSubstr("its 'rounds' are missing"));
    EXPECT_THAT(problem(repeat, "loop = \"sweep\"\nrounds = 2\n" + second),
                HasSubstr("only the first launch of the loop 'sweep'"));
    EXPECT_THAT(problem("\"s32:width\"", "\"s32:round\""), HasSubstr("'round'"));
    EXPECT_THAT(problem("name = \"TILE\"", "name = \"round\""), HasSubstr("already has a meaning"));
}

TEST_F(ExperimentFile, InitialLayoutMistakesAreNamed) {
    const auto layout = [&](const std::string& line) {
        return problem("[block]", "[first_look]\n" + line + "\n\n[block]");
    };
    EXPECT_THAT(layout("pin = [1, 2, 3, 4]"), HasSubstr("a cell has at most three coordinates"));
    EXPECT_THAT(layout("set = [\"radus=4\"]"), HasSubstr("radus"));
    EXPECT_THAT(layout("input = \"gradent:8x8\""), HasSubstr("gradent"));
    EXPECT_THAT(layout("zoom = \"large\""), HasSubstr("must be a number"));
}

TEST_F(ExperimentFile, ReportsAllMistakesAtOnce) {
    const std::string text = problem("order = 7", "ordr = 7\nsummry = 1");
    EXPECT_THAT(text, HasSubstr("ordr"));
    EXPECT_THAT(text, HasSubstr("summry"));
}

TEST_F(ExperimentFile, MissingFileIsAnError) {
    const auto missing = load_experiment(folder.path() / "missing.toml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::environment);
    EXPECT_FALSE(load_experiment(folder.path()));
    EXPECT_FALSE(load(""));
}

TEST_F(ExperimentFile, BrokenFilesGiveMessages) {
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
