#include "export/file.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
protected:
    Folder()
        : path(fs::temp_directory_path() / ("warpscope-file-test-" + std::to_string(::getpid()))) {
        fs::create_directories(path);
    }
    ~Folder() override { fs::remove_all(path); }
    fs::path path;
};

std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

using FileWriter = Folder;

TEST_F(FileWriter, ReplacesAnExistingFile) {
    ASSERT_TRUE(write_file(path / "a.txt", "first version, longer"));
    ASSERT_TRUE(write_file(path / "a.txt", "second"));
    EXPECT_EQ(contents(path / "a.txt"), "second");
}

TEST_F(FileWriter, LeavesNoTemporaryFile) {
    ASSERT_TRUE(write_file(path / "a.txt", "x"));
    EXPECT_EQ(std::distance(fs::directory_iterator(path), fs::directory_iterator{}), 1);
}

TEST_F(FileWriter, MissingFolderIsNamed) {
    const auto written = write_file(path / "nowhere" / "a.txt", "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::environment);
    EXPECT_NE(written.error().message.english().find("nowhere/a.txt"), std::string::npos) << written.error().text();
}

TEST_F(FileWriter, FullDiskIsExplained) {
    const auto written = write_file("/dev/full", "x");
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().hint.english().find("disk is full"), std::string::npos) << written.error().text();
}

} // namespace
} // namespace warpscope::exporting
