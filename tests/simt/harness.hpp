// Runs PTX text on the emulator for tests.
#pragma once

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "simt/executor.hpp"

namespace warpscope::simt {

/// Decodes PTX text. Throws std::runtime_error on failure.
[[nodiscard]] std::shared_ptr<const Program> program_of(const std::string& ptx);
/// Returns `body` after the directives for version, target and address size.
[[nodiscard]] std::string module_text(const std::string& body);

/// A program with memory. Kernel arguments are passed in order.
class Machine {
public:
    explicit Machine(const std::string& ptx)
        : Machine(program_of(ptx)) {}
    explicit Machine(std::shared_ptr<const Program> program);

    template<class T>
    uint32_t buffer(const std::string& name, const std::vector<T>& values) {
        const uint32_t index = allocate(name, values.size() * sizeof(T));
        device_.memory().upload(index, 0, std::as_bytes(std::span(values)));
        return index;
    }
    uint32_t allocate(const std::string& name, uint64_t bytes);
    [[nodiscard]] uint64_t address(uint32_t buffer) const { return device_.memory().allocations()[buffer].begin; }

    template<class T>
    [[nodiscard]] std::vector<T> read(uint32_t buffer) const {
        std::vector<T> values(device_.memory().allocations()[buffer].bytes / sizeof(T));
        device_.memory().download(buffer, 0, std::as_writable_bytes(std::span(values)));
        return values;
    }

    template<class... Arguments>
    LaunchOutcome run(const std::string& kernel, LaunchConfig config, Arguments... arguments) {
        parameters_.clear();
        (add_parameter(arguments), ...);
        return launch_now(kernel, config);
    }

    LaunchOptions options;
    std::vector<Observer*> observers;
    [[nodiscard]] Device& device() { return device_; }

private:
    template<class T>
    void add_parameter(T value) {
        parameters_.resize((parameters_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
        const auto* const begin = reinterpret_cast<const std::byte*>(&value);
        parameters_.insert(parameters_.end(), begin, begin + sizeof(T));
    }
    LaunchOutcome launch_now(const std::string& kernel, const LaunchConfig& config);

    Device device_;
    std::vector<std::byte> parameters_;
};

/// Returns one line per finding: "kind: message".
[[nodiscard]] std::vector<std::string> texts_of(const LaunchOutcome& outcome);

/// Returns a kernel k(ds, as, bs, cs, count) that runs `instruction` for every element. d, a, b, c: bytes of %d, %a,
/// %b, %c.
[[nodiscard]] std::string instruction_kernel(const std::string& instruction, size_t d, size_t a, size_t b, size_t c);

/// Computes %d from %a, %b, %c with one thread per element. The instruction may use %p0 to %p3, and %t0 to %t3 of 32
/// bits.
template<class D, class A, class B = A, class C = A>
[[nodiscard]] std::vector<D> run_instruction(const std::string& instruction, std::vector<A> a, std::vector<B> b = {},
                                             std::vector<C> c = {}) {
    const size_t count = a.size();
    b.resize(count);
    c.resize(count);
    Machine machine(instruction_kernel(instruction, sizeof(D), sizeof(A), sizeof(B), sizeof(C)));
    const uint32_t as = machine.buffer("a", a), bs = machine.buffer("b", b), cs = machine.buffer("c", c);
    const uint32_t ds = machine.buffer("d", std::vector<D>(count));
    LaunchConfig config;
    config.block = {64, 1, 1};
    config.grid = {static_cast<uint32_t>((count + 63) / 64), 1, 1};
    const LaunchOutcome outcome = machine.run("k", config, machine.address(ds), machine.address(as),
                                              machine.address(bs), machine.address(cs), static_cast<uint32_t>(count));
    EXPECT_TRUE(outcome.findings.empty() || outcome.findings.front().kind == FindingKind::division_by_zero);
    return machine.read<D>(ds);
}

/// Returns values at which integer operations often fail.
template<class T>
[[nodiscard]] std::vector<T> edge_integers() {
    std::vector<T> values;
    for (const uint64_t bits : {uint64_t{0},
                                uint64_t{1},
                                uint64_t{2},
                                uint64_t{3},
                                uint64_t{7},
                                uint64_t{31},
                                uint64_t{32},
                                uint64_t{33},
                                uint64_t{63},
                                uint64_t{64},
                                uint64_t{100},
                                uint64_t{255},
                                uint64_t{256},
                                ~uint64_t{0},
                                ~uint64_t{1},
                                uint64_t{0x7fff},
                                uint64_t{0x8000},
                                uint64_t{0x7fffffff},
                                uint64_t{0x80000000},
                                uint64_t{0xffffffff},
                                uint64_t{0x100000000},
                                uint64_t{0x7fffffffffffffff},
                                uint64_t{0x8000000000000000},
                                uint64_t{0x123456789abcdef0},
                                uint64_t{0xfedcba9876543210}})
        values.push_back(static_cast<T>(bits));
    return values;
}

/// Returns all pairs of values as two parallel lists.
template<class A, class B>
[[nodiscard]] std::pair<std::vector<A>, std::vector<B>> pairs_of(const std::vector<A>& a, const std::vector<B>& b) {
    std::pair<std::vector<A>, std::vector<B>> result;
    for (const A& x : a)
        for (const B& y : b) {
            result.first.push_back(x);
            result.second.push_back(y);
        }
    return result;
}

} // namespace warpscope::simt
