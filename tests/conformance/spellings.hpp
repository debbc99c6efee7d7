// Makes a kernel for every form in docs/PTX.md, from its spelling and operands, so that a GPU confirms each form.
#pragma once

#include <optional>

#include "conformance/forms.hpp"
#include "simt/supported_ptx.hpp"

namespace warpscope::conformance {

/// A form that no available GPU runs, or whose result depends on more than its inputs. exempt.txt has the reasons.
struct Exemption {
    std::string spelling; // a form; with a star at the end, the beginning of several forms
    std::string reason;
};
[[nodiscard]] Result<std::vector<Exemption>> load_exemptions(const std::filesystem::path& file);
[[nodiscard]] bool covers(const Exemption& exemption, const std::string& spelling);

/// Returns the form with PTX that loads its inputs and collects its results; nullopt for opcodes without a kernel.
[[nodiscard]] std::optional<Form> spelled_form(const simt::PromisedForm& promised);

/// Returns the form's name in golden files.
[[nodiscard]] std::string spelling_of(const simt::PromisedForm& promised);

/// Returns all forms that are not exempt. Fails if a form has no kernel.
[[nodiscard]] Result<std::vector<Form>> spelled_forms(const std::filesystem::path& exemptions);

} // namespace warpscope::conformance
