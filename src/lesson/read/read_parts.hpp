#pragma once

#include <optional>
#include <string>

#include "catalog/text/toml_reader.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read_run.hpp"

namespace warpscope::lesson {

class PartReader {
public:
    PartReader(std::string file, catalog::Problems& problems)
        : problems_(problems)
        , file_(std::move(file)) {}

    [[nodiscard]] Words words(catalog::TableReader& reader, std::string_view key) const;
    [[nodiscard]] std::optional<Expression> expression(catalog::TableReader& reader, std::string_view key);
    [[nodiscard]] std::optional<Expression> parsed(const std::string& text, const toml::source_region& where);
    [[nodiscard]] std::string tab(catalog::TableReader& reader);
    [[nodiscard]] std::optional<scene::OverlaySet> overlays(catalog::TableReader& reader, std::string_view key);
    void run(catalog::TableReader& reader, RunSpec& out) { read_run(reader, problems_, out); }

    [[nodiscard]] SourceLocation location(const toml::source_region& where) const {
        return {file_, where.begin.line, 0};
    }
    [[nodiscard]] SourceLocation place(const toml::table& table) const { return location(table.source()); }
    [[nodiscard]] catalog::Problems& problems() { return problems_; }

private:
    catalog::Problems& problems_;
    std::string file_;
};

} // namespace warpscope::lesson
