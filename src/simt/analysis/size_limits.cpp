#include "simt/analysis/size_limits.hpp"

#include <span>

#include <fmt/format.h>

namespace warpscope::simt {
namespace {

constexpr uint64_t max_parameter_bytes = 32764; // from sm_70 on
constexpr uint64_t max_shared_bytes = uint64_t{1} << 31;

uint64_t bytes_of(std::span<const ptx::Variable> variables) {
    uint64_t bytes = 0;
    for (const ptx::Variable& variable : variables) bytes += variable.bytes + variable.alignment;
    return bytes;
}

class Check {
public:
    void function(const ptx::Function& function) {
        if (function.is_entry && bytes_of(function.parameters) > max_parameter_bytes + 8 * function.parameters.size())
            refuse(function, msg("the parameters of {} take {} bytes; a kernel can have {}", function.name,
                                 bytes_of(function.parameters), max_parameter_bytes));
        uint64_t local = function.is_entry ? 0 : bytes_of(function.parameters) + bytes_of(function.results);
        for (const ptx::Variable& variable : function.variables)
            if (variable.space == ptx::Space::local || variable.space == ptx::Space::param)
                local += variable.bytes + variable.alignment;
        if (local > max_local_bytes)
            refuse(function, msg("the local variables of {} take {} bytes; a thread has {}", function.name, local,
                                 max_local_bytes));
        shared(function.variables);
    }
    void shared(std::span<const ptx::Variable> variables) {
        for (const ptx::Variable& variable : variables)
            if (variable.space == ptx::Space::shared && variable.bytes > max_shared_bytes)
                problems.push_back({ErrorKind::failed,
                                    msg("'{}' (PTX line {}) takes {} bytes of shared memory, which no GPU has",
                                        variable.name, variable.ptx_line, variable.bytes),
                                    {},
                                    {}});
    }

    std::vector<Diagnostic> problems;

private:
    void refuse(const ptx::Function& function, Message message) {
        const SourceLocation where = function.body.empty() ? SourceLocation{} : function.body.front().source;
        problems.push_back({ErrorKind::failed, std::move(message), where, {}});
    }
};

} // namespace

std::vector<Diagnostic> find_exceeded_limits(const ptx::Module& module) {
    Check check;
    check.shared(module.variables);
    for (const ptx::Function& function : module.functions) check.function(function);
    return std::move(check.problems);
}

} // namespace warpscope::simt
