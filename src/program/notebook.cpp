#include "program/notebook.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/process/cache_folder.hpp"
#include "base/sha256.hpp"
#include "program/build.hpp"
#include "source/main_function.hpp"

namespace warpscope::program {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Cell {
    fs::path name;
    std::string text;
    bool is_program = false; // unlike files of %%writefile
};

std::string text_of(const Json& cell) {
    const auto source = cell.find("source");
    if (source == cell.end()) return {};
    if (source->is_string()) return source->get<std::string>();
    std::string text;
    if (source->is_array())
        for (const Json& line : *source)
            if (line.is_string()) text += line.get<std::string>();
    return text;
}

bool is_header_name(const fs::path& file) {
    return std::ranges::any_of(std::array{".h", ".cuh", ".hpp", ".inl"},
                               [&](const char* ending) { return file.extension() == ending; });
}

/// Returns the last source or header in options such as "--name FILE", or "".
std::string file_name_in(std::istream& words) {
    std::string name;
    for (std::string word; words >> word;)
        if (is_source_name(word) || is_header_name(word)) name = word;
    std::erase(name, '"');
    return fs::path(name).filename().string();
}

/// Reads a cell. Returns false for a cell in another language. Line numbers stay, because the magic line becomes a
/// comment.
bool read_cell(const std::string& text, size_t number, Cell& out) {
    if (!text.starts_with("%%")) return false;
    std::istringstream words(text.substr(0, text.find('\n')));
    std::string magic;
    words >> magic;
    const bool is_file = magic == "%%writefile" || magic == "%%file";
    out.is_program = magic.starts_with("%%cu");
    if (!is_file && !out.is_program) return false;
    const std::string name = file_name_in(words);
    if (is_file && name.empty()) return false;
    out.name = name.empty() ? fmt::format("cell_{}.cu", number) : name;
    out.text = "// " + text;
    return true;
}

std::vector<Cell> cells_of(const Json& notebook) {
    std::vector<Cell> cells;
    size_t number = 0;
    for (const Json& one : notebook.value("cells", Json::array())) {
        if (one.value("cell_type", "") != "code") continue;
        Cell cell;
        if (!read_cell(text_of(one), ++number, cell)) continue;
        std::erase_if(cells, [&](const Cell& other) { return other.name == cell.name; });
        cells.push_back(std::move(cell));
    }
    return cells;
}

} // namespace

bool is_notebook(const fs::path& file) { return file.extension() == ".ipynb"; }

Result<NotebookFiles> unpack_notebook(const fs::path& notebook) {
    const auto text = read_file(notebook);
    if (!text) return tl::unexpected(text.error());
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object()) return fail(ErrorKind::failed, msg("{} is not a notebook.", notebook.string()));
    const std::vector<Cell> cells = cells_of(json);
    const auto has_main = [](const Cell& cell) { return source::defines_main(cell.text); };
    auto main = std::ranges::find_if(cells, has_main);
    if (main == cells.end())
        main = std::ranges::find_if(cells,
                                    [](const Cell& cell) { return cell.text.find("__global__") != std::string::npos; });
    if (main == cells.end())
        return fail(ErrorKind::failed, msg("{} has no cell with CUDA code.", notebook.string()),
                    msg("begin a cell with %%cu, %%cuda or %%writefile NAME.cu"));
    if (cache_folder().empty())
        return fail(ErrorKind::environment, msg("There is no folder for the notebook's files."),
                    msg("set HOME or XDG_CACHE_HOME to an absolute path"));
    std::error_code error;
    const fs::path folder =
        cache_folder() / "notebooks" / sha256(fs::absolute(notebook, error).lexically_normal().string()).substr(0, 12);
    fs::remove_all(folder, error);
    NotebookFiles files;
    for (const Cell& cell : cells) {
        const fs::path file = folder / cell.name;
        if (auto written = write_file(file, cell.text); !written) return tl::unexpected(written.error());
        const bool is_included = std::ranges::any_of(cells, [&](const Cell& other) {
            return other.text.find(fmt::format("\"{}\"", cell.name.string())) != std::string::npos;
        });
        if (&cell == &*main)
            files.main = file;
        else if (has_main(cell))
            files.others.push_back(file);
        else if (!cell.is_program && !is_included && is_source_name(file))
            files.sources.push_back(file);
    }
    return files;
}

} // namespace warpscope::program
