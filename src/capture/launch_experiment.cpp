#include "capture/launch_experiment.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "base/files.hpp"
#include "base/symbol_name.hpp"
#include "capture/buffer_layout.hpp"
#include "capture/buffer_names.hpp"
#include "capture/launch_arguments.hpp"
#include "capture/launch_grid.hpp"
#include "capture/launch_source.hpp"
#include "capture/launch_textures.hpp"
#include "capture/parameter_types.hpp"
#include "capture/sampled_launch.hpp"
#include "catalog/guess/toml_text.hpp"
#include "compile/kernel_signatures.hpp"

namespace warpscope::capture {
namespace {

namespace fs = std::filesystem;
using catalog::BufferSpec;

constexpr const char* no_input = "noise:1"; // experiments require an input, but this one does not use it

std::string_view c_name_of(ElementType type) {
    switch (type) {
    case ElementType::u8: return "unsigned char";
    case ElementType::s8: return "signed char";
    case ElementType::u16: return "unsigned short";
    case ElementType::s16: return "short";
    case ElementType::u32: return "unsigned int";
    case ElementType::s32: return "int";
    case ElementType::u64: return "unsigned long long";
    case ElementType::s64: return "long long";
    case ElementType::f32: return "float";
    case ElementType::f64: return "double";
    case ElementType::f16:
    case ElementType::bf16: break;
    }
    return name_of(type);
}

Result<void> write(const fs::path& file, std::string_view text) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream.flush()) return fail(ErrorKind::environment, msg("{} cannot be written.", file.string()));
    return {};
}

class Opener {
public:
    Opener(const fs::path& folder, KeptLaunch launch, ProgramSource program, const std::map<std::string, SetShape>& set,
           const std::atomic<bool>* cancel)
        : folder_(folder)
        , launch_(std::move(launch))
        , program_(std::move(program))
        , set_(set)
        , cancel_(cancel) {}

    Result<LaunchExperiment> open() {
        if (const auto why = texture_error(launch_); !why.empty())
            return fail(ErrorKind::failed,
                        msg("Launch {} uses a texture {}, and cannot be opened yet.", launch_.number + 1, why));
        const std::vector<uint64_t> cut = cut_at_pointers(launch_);
        auto sampled = sample(launch_, cancel_);
        if (!sampled) return tl::unexpected(sampled.error());
        sampled_ = std::move(*sampled);
        const uint32_t shared =
            launch_.config.dynamic_shared_bytes + sampled_.program->resources(sampled_.kernel).shared_bytes;
        if (const uint32_t max = DeviceLimits{}.max_shared_bytes; shared > max)
            return fail(ErrorKind::failed,
                        msg("Launch {} takes {} bytes of shared memory, to which the program has opted in; "
                            "launches with more than {} cannot be opened yet.",
                            launch_.number + 1, shared, max));
        if (program_.file.empty()) program_.file = text_of(sampled_, launch_.symbol);
        read_texts();
        if (!cut.empty())
            guesses_.push_back(
                sampled_.crosses_bounds
                    ? msg("several arguments point into one allocation, which is split at these addresses; threads "
                          "access it across a split, so the split may cause findings")
                    : msg("several arguments point into one allocation, which is split at these addresses"));
        names_ = buffer_names(launch_, parameters(), texts_, program_.names);
        say_names();
        if (auto added = add_buffers(); !added) return tl::unexpected(added.error());
        add_textures();
        auto arguments =
            make_arguments(launch_, parameters(), texts_, [&](uint64_t address) { return buffer_at(address); });
        passed_.insert(passed_.begin(), Message::verbatim(launch_call(launch_, arguments, texts_)));
        passed_.insert(passed_.end(), arguments.facts.begin(), arguments.facts.end());
        variant_.parameters = std::move(arguments.sliders);
        catalog::LaunchSpec spec;
        spec.arguments = std::move(arguments.arguments);
        spec.cooperative = launch_.config.cooperative;
        set_grid(variant_, spec, launch_.config, out_.buffers, arguments.whole_numbers, guesses_);
        variant_.races = true;
        variant_.include_folders = program_.include_folders;
        variant_.definitions = program_.definitions;
        if (cancel_ != nullptr && *cancel_) return fail(ErrorKind::canceled, msg("Stopped."));
        LaunchSource source = choose_source(folder_, launch_, program_, sampled_, source_);
        variant_.source = std::move(source.file);
        variant_.arch = std::move(source.arch);
        spec.kernel = std::move(source.kernel);
        if (!source.why.empty()) guesses_.push_back(std::move(source.why));
        variant_.launches.push_back(std::move(spec));
        return finish();
    }

private:
    [[nodiscard]] const std::vector<simt::ParameterInfo>& parameters() const {
        return sampled_.program->parameters(sampled_.kernel);
    }

