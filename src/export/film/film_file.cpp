#include "export/film/film_file.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <set>
#include <string>
#include <system_error>

#include <unistd.h>

#include <fmt/format.h>

#include "base/process/subprocess.hpp"
#include "base/process/temporary_folder.hpp"
#include "export/file.hpp"
#include "export/film/gif.hpp"
#include "export/film/webm.hpp"
#include "export/png.hpp"
#include "language/tr.hpp"

namespace warpscope::exporting {
namespace {

namespace fs = std::filesystem;

std::string frame_name(size_t number) { return fmt::format("frame-{:05}.png", number); }

constexpr std::string_view times_name = "frames.csv", times_head = "file,seconds";

bool is_frame_name(std::string_view name) {
    const size_t digits = name.find_first_not_of("0123456789", 6);
    return name.starts_with("frame-") && digits > 6 && digits == name.size() - 4 && name.ends_with(".png");
}

/// Returns the film's files in the folder. Fails if frames.csv lacks any of them.
Result<std::vector<fs::path>> earlier_film(const fs::path& folder) {
    std::set<std::string> listed;
    std::ifstream times(folder / times_name);
    std::string line;
    if (std::getline(times, line) && line == times_head) {
        listed.emplace(times_name);
        while (std::getline(times, line)) listed.insert(line.substr(0, line.find(',')));
    }
    std::error_code error;
    std::vector<fs::path> old;
    fs::directory_iterator entry(folder, error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!is_frame_name(name) && name != times_name) continue;
        if (!listed.contains(name))
            return fail(
                ErrorKind::usage,
                msg("The folder '{}' contains {}, which is not part of a Warpscope film.", folder.string(), name),
                msg("choose a new folder, or remove its frame-*.png and frames.csv"));
        old.push_back(entry->path());
    }
    if (error)
        return fail(ErrorKind::environment,
                    msg("The folder '{}' cannot be read: {}.", folder.string(), error.message()));
    return old;
}

/// Lists pictures in frames.csv before writing them, so that an interrupted film can be removed.
class NumberedPictures final : public FilmFile {
public:
    explicit NumberedPictures(fs::path folder)
        : folder_(std::move(folder))
        , times_(folder_ / times_name, std::ios::trunc) {
        times_ << times_head << '\n';
        error_ = times_ ? 0 : errno;
    }

    Result<void> add(const FilmFrame& frame) override {
        const std::string name = frame_name(count_++);
        if (error_ == 0) errno = 0;
        times_ << fmt::format("{},{}\n", name, frame.seconds) << std::flush;
        if (!times_) return cannot_write();
        return save_png(folder_ / name, frame.width, frame.height, 4,
                        reinterpret_cast<const std::byte*>(frame.rgba.data()));
    }

    Result<void> finish() override {
        if (error_ == 0) errno = 0;
        times_.close();
        return times_ ? Result<void>() : cannot_write();
    }

private:
    [[nodiscard]] Result<void> cannot_write() {
        if (error_ == 0) error_ = errno;
        return fail(ErrorKind::environment, msg("Cannot write '{}': {}.", (folder_ / times_name).string(),
                                                std::generic_category().message(error_)));
    }

    fs::path folder_;
    std::ofstream times_;
    int error_ = 0;
    size_t count_ = 0;
};

class EncodedFilm final : public FilmFile {
public:
    EncodedFilm(fs::path file, std::string program, TemporaryFolder folder)
        : file_(std::move(file))
        , program_(std::move(program))
        , folder_(std::move(folder))
        , pictures_(folder_.path()) {}

    Result<void> add(const FilmFrame& frame) override {
        // finish() repeats this picture, because players ignore the last duration.
        last_ = frame_name(count_++);
        list_ += fmt::format("file '{}'\nduration {}\n", last_, frame.seconds);
        return pictures_.add(frame);
    }

    Result<void> finish() override {
        if (auto written =
                folder_.write("list.txt", "ffconcat version 1.0\n" + list_ + fmt::format("file '{}'\n", last_));
            !written)
            return written;
        const fs::path made = folder_.path() / "film.mp4";
        const std::vector<std::string> command{program_, "-nostdin", "-y", "-loglevel", "error", "-f", "concat",
                                               "-safe", "0", "-i", (folder_.path() / "list.txt").string(),
                                               // Many players require even sides and 4:2:0 chroma.
                                               "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-r",
                                               "30", "-movflags", "+faststart", made.string()};
        const auto ran = run_process(command, std::chrono::minutes(20));
        if (!ran) return tl::unexpected(ran.error());
        if (ran->exit_status != 0)
            return fail(
                ErrorKind::environment,
                msg("ffmpeg could not make '{}': {}", file_.string(), ran->output.substr(0, ran->output.find('\n'))),
                msg("a .gif, a .webm or a folder of pictures needs no other program"));
        std::error_code error;
        // Copies first: if the disk is full, the old film stays.
        const fs::path beside = fmt::format("{}.{}.part", file_.string(), ::getpid());
        fs::copy_file(made, beside, fs::copy_options::overwrite_existing, error);
        if (!error) fs::rename(beside, file_, error);
        if (error) {
            std::error_code ignored;
            fs::remove(beside, ignored);
            return fail(ErrorKind::environment, msg("Cannot write '{}': {}.", file_.string(), error.message()));
        }
        return {};
    }

private:
    fs::path file_;
    std::string program_;
    TemporaryFolder folder_;
    NumberedPictures pictures_;
    std::string list_, last_;
    size_t count_ = 0;
};

} // namespace

Result<std::unique_ptr<FilmFile>> create_film(const fs::path& file, std::span<const FilmFrame> samples) {
    const std::string ending = file.extension().string();
    std::error_code error;
    if (ending.empty()) {
        fs::create_directories(file, error);
        if (error)
            return fail(ErrorKind::environment,
                        msg("Cannot create the folder '{}': {}.", file.string(), error.message()));
        const auto old = earlier_film(file);
        if (!old) return tl::unexpected(old.error());
        for (const fs::path& path : *old) fs::remove(path, error);
        return std::make_unique<NumberedPictures>(file);
    }
    const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (!fs::is_directory(folder, error))
        return fail(ErrorKind::environment,
                    msg("Cannot write '{}': there is no folder '{}'.", file.string(), folder.string()));
    if (ending == ".gif") return create_gif(file, samples);
    if (ending == ".webm") return create_webm(file);
    if (ending != ".mp4")
        return fail(ErrorKind::usage, msg("'{}' is not a film: it ends in '{}'.", file.string(), ending),
                    msg("use .gif, .mp4, .webm, or a folder name without an extension"));
    const std::string program = find_on_path("ffmpeg");
    if (program.empty())
        return fail(ErrorKind::environment, msg("MP4 needs the program ffmpeg, which is not installed."),
                    msg("install it, or write a .gif, a .webm or a folder of pictures"));
    auto temporary = TemporaryFolder::create();
    if (!temporary) return tl::unexpected(temporary.error());
    return std::make_unique<EncodedFilm>(file, program, std::move(*temporary));
}

} // namespace warpscope::exporting
