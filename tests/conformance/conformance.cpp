// Compares the emulator with this machine's GPU, for every form of every opcode.
//   conformance table [GOLDEN [FROM [TO]]]       runs forms.txt on tables of inputs; writes the GPU's results to GOLDEN
//   conformance lanes [GOLDEN [FROM [TO]]]       the same for lanes.txt
//   conformance spellings [GOLDEN [FROM [TO]]]   the same for every form listed in docs/PTX.md
//   conformance sweep [FROM [TO]]                runs forms with one 32-bit input on all 2^32 inputs
//   conformance modules FOLDER                   writes the modules of all three lists for ptxas; needs no GPU
// FROM and TO limit the run to forms FROM to TO - 1.
// Exit status: 0 equal, 1 different, 2 usage error, 77 no GPU.
#include <cstring>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "conformance/emulate.hpp"
#include "conformance/golden.hpp"
#include "conformance/spellings.hpp"
#include "gpu/executor.hpp"

namespace warpscope::conformance {
namespace {

PlannedBuffer words(std::string name, uint32_t bytes, uint32_t count, SharedBytes contents = nullptr) {
    const ElementType type = bytes == 2 ? ElementType::u16 : bytes == 4 ? ElementType::u32 : ElementType::u64;
    return {{std::move(name), type, 1, {count, 1, 1}}, BufferRole::scratch, std::move(contents)};
}

PlannedLaunch launch_of(size_t kernel, uint32_t threads, std::vector<Argument> arguments) {
    PlannedLaunch launch;
    launch.kernel = fmt::format("form{}", kernel);
    launch.config.grid.x = threads / block_size;
    launch.config.block.x = block_size;
    launch.arguments = std::move(arguments);
    return launch;
}

/// Runs all forms in one module, because a driver loads many kernels as fast as one.
Result<std::vector<Bytes>> gpu_tables(std::span<const Form> forms) {
    ExecutionPlan plan;
    constexpr uint32_t widths[] = {2, 4, 8};
    for (uint32_t operand = 0; operand < 3; ++operand)
        for (const uint32_t bytes : widths)
            plan.buffers.push_back(words("input", bytes, table_size, table_inputs(bytes, operand)));
    const auto input = [&](uint32_t operand, uint32_t bytes) {
        return BufferArgument{operand * 3 + (bytes == 2 ? 0 : bytes == 4 ? 1 : 2)};
    };
    const auto inputs = static_cast<uint32_t>(plan.buffers.size());
    for (uint32_t k = 0; k < forms.size(); ++k) {
        const Form& form = forms[k];
        plan.buffers.push_back(words("d", form.d, table_size));
        plan.launches.push_back(
            launch_of(k, table_size,
                      {BufferArgument{inputs + k}, input(0, form.a), input(1, form.b), input(2, form.c),
                       ScalarArgument{"passed", ElementType::u64, passed_value}}));
    }
    auto run = gpu::executor().run(table_module(forms), plan);
    if (!run) return tl::unexpected(run.error());
    std::vector<Bytes> answers;
    for (uint32_t k = 0; k < forms.size(); ++k) answers.push_back(*run->buffers[inputs + k].bytes);
    return answers;
}

Result<SharedBytes> gpu_sweep(const Form& form, uint32_t first) {
    ExecutionPlan plan;
    plan.buffers.push_back(words("d", form.d, sweep_size));
    plan.launches.push_back(launch_of(
        0, sweep_size, {BufferArgument{0}, ScalarArgument{"first", ElementType::u32, static_cast<double>(first)}}));
    auto run = gpu::executor().run(sweep_module(form), plan);
    if (!run) return tl::unexpected(run.error());
    return run->buffers[0].bytes;
}

bool agree(const Form& form, uint64_t a, uint64_t one, uint64_t other) {
    return form.approximate() ? close(form, a, one, other) : one == other;
}

/// Prints the difference of the results. Returns whether they differ.
bool report(const Form& form, const Bytes& gpu, const Bytes& emulator) {
    const SharedBytes a = table_inputs(form.a, 0), b = table_inputs(form.b, 1), c = table_inputs(form.c, 2);
    uint32_t count = 0, where = 0;
    for (uint32_t i = table_size; i-- > 0;)
        if (!agree(form, answer(*a, form.a, i), answer(gpu, form.d, i), answer(emulator, form.d, i))) {
            ++count;
            where = i;
        }
    if (count == 0) return false;
    fmt::print("{}: {} differ, first a={:x} b={:x} c={:x}: GPU {:x}, emulator {:x}\n", form.name(), count,
               answer(*a, form.a, where), answer(*b, form.b, where), answer(*c, form.c, where),
               answer(gpu, form.d, where), answer(emulator, form.d, where));
    return true;
}

constexpr size_t forms_per_module = 64;

int table(std::span<const Form> forms, const std::string& golden) {
    std::ofstream out;
    if (!golden.empty()) {
        out.open(golden, std::ios::binary);
        out << "# What a GPU answered (" << gpu::executor().status().name
            << "), written by `conformance`: golden.hpp says how.\n";
    }
    int different = 0;
    for (size_t first = 0; first < forms.size(); first += forms_per_module) {
        // Does not run forms with findings on the GPU, because after a fault this process could not use it.
        std::vector<Form> sound;
        std::vector<Bytes> emulated;
        for (size_t k = first; k < std::min(first + forms_per_module, forms.size()); ++k) {
            auto emulator = emulate_table(forms[k]);
            if (emulator) {
                sound.push_back(forms[k]);
                emulated.push_back(std::move(*emulator));
            } else {
                fmt::print("{}: {}\n", forms[k].name(), emulator.error().text());
                ++different;
            }
        }
        const auto together = gpu_tables(sound);
        for (size_t k = 0; k < sound.size(); ++k) {
            // If a module is rejected, each form is run alone to find the cause.
            const auto alone = together ? Result<std::vector<Bytes>>() : gpu_tables(std::span(&sound[k], 1));
            if (!together && !alone) {
                fmt::print("{}: {}\n", sound[k].name(), alone.error().text());
                ++different;
                continue;
            }
            const Bytes& answers = together ? (*together)[k] : alone->front();
            if (out.is_open()) out << golden_line(sound[k], answers) << '\n';
            different += report(sound[k], answers, emulated[k]) ? 1 : 0;
        }
        std::fflush(stdout);
    }
    fmt::print("{} forms x {} inputs, {} forms differ\n", forms.size(), table_size, different);
    if (out.is_open() && !out.flush()) {
        fmt::print(stderr, "{} cannot be written\n", golden);
        return 1;
    }
    return different == 0 ? 0 : 1;
}

/// Writes test modules of `forms` to `folder`, named LIST000.ptx, LIST001.ptx, ...
void write_modules(std::span<const Form> forms, const std::filesystem::path& folder, std::string_view list) {
    std::filesystem::create_directories(folder);
    for (size_t first = 0; first < forms.size(); first += forms_per_module) {
        const auto part = forms.subspan(first, std::min(forms_per_module, forms.size() - first));
        std::ofstream(folder / fmt::format("{}{:03}.ptx", list, first / forms_per_module)) << table_module(part);
    }
}

/// Returns the first input in the chunk with different results, or sweep_size. Counts all differences.
uint32_t compare_chunk(const Form& form, uint64_t first_input, const std::byte* gpu, const std::byte* emulator,
                       uint64_t& differences) {
    if (std::memcmp(gpu, emulator, size_t{sweep_size} * form.d) == 0) return sweep_size;
    const uint32_t parts = std::max(1u, std::thread::hardware_concurrency());
    std::vector<uint32_t> first(parts, sweep_size);
    std::vector<uint64_t> count(parts);
    {
        std::vector<std::jthread> threads;
        for (uint32_t part = 0; part < parts; ++part)
            threads.emplace_back([&, part] {
                for (uint64_t i = uint64_t{sweep_size} * part / parts; i < uint64_t{sweep_size} * (part + 1) / parts;
                     ++i) {
                    uint64_t one = 0, other = 0;
                    std::memcpy(&one, gpu + i * form.d, form.d);
                    std::memcpy(&other, emulator + i * form.d, form.d);
                    if (agree(form, first_input + i, one, other)) continue;
                    if (count[part]++ == 0) first[part] = static_cast<uint32_t>(i);
                }
            });
    }
    uint32_t lowest = sweep_size;
    for (uint32_t part = 0; part < parts; ++part) {
        differences += count[part];
        lowest = std::min(lowest, first[part]);
    }
    return lowest;
}

int sweep(const std::vector<Form>& forms, size_t from, size_t to) {
    std::vector<Form> all;
    for (const Form& form : forms)
        if (form.sweepable()) all.push_back(form);
    to = std::min(to, all.size());
    int different = 0;
    for (size_t k = from; k < to; ++k) {
        const Form& form = all[k];
        auto emulator = Sweep::create(form);
        if (!emulator) {
            fmt::print("{}: {}\n", form.ptx, emulator.error().text());
            return 1;
        }
        uint64_t differences = 0;
        std::string example;
        for (uint64_t first = 0; first < uint64_t{1} << 32; first += sweep_size) {
            // Runs the GPU and the emulator at the same time: the emulator needs the cores, the GPU mostly the bus.
            Result<SharedBytes> gpu;
            std::jthread other([&] { gpu = gpu_sweep(form, static_cast<uint32_t>(first)); });
            const auto emulated = emulator->run(static_cast<uint32_t>(first));
            other.join();
            if (!gpu || !emulated) {
                fmt::print("{}: {}\n", form.ptx, !gpu ? gpu.error().text() : emulated.error().text());
                return 1;
            }
            const uint32_t where = compare_chunk(form, first, (*gpu)->data(), *emulated, differences);
            if (where != sweep_size && example.empty())
                example = fmt::format(
                    ", first a={:x}: GPU {:x}, emulator {:x}", first + where, answer(**gpu, form.d, where),
                    answer(Bytes(*emulated + size_t{where} * form.d, *emulated + size_t{where + 1} * form.d), form.d,
                           0));
        }
        different += differences != 0 ? 1 : 0;
        fmt::print("{:3} {}: {} of 2^32 differ{}\n", k, form.ptx, differences, example);
        std::fflush(stdout);
    }
    fmt::print("forms {} to {} of {} on all 2^32 inputs, {} differ\n", from, to, all.size(), different);
    return different == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
    const std::string mode = words.empty() ? "" : words[0];
    const bool lists = mode == "table" || mode == "lanes" || mode == "spellings";
    if ((!lists && mode != "sweep" && mode != "modules") || words.size() > (lists ? 4 : 3) ||
        (mode == "modules" && words.size() < 2)) {
        fmt::print(stderr,
                   "usage: conformance table|lanes|spellings [GOLDEN [FROM [TO]]] | conformance sweep [FROM [TO]] | "
                   "conformance modules FOLDER\n");
        return 2;
    }
    const char* set = std::getenv("WARPSCOPE_CONFORMANCE_DIR");
    const std::filesystem::path folder = set != nullptr ? set : CONFORMANCE_DIR;
    const auto forms_of = [&](std::string_view list) {
        return list == "spellings" ? spelled_forms(folder / "exempt.txt")
                                   : load_forms(folder / (list == "lanes" ? "lanes.txt" : "forms.txt"));
    };
    if (mode == "modules") {
        for (const std::string_view list : {"table", "lanes", "spellings"}) {
            const auto forms = forms_of(list);
            if (!forms) {
                fmt::print(stderr, "{}\n", forms.error().text());
                return 1;
            }
            write_modules(*forms, words[1], list);
        }
        return 0;
    }
    const auto forms = forms_of(mode);
    if (!forms) {
        fmt::print(stderr, "{}\n", forms.error().text());
        return 1;
    }
    if (!gpu::executor().status().usable) {
        fmt::print("skipped: {}\n", gpu::executor().status().why);
        return 77;
    }
    const size_t bounds = lists ? 2 : 1;
    const size_t from = words.size() > bounds ? std::min<size_t>(std::stoul(words[bounds]), forms->size()) : 0;
    const size_t to = words.size() > bounds + 1 ? std::clamp<size_t>(std::stoul(words[bounds + 1]), from, forms->size())
                                                : forms->size();
    if (!lists) return sweep(*forms, from, to);
    return table(std::span(*forms).subspan(from, to - from), words.size() > 1 ? words[1] : "");
}

} // namespace
} // namespace warpscope::conformance

int main(int argc, char** argv) {
    try {
        return warpscope::conformance::run({argv + 1, argv + argc});
    } catch (const std::exception& problem) {
        fmt::print(stderr, "conformance: {}\n", problem.what());
        return 1;
    }
}
