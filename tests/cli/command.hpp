// Runs the program as in a script, in a temporary folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::cli {

namespace fs = std::filesystem;
using Json = nlohmann::json;

inline std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Outcome {
    int status = -1;
    std::string out, err;
};

class Command : public testing::Test {
protected:
    Command()
        : folder(fs::temp_directory_path() / ("warpscope-cli-test-" + std::to_string(::getpid()))) {
        fs::create_directories(folder);
    }
    ~Command() override { fs::remove_all(folder); }

    Outcome warpscope(const std::string& arguments, const std::string& environment = {}, std::string out = {}) const {
        if (out.empty()) out = file("stdout");
        const std::string err = file("stderr");
        const std::string line =
            environment + " '" WARPSCOPE_PROGRAM "' " + arguments + " >'" + out + "' 2>'" + err + "'";
        const int status = std::system(line.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                fs::is_regular_file(out) ? contents(out) : "", contents(err)};
    }
    std::string file(const std::string& name) const { return (folder / name).string(); }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }
    /// Writes NAME.cu with the kernel NAME, and NAME.toml, which launches it with one output 'data' of `cells` numbers.
    /// `launch`: further lines of the launch; `head`: first lines of the file.
    void write_experiment(const std::string& name, const std::string& source, int cells, const std::string& launch,
                          const std::string& head = {}) const {
        write(name + ".cu", source);
        write(name + ".toml", head + "\n[[buffer]]\nname = \"data\"\nrole = \"output\"\ntype = \"s32\"\nshape = [" +
                                  std::to_string(cells) + "]\n[[launch]]\nkernel = \"" + name + "\"\n" + launch + "\n");
    }

    fs::path folder;
};

} // namespace warpscope::cli
