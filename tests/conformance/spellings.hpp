// A kernel for every form that docs/PTX.md promises, made from the form's spelling and operands, so that no promise is
// without a GPU's answer.
#pragma once

#include <optional>

#include "conformance/forms.hpp"
#include "simt/supported_ptx.hpp"

namespace warpscope::conformance {

/// A form that no GPU of ours runs, or whose answer is not a function of its inputs. exempt.txt says why.
struct Exemption {
    std::string spelling; // of the form, or with a star at the end, the beginning of several
    std::string reason;
};
[[nodiscard]] Result<std::vector<Exemption>> load_exemptions(const std::filesystem::path& file);
[[nodiscard]] bool covers(const Exemption& exemption, const std::string& spelling);

/// The form with PTX around it that gives it inputs and gathers what it wrote; nullopt where no kernel is known for its
/// opcode.
[[nodiscard]] std::optional<Form> spelled_form(const simt::PromisedForm& promised);

/// The form's name in golden files.
[[nodiscard]] std::string spelling_of(const simt::PromisedForm& promised);

/// All promised forms that are not exempt. Fails where there is one without a kernel.
[[nodiscard]] Result<std::vector<Form>> spelled_forms(const std::filesystem::path& exemptions);

} // namespace warpscope::conformance
