// A folder for kernel files, and arguments as text, for the tests of guessed set-ups.
#pragma once

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "catalog/guess/guess.hpp"

namespace warpscope::catalog {

class GuessFixture : public ::testing::Test {
protected:
    GuessFixture()
        : folder_(std::filesystem::temp_directory_path() / ("warpscope-guess-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~GuessFixture() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return folder_ / name;
    }
    [[nodiscard]] Result<Experiment> guess(const std::string& text) const {
        return guess_experiment(write("own.cu", text));
    }
    /// Returns "in" or "s32:width", for example. The values of an object are in brackets.
    static std::string text_of(const ArgumentSpec& argument) {
        if (argument.fields.empty()) return argument.text;
        std::string out;
        for (const ArgumentSpec& field : argument.fields) out += (out.empty() ? "[" : ", ") + text_of(field);
        return out + "]";
    }
    static std::vector<std::string> arguments_of(const Variant& variant) {
        std::vector<std::string> out;
        for (const ArgumentSpec& argument : variant.launches.at(0).arguments) out.push_back(text_of(argument));
        return out;
    }

    std::filesystem::path folder_;
};

} // namespace warpscope::catalog