    void read_texts() {
        compile::CompileRequest request;
        request.file = program_.file.string();
        request.source = source_ = read_file(program_.file).value_or("");
        request.include_folders = program_.include_folders;
        request.defines = program_.definitions;
        const std::vector<std::string> types = parameter_types(launch_.kernel);
        const size_t count = parameters().size();
        texts_.resize(count);
        for (size_t i = 0; i < count && i < types.size(); ++i) texts_[i].type = types[i];
        for (const compile::SourceKernel& kernel : compile::kernel_signatures(request)) {
            if (identifier_in(kernel.name) != identifier_in(launch_.kernel) || kernel.parameters.size() != count)
                continue;
            for (size_t i = 0; i < count; ++i) {
                texts_[i].name = kernel.parameters[i].name;
                const compile::SourceParameter& parameter = kernel.parameters[i];
                if (texts_[i].type.empty())
                    texts_[i].type =
                        parameter.type + (parameter.is_pointer ? parameter.points_to_const ? " const*" : "*" : "");
            }
            return;
        }
    }

    void say_names() {
        for (size_t i = 0; i < launch_.memory.size(); ++i) {
            if (!launch_.memory[i].number) continue;
            const auto known = program_.names.find(*launch_.memory[i].number);
            if (known == program_.names.end() || known->second.guessed_from == 0) continue;
            if (names_[i] == as_word(known->second.name))
                guesses_.push_back(msg("'{}' is named after line {}, where the program allocated it", names_[i],
                                       known->second.guessed_from));
        }
    }

    [[nodiscard]] std::string buffer_at(uint64_t address) const {
        for (size_t i = 0; i < launch_.memory.size(); ++i)
            if (launch_.memory[i].is_pointed_at() && launch_.memory[i].begin == address) return names_[i];
        if (const auto texture = textures_.find(address); texture != textures_.end()) return texture->second;
        return {};
    }

    void add_textures() {
        for (const KeptTexture& kept : launch_.textures) {
            uint64_t handle = 0;
            std::copy_n(launch_.parameters.data() + kept.at, sizeof(handle), reinterpret_cast<std::byte*>(&handle));
            if (textures_.contains(handle)) continue;
            std::string name;
            for (size_t i = 0; i < texts_.size(); ++i)
                if (parameters()[i].offset == kept.at) name = as_word(texts_[i].name);
            if (name.empty()) name = fmt::format("texture_{}", textures_.size() + 1);
            while (std::ranges::find(names_, name) != names_.end()) name += "_texture";
            const auto piece = static_cast<size_t>(memory_of(launch_, kept.texture) - launch_.memory.data());
            variant_.textures.push_back({name, names_[piece], written_settings(kept.texture)});
            textures_.emplace(handle, std::move(name));
        }
    }

