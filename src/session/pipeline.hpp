// Runs a request's stages. Caches inputs, programs and results. Not thread-safe.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "session/session.hpp"
#include "simt/program.hpp"

namespace warpscope::session {

[[nodiscard]] bool is_large(const RunResult& result);

class Pipeline {
public:
    [[nodiscard]] Result<std::shared_ptr<const RunResult>> run(const Request& request, const RunOptions& options);

private:
    struct CachedInput {
        input::InputSpec spec;
        std::filesystem::file_time_type changed{};
        ElementType type{};
        uint32_t channels = 0;
        HostBuffer buffer;
    };
    struct PaintedInput {
        SharedBytes unpainted;
        input::Painting painting;
        HostBuffer buffer;
    };
    struct CachedProgram {
        std::string ptx;
        std::shared_ptr<const simt::Program> program;
    };
    struct CachedResult {
        Request asked;
        std::filesystem::file_time_type input_changed{};
        std::shared_ptr<const RunResult> result;
    };

    [[nodiscard]] Result<HostBuffer> load_input(const Request& request, const catalog::Variant& variant);
    [[nodiscard]] Result<std::shared_ptr<const simt::Program>> load_program(const compile::CompileResult& compiled,
                                                                            const std::string& file);
    [[nodiscard]] std::shared_ptr<const RunResult> find_result(const Request& request, const std::string& source,
                                                               uint64_t headers_hash) const;
    void remember(const Request& asked, std::shared_ptr<const RunResult> result);

    std::deque<CachedInput> inputs_;
    std::optional<PaintedInput> painted_;
    std::deque<CachedProgram> programs_;
    std::deque<CachedResult> results_;
};

} // namespace warpscope::session
