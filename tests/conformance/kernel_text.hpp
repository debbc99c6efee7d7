// PTX that surrounds one form: it loads the form's inputs and collects its results.
#pragma once

#include "conformance/spellings.hpp"
#include "ptx/words.hpp"

namespace warpscope::conformance {

class KernelText {
public:
    explicit KernelText(const simt::PromisedForm& promised);

    [[nodiscard]] bool has(std::string_view suffix) const;
    /// Returns the last type in the spelling.
    [[nodiscard]] ptx::Type type() const { return type_; }
    /// Returns the suffix of the state space, such as ".global"; empty for generic addresses.
    [[nodiscard]] const std::string& space() const { return space_; }
    /// first() returns the registers of the first operand, others() those of all other operands.
    [[nodiscard]] const std::vector<std::string>& first() const { return first_; }
    [[nodiscard]] const std::vector<std::string>& others() const { return others_; }

    void write(std::string_view text) { (text_ += text) += ' '; }
    /// Sets the width of all inputs, independent of their registers.
    void inputs_of(uint32_t bytes);
    /// Loads the next input into a register: `a`, `b`, `c`, then `c` of other threads.
    void feed(const std::string& name);
    void feed(const std::vector<std::string>& names);

    /// Appends the form itself, with `part` of its operands replaced by `by`.
    void run(std::string_view part = {}, std::string_view by = {});

    /// Returns the form with its kernel, which combines the results into one number.
    [[nodiscard]] Form gathered(const std::vector<std::string>& results);

private:
    const simt::PromisedForm& promised_;
    Form form_;
    std::vector<std::string_view> suffixes_;
    ptx::Type type_ = ptx::Type::b32;
    std::string space_;
    std::vector<std::string> first_, others_;
    std::string text_;
    uint32_t fed_ = 0;
    bool inputs_set_ = false;
};

/// Returns the size that the register's name implies.
[[nodiscard]] uint32_t register_bytes(std::string_view name);

} // namespace warpscope::conformance