    Result<void> add_buffers() {
        std::vector<BufferShape> shapes;
        const GivenExtent given = given_extent(launch_, parameters(), texts_);
        for (size_t i = 0; i < launch_.memory.size(); ++i) {
            const ParameterText* const parameter = parameter_of(launch_, launch_.memory[i], parameters(), texts_);
            if (const simt::Texture* texture = texture_over(launch_, launch_.memory[i])) {
                shapes.push_back(shape_of(*texture));
                continue;
            }
            shapes.push_back(guess_shape(launch_.memory[i].bytes, sampled_.patterns[i], launch_.config,
                                         parameter != nullptr ? number_type(parameter->type)
                                         : launch_.memory[i].variable.empty()
                                             ? std::nullopt
                                             : declared_type(source_, plain_name(launch_.memory[i].variable))));
        }
        const auto for_guessed = [&](auto&& change) {
            for (size_t i = 0; i < shapes.size(); ++i)
                if (texture_over(launch_, launch_.memory[i]) == nullptr) change(shapes[i], launch_.memory[i]);
        };
        for_guessed([&](BufferShape& shape, const KeptMemory& memory) { set_padding(shape, memory, given); });
        for_guessed([&](BufferShape& shape, const KeptMemory&) { lay_out(shape, shapes, given); });
        for (size_t i = 0; i < launch_.memory.size(); ++i)
            if (auto added = add_buffer(i, shapes[i]); !added) return added;
        const auto is_output = [](const BufferSpec& buffer) { return buffer.role == BufferRole::output; };
        if (variant_.buffers.empty())
            variant_.buffers.push_back(nothing());
        else if (std::ranges::none_of(variant_.buffers, is_output))
            variant_.buffers.back().role = BufferRole::output;
        return {};
    }

    static BufferSpec nothing() {
        BufferSpec none;
        none.name = "nothing";
        none.role = BufferRole::output;
        none.width = none.height = none.depth = "1";
        none.owners = catalog::Owners::any;
        return none;
    }

