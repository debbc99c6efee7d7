#include "render/gl/run_textures.hpp"

#include <algorithm>

#include "gl/context.hpp"

namespace warpscope::render {

namespace {

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
    impl->software = gl::draws_in_software();
    impl->empty_picture = empty_texture(gl::PixelFormat::rgba8);
    impl->empty_map = empty_texture(gl::PixelFormat::r32ui);
    impl->empty_marks = empty_texture(gl::PixelFormat::r8ui);
    if (const std::string errors = gl::take_errors(); !errors.empty())
        return fail(ErrorKind::environment, msg("the graphics driver refused the first textures: {}", errors),
                    msg("update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw in software"));
    return std::unique_ptr<RunTextures>(new RunTextures(std::move(impl)));
}

void RunTextures::Impl::need_order(const std::shared_ptr<const BlocksSoFar::Order>& order) {
    if (order == order_made) return;
    constexpr size_t widest = 2048;
    const size_t count = order->blocks.size(), width = std::clamp<size_t>(count, 1, widest);
    const size_t height = std::max<size_t>(1, (count + width - 1) / width);
    std::vector<BlocksSoFar::Order::Block> texels(order->blocks);
    texels.resize(width * height);
    block_order =
        gl::Texture::create(gl::PixelFormat::rg32ui, static_cast<uint32_t>(width), static_cast<uint32_t>(height));
    block_order.upload(texels.data());
    order_made = order;
}

std::shared_ptr<const session::RunResult> RunTextures::shown() const { return impl_->shown.result; }

std::optional<Diagnostic> RunTextures::problem() const { return impl_->shown.problem; }

bool RunTextures::update(const std::shared_ptr<const session::RunResult>& result,
                         const std::shared_ptr<const metrics::BlockTrace>& trace, UploadBudget budget) {
    Impl& impl = *impl_;
    if (result == nullptr) {
        impl.take_trace(trace);
        return true;
    }
    if (result != impl.shown.result && result != impl.coming.result) impl.start(result);
    if (result == impl.shown.result && impl.coming.result != nullptr) impl.abandon();
    // Keeps the old trace with the old run; otherwise marks would flicker.
    if (impl.coming.result != nullptr && !impl.work(budget)) return false;
    impl.take_trace(trace);
    return impl.work_on_layers(budget) && impl.work_on_heats(budget);
}

void RunTextures::Impl::take_trace(const std::shared_ptr<const metrics::BlockTrace>& of_shown) {
    if (of_shown == trace) return;
    trace = of_shown;
    trace_run = nullptr;
    ++revision;
}

void RunTextures::set_probes(const std::shared_ptr<const session::RunResult>& run, const Probes& probes) {
    if (impl_->probes_of == run && impl_->probes == probes) return;
    impl_->probes_of = run;
    impl_->probes = probes;
}

void RunTextures::Impl::abandon() {
    task.reset();
    tasks.clear();
    retire(coming);
}

void RunTextures::Impl::start(std::shared_ptr<const session::RunResult> result) {
    abandon();
    // Drops requests for buffers if the variant changes, because their indices become invalid.
    const bool same_plan = shown.result != nullptr && shown.result->request.experiment == result->request.experiment &&
                           shown.result->request.variant == result->request.variant;
    if (!same_plan) {
        others_wanted.clear();
        std::erase_if(heat_requests,
                      [](const HeatRequest& heat_request) { return heat_request.content.space == Space::buffer; });
    }
    coming.result = std::move(result);
    coming.input = shown.input;
    coming.output = shown.output;
    coming.launch_tried = launch_wanted;
    if (launch_wanted) {
        tasks.emplace_back([this] { return upload_launch_picture(coming, pool); });
        tasks.emplace_back([this] { return upload_layer(coming, pool, Space::launch); });
    }
    for (const HeatRequest& heat_request : heat_requests)
        if (exists(*coming.result, heat_request.content) && !probe_for(*coming.result, heat_request.choice))
            tasks.emplace_back([this, heat_request] { return upload_heat(coming, pool, heat_request, nullptr); });
    for (const Content& content : others_wanted) {
        const auto before = shown.others.find(content);
        if (before == shown.others.end() || !exists(*coming.result, content)) continue;
        coming.others[content].picture = before->second.picture;
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
    pool.clear();
    heat_task.reset();
    layer_task.reset();
    retire(shown);
    shown = std::exchange(coming, {});
    drop_unfit_open_heats();
    trace_run = nullptr;
    ++revision;
    return true;
}

std::optional<Content> RunTextures::Impl::stale_layer() const {
    const auto is_stale = [this](const std::shared_ptr<LayerMap>& layer) {
        return layer != nullptr && layer->surviving != shown.surviving;
    };
    if (is_stale(shown.data)) return Space::output;
    if (is_stale(shown.launch)) return Space::launch;
    for (const auto& [content, maps] : shown.others)
        if (is_stale(maps.layer)) return content;
    return std::nullopt;
}

bool RunTextures::Impl::work_on_layers(UploadBudget& budget) {
    if (shown.result == nullptr) return true;
    auto surviving = probes_of == shown.result ? probes.surviving : nullptr;
    if (surviving != shown.surviving) layer_task.reset();
    shown.surviving = std::move(surviving);
    while (const std::optional<Content> stale = stale_layer()) {
        if (budget.over()) return false;
        if (layer_task == nullptr) layer_task = upload_layer(shown, pool, *stale);
        if (layer_task == nullptr) return true;
        if (!layer_task->step(budget)) return false;
        layer_task.reset();
        ++revision;
    }
    return true;
}

void RunTextures::Impl::retire(RunMaps& maps) {
    // Recycles textures only if nothing else uses the map.
    const auto recycle = [this](auto& map, auto... textures) {
        if (map != nullptr && map.use_count() == 1) (pool.give(std::move((*map).*textures)), ...);
        map.reset();
    };
    recycle(maps.input, &PictureMap::texture);
    recycle(maps.output, &PictureMap::texture);
    recycle(maps.launch_picture, &PictureMap::texture);
    recycle(maps.data, &LayerMap::keys, &LayerMap::marks);
    recycle(maps.launch, &LayerMap::keys, &LayerMap::marks);
    for (auto& heat : maps.heats) recycle(heat, &HeatMap::texture);
    for (auto& [content, other] : maps.others) {
        recycle(other.picture, &PictureMap::texture);
        recycle(other.layer, &LayerMap::keys, &LayerMap::marks);
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

std::optional<std::shared_ptr<const metrics::Probe>>
RunTextures::Impl::probe_of(const RunMaps& maps, const HeatRequest& heat_request) const {
    const auto request = probe_for(*maps.result, heat_request.choice);
    if (!request) return std::shared_ptr<const metrics::Probe>();
    if (probes_of != maps.result) return std::nullopt;
    auto probe = probes.find(*request);
    return probe != nullptr ? std::optional(std::move(probe)) : std::nullopt;
}

std::shared_ptr<const HeatMap> RunTextures::Impl::need_heat(const HeatRequest& heat_request) {
    constexpr size_t max_heat_requests = 8; // two views of three parts, plus recent ones
    std::erase(heat_requests, heat_request);
    heat_requests.insert(heat_requests.begin(), heat_request);
    if (heat_requests.size() > max_heat_requests) heat_requests.pop_back();
    if (auto open = open_heat_of(heat_request)) return open;
    for (const auto& heat : shown.heats)
        if (heat->request == heat_request) return heat->field != nullptr ? heat : nullptr;
    return nullptr;
}

bool RunTextures::Impl::work_on_heats(UploadBudget& budget) {
    if (shown.result == nullptr) return true;
    learn_open_heats();
    const auto unwanted = [this](const std::shared_ptr<HeatMap>& heat) {
        const bool is_requested =
            std::find(heat_requests.begin(), heat_requests.end(), heat->request) != heat_requests.end();
        const auto probe = is_requested ? probe_of(shown, heat->request) : std::nullopt;
        return !probe || *probe != heat->probe;
    };
    if (std::erase_if(shown.heats, unwanted) > 0) ++revision;
    for (;;) {
        if (heat_task != nullptr) {
            if (!heat_task->step(budget)) return false;
            heat_task.reset();
            ++revision;
        }
        const auto missing =
            std::find_if(heat_requests.begin(), heat_requests.end(), [this](const HeatRequest& heat_request) {
                const auto has_request = [&](const auto& heat) { return heat->request == heat_request; };
                return !open_heat_of(heat_request) &&
                       std::none_of(shown.heats.begin(), shown.heats.end(), has_request) &&
                       probe_of(shown, heat_request);
            });
        if (missing == heat_requests.end()) return true;
        if (budget.over()) return false;
        heat_task = upload_heat(shown, pool, *missing, *probe_of(shown, *missing));
    }
}

ContentMaps& RunTextures::Impl::need_other(const Content& content) {
    others_wanted.insert(content);
    const bool first = shown.others.count(content) == 0;
    ContentMaps& maps = shown.others[content];
    if (first) {
        finish(upload_picture(shown, pool, content));
        finish(upload_layer(shown, pool, content));
    }
    return maps;
}

std::shared_ptr<const FocusTexture> RunTextures::Impl::focus_of(const Content& content, const ViewState& state) {
    const session::RunResult* run = shown.result.get();
    const bool of_moment = state.moment != nullptr;
    if (run == nullptr || (trace == nullptr && !of_moment)) return nullptr;
    if (!of_moment && !state.step && !state.interval && merges_partial_sum(*run, *trace, state.selection))
        return nullptr;
    const metrics::ThreadId selected = state.selection.thread;
    FocusThread wanted;
    if (!of_moment && selected != 0 && block_of(run->shown().config, selected) == trace->block)
        wanted = {thread_in_block(run->shown().config, selected), state.step, state.interval};
    if (trace_run != shown.result) {
        trace_run = shown.result;
        focus.clear();
        previous_focus.clear();
    }
    if (!(wanted == focus_thread) || focus_moment != state.moment) previous_focus = std::exchange(focus, {});
    focus_thread = wanted;
    focus_moment = state.moment;
    const auto known = focus.find(content);
    if (known != focus.end()) return known->second;
    std::shared_ptr<const FocusTexture>& made = focus[content];
    auto mask =
        std::make_shared<FocusMask>(of_moment ? moment_mask(*run, *state.moment, content)
                                              : focus_mask(*run, *trace, content, accesses_of(*run, *trace), wanted));
    if (const auto previous = previous_focus.find(content);
        previous != previous_focus.end() && previous->second && *previous->second->mask == *mask) {
        made = previous->second;
        return made;
    }
    GLint max = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max);
    if (mask->bits.empty() || mask->rect.width > max || mask->rect.height > max) return nullptr;
    auto texture = std::make_shared<FocusTexture>();
    texture->texture = GridTexture::create(gl::PixelFormat::r8ui, static_cast<uint32_t>(mask->rect.width),
                                           static_cast<uint32_t>(mask->rect.height), Reduction::any);
    MipmapUpload<uint8_t> upload(texture->texture, Reduction::any);
    upload.push(mask->bits);
    texture->mask = std::move(mask);
    UploadBudget unlimited = UploadBudget::unlimited();
    upload.finish(unlimited);
    made = std::move(texture);
    return made;
}

} // namespace warpscope::render
