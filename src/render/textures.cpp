#include "render/textures.hpp"

#include <algorithm>

namespace warpscope::render {

namespace {

/// One texel that stands for "nothing here".
gl::Texture empty_texture(gl::PixelFormat format) {
    constexpr uint32_t nothing = 0;
    gl::Texture texture = gl::Texture::create(format, 1, 1);
    texture.upload(&nothing);
    return texture;
}

void finish(std::unique_ptr<UploadTask> task) {
    UploadBudget unlimited = UploadBudget::unlimited();
    if (task != nullptr) task->step(unlimited);
}

} // namespace

RunTextures::RunTextures(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
RunTextures::~RunTextures() = default;

Result<std::unique_ptr<RunTextures>> RunTextures::create() {
    auto impl = std::make_unique<Impl>();
    Result<ViewPrograms> programs = ViewPrograms::create();
    if (!programs) return tl::unexpected(programs.error());
    impl->programs = std::move(*programs);
    impl->empty_picture = empty_texture(gl::PixelFormat::rgba8);
    impl->empty_map = empty_texture(gl::PixelFormat::r32ui);
    impl->empty_marks = empty_texture(gl::PixelFormat::r8ui);
    if (const std::string errors = gl::take_errors(); !errors.empty())
        return fail(ErrorKind::environment, "the graphics driver refused the first textures: " + errors,
                    "update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software");
    return std::unique_ptr<RunTextures>(new RunTextures(std::move(impl)));
}

std::shared_ptr<const session::RunResult> RunTextures::shown() const { return impl_->shown.result; }

std::optional<Diagnostic> RunTextures::problem() const { return impl_->shown.problem; }

bool RunTextures::update(const std::shared_ptr<const session::RunResult>& result,
                         const std::shared_ptr<const metrics::BlockTrace>& trace, UploadBudget budget) {
    Impl& impl = *impl_;
    if (trace != impl.trace) {
        impl.trace = trace;
        impl.trace_run = nullptr;
        ++impl.revision;
    }
    if (result == nullptr) return true;
    if (result != impl.shown.result && result != impl.coming.result) impl.start(result);
    if (result == impl.shown.result && impl.coming.result != nullptr) impl.abandon();
    if (impl.coming.result == nullptr) return true;
    return impl.work(budget);
}

void RunTextures::Impl::abandon() {
    task.reset();
    tasks.clear();
    retire(coming);
}

void RunTextures::Impl::start(std::shared_ptr<const session::RunResult> result) {
    abandon();
    // Numbers of buffers mean the same in the next run of the same variant only.
    const bool same_plan = shown.result != nullptr && shown.result->request.experiment == result->request.experiment &&
                           shown.result->request.variant == result->request.variant;
    if (!same_plan) others_wanted.clear();
    coming.result = std::move(result);
    // A picture of the same bytes is shared with the run on screen: while a slider moves, the input does not change.
    coming.input = shown.input;
    coming.output = shown.output;
    coming.reads_tried = reads_wanted;
    coming.launch_tried = launch_wanted;
    if (launch_wanted) {
        tasks.emplace_back([this] { return upload_launch_picture(coming, pool); });
        tasks.emplace_back([this] { return upload_layer(coming, pool, Space::launch); });
    }
    if (reads_wanted) tasks.emplace_back([this] { return upload_reads(coming, pool, Space::input); });
    for (const Content& content : others_wanted) {
        const auto before = shown.others.find(content);
        if (before == shown.others.end() || !exists(*coming.result, content)) continue;
        coming.others[content].picture = before->second.picture;
        coming.others[content].reads_tried = before->second.reads_tried;
        if (before->second.reads_tried)
            tasks.emplace_back([this, content] { return upload_reads(coming, pool, content); });
        tasks.emplace_back([this, content] { return upload_layer(coming, pool, content); });
        tasks.emplace_back([this, content] { return upload_picture(coming, pool, content); });
    }
    tasks.emplace_back([this] { return upload_layer(coming, pool, Space::output); });
    tasks.emplace_back([this] { return upload_picture(coming, pool, Space::output); });
    tasks.emplace_back([this] { return upload_picture(coming, pool, Space::input); });
}

bool RunTextures::Impl::work(UploadBudget& budget) {
    while (task != nullptr || !tasks.empty()) {
        if (budget.over()) return false;
        if (task == nullptr) {
            task = tasks.back()();
            tasks.pop_back();
            if (task == nullptr) continue;
        }
        if (!task->step(budget)) return false;
        task.reset();
    }
    pool.clear(); // at most one run's worth is kept
    retire(shown);
    shown = std::exchange(coming, {});
    trace_run = nullptr;
    ++revision;
    return true;
}

void RunTextures::Impl::retire(RunMaps& maps) {
    // Only what no other run shares can be overwritten by the next.
    const auto recycle = [this](auto& map, auto... textures) {
        if (map != nullptr && map.use_count() == 1) (pool.give(std::move((*map).*textures)), ...);
        map.reset();
    };
    recycle(maps.input, &PictureMap::texture);
    recycle(maps.output, &PictureMap::texture);
    recycle(maps.launch_picture, &PictureMap::texture);
    recycle(maps.data, &LayerMap::keys, &LayerMap::marks);
    recycle(maps.launch, &LayerMap::keys, &LayerMap::marks);
    recycle(maps.reads, &HeatMap::texture);
    for (auto& [content, other] : maps.others) {
        recycle(other.picture, &PictureMap::texture);
        recycle(other.layer, &LayerMap::keys, &LayerMap::marks);
        recycle(other.reads, &HeatMap::texture);
    }
    maps = {};
}

void RunTextures::Impl::need_launch() {
    launch_wanted = true;
    if (shown.result == nullptr || shown.launch_tried) return;
    shown.launch_tried = true;
    finish(upload_layer(shown, pool, Space::launch));
    finish(upload_launch_picture(shown, pool));
}

void RunTextures::Impl::need_reads() {
    reads_wanted = true;
    if (shown.result == nullptr || shown.reads_tried) return;
    shown.reads_tried = true;
    finish(upload_reads(shown, pool, Space::input));
}

ContentMaps& RunTextures::Impl::need_other(const Content& content, bool with_reads) {
    others_wanted.insert(content);
    const bool first = shown.others.count(content) == 0;
    ContentMaps& maps = shown.others[content];
    if (first) {
        finish(upload_picture(shown, pool, content));
        finish(upload_layer(shown, pool, content));
    }
    if (with_reads && !maps.reads_tried) {
        maps.reads_tried = true;
        finish(upload_reads(shown, pool, content));
    }
    return maps;
}

const FocusTexture* RunTextures::Impl::focus_of(const Content& content, const ViewState& state) {
    const session::RunResult* run = shown.result.get();
    if (run == nullptr || trace == nullptr) return nullptr;
    const metrics::ThreadId selected = state.selection.thread;
    FocusThread wanted;
    if (selected != 0 && block_of(run->shown().config, selected) == trace->block)
        wanted = {thread_in_block(run->shown().config, selected), state.step};
    if (trace_run != shown.result) {
        trace_run = shown.result;
        focus.clear();
    }
    if (!(wanted == focus_thread)) focus.clear();
    focus_thread = wanted;
    const auto known = focus.find(content);
    if (known != focus.end()) return known->second.texture.texture ? &known->second : nullptr;
    FocusTexture& made = focus[content];
    auto mask = std::make_shared<FocusMask>(focus_mask(*run, *trace, content, accesses_of(*run, *trace), wanted));
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (mask->bits.empty() || mask->rect.width > most || mask->rect.height > most) return nullptr;
    made.texture = GridTexture::create(gl::PixelFormat::r8ui, static_cast<uint32_t>(mask->rect.width),
                                       static_cast<uint32_t>(mask->rect.height), Reduction::any);
    MipmapUpload<uint8_t> upload(made.texture, Reduction::any);
    upload.push(mask->bits);
    made.mask = std::move(mask);
    UploadBudget unlimited = UploadBudget::unlimited();
    upload.finish(unlimited);
    return &made;
}

} // namespace warpscope::render