    Result<void> add_buffer(size_t i, BufferShape shape) {
        const KeptMemory& memory = launch_.memory[i];
        const AccessPattern& pattern = sampled_.patterns[i];
        const auto set = set_.find(names_[i]);
        const bool shown = texture_over(launch_, memory) != nullptr;
        if (set != set_.end() && !shown) {
            shape = shape_of_rows(memory.bytes, set->second.type, set->second.channels, set->second.width);
            shape.padding = std::min(set->second.padding, shape.shape.width - 1);
            shape.why = msg("as it was set");
        }
        const ParameterText* const parameter = parameter_of(launch_, memory, parameters(), texts_);
        const bool constant = parameter != nullptr && points_to_const(parameter->type);
        BufferSpec buffer;
        buffer.name = names_[i];
        buffer.type = shape.type;
        buffer.channels = shape.channels;
        buffer.width = fmt::format("{}", shape.shape.width);
        buffer.height = fmt::format("{}", shape.shape.height);
        buffer.depth = fmt::format("{}", shape.shape.depth);
        buffer.padding = fmt::format("{}", shape.padding);
        buffer.owners = pattern.atomic ? catalog::Owners::many : catalog::Owners::any;
        const bool untouched = !pattern.stored && !pattern.loaded;
        buffer.role = pattern.stored || (untouched && memory.is_pointed_at() && !constant && !shown)
                          ? BufferRole::output
                      : memory.is_pointed_at() ? BufferRole::input
                                               : BufferRole::scratch;
        if (memory.defined) {
            buffer.contents = "0";
            if (!memory.contents.empty()) {
                const auto bytes = read_contents(memory);
                if (!bytes) return tl::unexpected(bytes.error());
                buffer.contents = fmt::format("launch-{}-{}.bin", launch_.number, names_[i]);
                if (auto written = write(folder_ / *buffer.contents,
                                         {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
                    !written)
                    return written;
            }
        }
        if (memory.holds_addresses)
            guesses_.push_back(msg(
                "'{}' holds addresses of the program's memory, which are invalid here: threads that follow them fail",
                buffer.name));
        const Shape cells = shape.seen();
        const bool whole = shape.shape.cells() * shape.channels * size_of(shape.type) == memory.bytes;
        if (!memory.variable.empty() && whole && buffer.contents)
            buffer.variable = written_name(memory.variable);
        else if (!memory.variable.empty())
            variant_.symbols.push_back({written_name(memory.variable), shape.type, {}, buffer.name});
        const std::string extents = cells.depth > 1
                                        ? fmt::format("{} × {} × {}", cells.width, cells.height, cells.depth)
                                    : cells.height > 1 ? fmt::format("{} × {}", cells.width, cells.height)
                                                       : fmt::format("{}", cells.width);
        const uint64_t number = cells.cells();
        const std::string type =
            fmt::format("{}{}", c_name_of(shape.type), shape.channels > 1 ? fmt::format(" × {}", shape.channels) : "");
        const bool is_declared = shape.why.empty() && parameter != nullptr && number_type(parameter->type);
        (is_declared || set != set_.end() || shown ? passed_ : guesses_)
            .push_back(shape.why.empty()
                           ? msg_count(number, "{}: {} value of type {}", "{}: {} values of type {}", buffer.name,
                                       extents, type)
                           : msg_count(number, "{}: {} value of type {} ({})", "{}: {} values of type {} ({})",
                                       buffer.name, extents, type, shape.why));
        if (shape.padding > 0)
            guesses_.push_back(
                msg("each row of '{}' ends with {} cells of padding, which are hidden", buffer.name, shape.padding));
        out_.buffers.push_back({buffer.name, shape, memory.bytes, set != set_.end()});
        variant_.buffers.push_back(std::move(buffer));
        return {};
    }

    Result<LaunchExperiment> finish() {
        catalog::Experiment& experiment = out_.experiment;
        const std::string file =
            program_.file.empty() ? std::string(identifier_in(launch_.kernel)) : program_.file.filename().string();
        experiment.name = fmt::format("{} launch {}", file, launch_.number + 1);
        experiment.topic = file;
        experiment.default_input = no_input;
        variant_.name = "basic";
        const Message title = msg("launch {}: {}", launch_.number + 1, identifier_in(launch_.kernel));
        variant_.title = title.english();
        std::vector<catalog::Guess>& guesses = experiment.guesses[variant_.name];
        for (const Message& message : guesses_) guesses.push_back({catalog::Guess::About::setup, {}, message});
        const fs::path target = folder_ / fmt::format("launch-{}.toml", launch_.number + 1);
        if (auto written = write(target, catalog::toml_text(experiment, variant_, folder_)); !written)
            return tl::unexpected(written.error());
        auto read = catalog::load_experiment(target);
        if (!read) return tl::unexpected(read.error());
        read->guesses = experiment.guesses;
        read->variants.front().launch_title = title;
        read->variants.front().passed = std::move(passed_);
        experiment = std::move(*read);
        return std::move(out_);
    }

    const fs::path& folder_;
    KeptLaunch launch_;
    ProgramSource program_;
    const std::map<std::string, SetShape>& set_;
    const std::atomic<bool>* cancel_;
    SampledLaunch sampled_;
    std::string source_;
    std::vector<ParameterText> texts_;
    std::vector<std::string> names_;           // one per element of KeptLaunch::memory
    std::map<uint64_t, std::string> textures_; // key: handle
    std::vector<Message> passed_, guesses_;
    catalog::Variant variant_;
    LaunchExperiment out_;
};

} // namespace

Result<LaunchExperiment> open_launch(const fs::path& folder, uint32_t launch, const ProgramSource& program,
                                     const std::map<std::string, SetShape>& set, const std::atomic<bool>* cancel) {
    if (cancel != nullptr && *cancel) return fail(ErrorKind::canceled, msg("Stopped."));
    auto kept = read_kept(folder, launch);
    if (!kept) return tl::unexpected(kept.error());
    return Opener(folder, std::move(*kept), program, set, cancel).open();
}

} // namespace warpscope::capture
