// The PTX around one promised form: gives its registers inputs and gathers what it wrote.
#pragma once

#include "conformance/spellings.hpp"
#include "ptx/words.hpp"

namespace warpscope::conformance {

class KernelText {
public:
    explicit KernelText(const simt::PromisedForm& promised);

    /// Whether the spelling has this suffix.
    [[nodiscard]] bool has(std::string_view suffix) const;
    /// The spelling's last type.
    [[nodiscard]] ptx::Type type() const { return type_; }
    /// The suffix that names a space, with its dot; empty for generic addresses.
    [[nodiscard]] const std::string& space() const { return space_; }
    /// Registers of the first operand, and of all others.
    [[nodiscard]] const std::vector<std::string>& first() const { return first_; }
    [[nodiscard]] const std::vector<std::string>& others() const { return others_; }

    void write(std::string_view text) { (text_ += text) += ' '; }
    /// All inputs are as wide as this, whatever registers get them.
    void inputs_of(uint32_t bytes);
    /// Gives a register the next input: a, b, c, then those of c in another order.
    void feed(const std::string& name);
    void feed(const std::vector<std::string>& names);

    /// The form itself, with a part of its operands replaced.
    void run(std::string_view part = {}, std::string_view by = {});

    /// The kernel whose answer is one register, or a number made of several.
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

/// Bytes of a register by the kind in its name.
[[nodiscard]] uint32_t register_bytes(std::string_view name);

} // namespace warpscope::conformance
