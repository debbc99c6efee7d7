#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace warpscope::compile {

/// Product of numbers and names that gives an array's length or a count of threads. Sums and quotients are single
/// factors. Each name has a sample value, so that products can be compared.
class SizeProduct {
public:
    SizeProduct() = default;
    explicit SizeProduct(int64_t number);
    SizeProduct(std::string name, int64_t sample);

    [[nodiscard]] int64_t sample() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool is_number() const { return factors_.empty(); }
    [[nodiscard]] int64_t number() const { return number_; }
    [[nodiscard]] bool has_factor(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> factors() const;

    [[nodiscard]] SizeProduct times(const SizeProduct& other) const;
    [[nodiscard]] SizeProduct plus(const SizeProduct& other) const;
    [[nodiscard]] SizeProduct minus(const SizeProduct& other) const;
    [[nodiscard]] SizeProduct divided_by(const SizeProduct& other, bool rounds_up) const;
    [[nodiscard]] SizeProduct without(const std::string& factor) const;
    [[nodiscard]] bool has_name(const std::string& name) const;
    [[nodiscard]] std::set<std::string> names() const;
    [[nodiscard]] bool has_factors_of(const SizeProduct& other) const;
    [[nodiscard]] bool has_same_names(const SizeProduct& other) const;

    friend bool operator==(const SizeProduct& a, const SizeProduct& b) { return a.text() == b.text(); }

private:
    struct Factor {
        std::string text;
        int64_t sample = 1;
    };
    static void cancel(SizeProduct& one, SizeProduct& other);

    int64_t number_ = 1;
    std::vector<Factor> factors_;
};

} // namespace warpscope::compile
