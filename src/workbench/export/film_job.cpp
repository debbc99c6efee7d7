#include "workbench/export/film_job.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "input/input.hpp"
#include "language/tr.hpp"
#include "scene/names.hpp"

namespace warpscope::workbench {

namespace {

std::string focus_of(const session::RunResult& run, const MakeFilm& request) {
    const auto& maps = run.shown().maps;
    const auto map = std::ranges::find(maps, run.prepared.output_buffer, &metrics::CellMaps::buffer);
    if (map == maps.end()) return {};
    const uint64_t threads = run.shown().config.threads_per_block();
    std::optional<uint64_t> found;
    int nearest = 0;
    for (uint64_t cell = 0; cell < map->owner.size(); ++cell) {
        if (map->owner[cell] == 0) continue;
        const uint64_t owner = map->owner[cell] - 1;
        if (owner / threads != request.block) continue;
        const int near = map->owner[cell] == request.thread ? 3 : owner % threads / warp_size == request.warp ? 2 : 1;
        if (near <= nearest) continue;
        nearest = near;
        found = cell;
    }
    if (!found) return {};
    const Shape& shape = run.output.layout.shape;
    const uint64_t x = *found % shape.width, y = *found / shape.width % shape.height,
                   z = *found / shape.width / shape.height;
    return shape.depth > 1 ? fmt::format("{},{},{}", x, y, z) : fmt::format("{},{}", x, y);
}

std::vector<std::string> command_of(const std::filesystem::path& program, const session::RunResult& run,
                                    const std::filesystem::path& scene, const MakeFilm& request,
                                    const std::filesystem::path& output) {
    const bool preview = request.file.empty();
    std::vector<std::string> words{
        program.string(),
        "film",
        scene.string(),
        "--scope",
        std::string(scene::name_of(request.scope)),
        "--from",
        std::to_string(request.from),
        "--to",
        std::to_string(request.to),
        "--seconds",
        std::to_string(preview ? std::min(request.seconds, 4) : request.seconds),
        "--rate",
        preview
            ? "2"
            : fmt::format("{}", film_rate(request.seconds,
                                          request.scope == scene::Scope::launch ? 0 : request.to - request.from + 1)),
        "--size",
        preview ? "640x427" : "960x640",
        "--output",
        output.string(),
        "--device",
        "emulator"};
    // Step numbers depend on the compiler, so the film uses the run's compiler or the scene's PTX.
    if (!run.has_scenes_ptx && run.compiled.compiler != compile::CompilerKind::none)
        words.insert(words.end(),
                     {"--compiler", run.compiled.compiler == compile::CompilerKind::nvrtc ? "nvrtc" : "clang"});
    if (!request.as_written) words.emplace_back("--optimized");
    if (request.scope == scene::Scope::launch) return words;
    words.insert(words.end(), {"--of-block", std::to_string(request.block), "--warp", std::to_string(request.warp)});
    if (const std::string focus = focus_of(run, request); !focus.empty()) words.insert(words.end(), {"--focus", focus});
    return words;
}

FilmStills pictures_in(const std::filesystem::path& folder) {
    std::set<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".png") files.insert(entry.path());
    FilmStills pictures;
    for (const std::filesystem::path& file : files) {
        const auto picture = input::load_image(file);
        if (!picture || picture->layout.channels != 3) continue;
        const Shape& shape = picture->layout.shape;
        FilmStill still{shape.width, shape.height, {}};
        still.rgba.reserve(shape.cells());
        const auto* const bytes = reinterpret_cast<const uint8_t*>(picture->bytes->data());
        for (const uint8_t* rgb = bytes; rgb != bytes + 3 * shape.cells(); rgb += 3)
            still.rgba.push_back(0xff000000u | uint32_t{rgb[2]} << 16 | uint32_t{rgb[1]} << 8 | rgb[0]);
        pictures.push_back(std::move(still));
    }
    return pictures;
}

} // namespace

double film_rate(double seconds, uint64_t moments) {
    constexpr double few = 6, max = 15;
    const double all = std::ceil(2.5 * static_cast<double>(moments) / seconds);
    return all > max ? few : std::max(few, all);
}

FilmJob::FilmJob(Redraw& redraw, std::filesystem::path program, std::function<void()> wake)
    : redraw_(redraw)
    , program_(std::move(program))
    , worker_(std::move(wake)) {}

void FilmJob::stop() {
    if (stop_) *stop_ = true;
    stop_.reset();
}

void FilmJob::make(const RunPtr& run, exporting::SceneLook look, const MakeFilm& request) {
    stop();
    forget_preview();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    redraw_.want(3);
    worker_.post([this, run, look = std::move(look), request, program = program_, stop = stop_]() -> Worker::Finish {
        FilmStills pictures;
        const auto made = [&]() -> Result<std::filesystem::path> {
            const auto folder = TemporaryFolder::create();
            if (!folder) return tl::unexpected(folder.error());
            const auto text = exporting::scene_text(*run, look);
            if (!text) return tl::unexpected(text.error());
            if (auto written = folder->write("film.wscope", *text); !written) return tl::unexpected(written.error());
            const std::filesystem::path output = request.file.empty() ? folder->path() / "preview" : request.file;
            const auto ran = run_process(command_of(program, *run, folder->path() / "film.wscope", request, output),
                                         std::chrono::minutes(30), stop.get());
            if (!ran) return tl::unexpected(ran.error());
            if (ran->exit_status != 0) return fail(ErrorKind::failed, msg("The film could not be made."), ran->output);
            if (request.file.empty()) pictures = pictures_in(output);
            return output;
        }();
        return [this, stop, request, made, pictures = std::move(pictures)] {
            if (stop != stop_) return;
            stop_.reset();
            redraw_.want(3);
            if (!pictures.empty()) preview_ = std::make_shared<const FilmStills>(pictures);
            if (!request.file.empty() || !made) made_ = made;
        };
    });
}

} // namespace warpscope::workbench
