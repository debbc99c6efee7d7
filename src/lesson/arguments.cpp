#include "lesson/arguments.hpp"

#include <fmt/format.h>

#include "language/tr.hpp"

namespace warpscope::lesson {
namespace {

Result<void> check_count(std::string_view function, size_t given, size_t count) {
    if (given == count) return {};
    return fail(ErrorKind::failed,
                msg_count(count, "{} takes {} value, not {}.", "{} takes {} values, not {}.", function, count, given));
}

} // namespace

Result<std::string> words_of(std::string_view function, const std::vector<Argument>& arguments, size_t index,
                             size_t count) {
    if (auto fits = check_count(function, arguments.size(), count); !fits) return tl::unexpected(fits.error());
    if (const auto* words = std::get_if<std::string>(&arguments[index])) return *words;
    return fail(ErrorKind::failed, msg("value {} of {} must be text in single quotes.", index + 1, function));
}

Result<double> number_of(std::string_view function, const std::vector<Argument>& arguments, size_t index,
                         size_t count) {
    if (auto fits = check_count(function, arguments.size(), count); !fits) return tl::unexpected(fits.error());
    if (const auto* number = std::get_if<double>(&arguments[index])) return *number;
    return fail(ErrorKind::failed, msg("value {} of {} must be a number, not text.", index + 1, function));
}

} // namespace warpscope::lesson
