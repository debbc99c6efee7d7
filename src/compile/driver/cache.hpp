// Compiled PTX, kept in memory and on disk. Private to src/compile.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Name for everything that decides what a compilation makes: 32 hexadecimal digits.
/// `compiler`: its identity().
[[nodiscard]] std::string cache_key(const CompileRequest& request, const std::string& compiler);

class Cache {
public:
    /// `folder` empty: memory only.
    explicit Cache(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    /// $XDG_CACHE_HOME/warpscope/ptx, else ~/.cache/warpscope/ptx; empty without a home.
    [[nodiscard]] static std::filesystem::path default_folder();

    [[nodiscard]] std::optional<CompileResult> find(const std::string& key);
    /// Never fails: a folder that cannot be written is left alone.
    void store(const std::string& key, const CompileResult& result);

private:
    void remember(const std::string& key, const CompileResult& result);
    void write_file(const std::string& key, const CompileResult& result);
    void remove_oldest_files() const;

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::map<std::string, CompileResult> memory_;
    size_t memory_bytes_ = 0;
    bool tidied_ = false;
};

} // namespace warpscope::compile
