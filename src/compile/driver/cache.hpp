#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "compile/compiler.hpp"

namespace warpscope::compile {

/// Returns 32 hexadecimal digits. `compiler`: the compiler's identity().
[[nodiscard]] std::string cache_key(const CompileRequest& request, const std::string& compiler);

class Cache {
public:
    explicit Cache(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    [[nodiscard]] static std::filesystem::path default_folder();

    [[nodiscard]] std::optional<CompileResult> find(const std::string& key);
    /// Stores the result only in memory if the folder is not writable.
    void store(const std::string& key, const CompileResult& result);

private:
    void remember(const std::string& key, const CompileResult& result);
    void write_file(const std::string& key, const CompileResult& result);

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::map<std::string, CompileResult> memory_;
    size_t memory_bytes_ = 0;
    bool tidied_ = false;
};

} // namespace warpscope::compile
