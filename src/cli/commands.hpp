#pragma once

#include <CLI/CLI.hpp>

#include "base/diagnostic.hpp"
#include "cli/cli.hpp"
#include "cli/target.hpp"

namespace warpscope::cli {

/// Each function adds a subcommand, which sets `status` when it runs.
void add_run(CLI::App& app, const FigureMaker& make_figure, const std::vector<std::string>& figure_tabs, int& status);
void add_compare(CLI::App& app, const FigureMaker& make_figure, int& status);
void add_list(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_step(CLI::App& app, int& status);
void add_orders(CLI::App& app, int& status);
void add_film(CLI::App& app, const FilmMaker& make_film, int& status);
void add_capture(CLI::App& app, int& status);
void add_lesson(CLI::App& app, const Drawing& drawing, int& status);
void add_grade(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_time(CLI::App& app, int& status);
void add_record(CLI::App& app, int& status);
void add_cache(CLI::App& app, int& status);
void add_devices(CLI::App& app, int& status);
void add_bank(CLI::App& app, int& status);
void add_gpu(CLI::App& app, const RendererAsker& ask_renderers, int& status);

void add_contract(CLI::App& command);
void add_model(CLI::App& command);
void add_setting_options(CLI::App& command, TargetOptions& options);
void add_compile_options(CLI::App& command, std::vector<std::string>& include_folders,
                         std::vector<std::string>& definitions);

} // namespace warpscope::cli
