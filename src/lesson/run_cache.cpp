#include "lesson/run_cache.hpp"

namespace warpscope::lesson {

Result<Run> RunCache::run(const RunSpec& spec) {
    auto request = make_request(catalog_, spec, folder_);
    if (!request) return tl::unexpected(request.error());
    for (const Run& done : runs_)
        if (done->request.experiment->file == request->experiment->file && done->request.variant == request->variant &&
            done->request.settings == request->settings && done->request.input == request->input)
            return done;
    auto made = session::run(*request);
    if (!made) {
        made.error().where = spec.where;
        return tl::unexpected(made.error());
    }
    runs_.push_back(*made);
    return *made;
}

Result<Runs> RunCache::runs(const Step& step, const RunSpec& change) {
    const auto own = run(changed(step.run, change));
    if (!own) return tl::unexpected(own.error());
    Runs out{*own, {}};
    for (const auto& [name, other] : step.others) {
        auto made = run(changed(other, change));
        if (!made) return tl::unexpected(made.error());
        out.others.emplace(name, std::move(*made));
    }
    return out;
}

} // namespace warpscope::lesson
