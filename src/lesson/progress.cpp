#include "lesson/progress.hpp"

#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "catalog/text/toml_words.hpp"
#include "language/tr.hpp"

namespace warpscope::lesson {

Result<Progress> read_progress(const std::filesystem::path& file) {
    Progress out;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return out;
    try {
        for (const auto& [name, node] : toml::parse_file(file.string())) {
            const toml::table* table = node.as_table();
            if (table == nullptr) continue;
            LessonProgress& lesson = out[std::string(name.str())];
            lesson.step = (*table)["step"].value_or(int64_t{0});
            lesson.finished = (*table)["finished"].value_or(false);
            lesson.visit = (*table)["visit"].value_or(int64_t{0});
            if (const toml::table* answered = (*table)["answered"].as_table())
                for (const auto& [step, right] : *answered)
                    lesson.answered[std::string(step.str())] = right.value_or(false);
        }
    } catch (const toml::parse_error& why) {
        return fail_at({file.string(), static_cast<uint32_t>(why.source().begin.line), 0},
                       msg("The progress of the lessons cannot be read: {}.", catalog::toml_words(why)),
                       msg("remove the file to start over"));
    }
    return out;
}

std::string to_text(const Progress& progress) {
    toml::table all;
    for (const auto& [name, lesson] : progress) {
        toml::table answered;
        for (const auto& [step, right] : lesson.answered) answered.insert(step, right);
        all.insert(name, toml::table{{"step", lesson.step},
                                     {"finished", lesson.finished},
                                     {"visit", lesson.visit},
                                     {"answered", std::move(answered)}});
    }
    std::ostringstream out;
    out << all << '\n';
    return out.str();
}

} // namespace warpscope::lesson
