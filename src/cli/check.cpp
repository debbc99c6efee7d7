#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "base/files.hpp"
#include "base/process/temporary_folder.hpp"
#include "base/symbol_name.hpp"
#include "cli/commands.hpp"
#include "cli/machine_code.hpp"
#include "cli/target.hpp"
#include "cli/without_effect.hpp"
#include "compile/kernel_signatures.hpp"
#include "gpu/contraction.hpp"
#include "program/build.hpp"
#include "program/notebook.hpp"
#include "ptx/modifiers.hpp"
#include "ptx/parser.hpp"
#include "session/parity.hpp"
#include "simt/program.hpp"
#include "source/main_function.hpp"
#include "source/tokens.hpp"

namespace warpscope::cli {
namespace {

std::string registers_text(const ptx::Function& function) {
    std::map<std::string_view, uint32_t> counts;
    for (const ptx::RegisterDecl& reg : function.registers) ++counts[ptx::name_of(reg.type)];
    std::vector<std::string> parts;
    for (const auto& [type, count] : counts) parts.push_back(fmt::format("{} {}", count, type));
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

uint64_t bytes_in(const std::vector<ptx::Variable>& variables, ptx::Space space) {
    uint64_t bytes = 0;
    for (const ptx::Variable& variable : variables) bytes += variable.space == space ? variable.bytes : 0;
    return bytes;
}

/// Instances as the source spells them, by symbol: `f<Mode::fast>`, not `f<(Mode)1>`.
using SourceNames = std::map<std::string, std::string, std::less<>>;

/// If `program` is null, the listed memory sizes exclude called functions.
void list_kernels(const ptx::Module& module, const simt::Program* program, const SourceNames& names) {
    for (const ptx::Function& function : module.functions) {
        if (!function.is_entry || function.is_declaration) continue;
        uint64_t shared =
            bytes_in(function.variables, ptx::Space::shared) + bytes_in(module.variables, ptx::Space::shared);
        uint64_t local = bytes_in(function.variables, ptx::Space::local);
        if (program != nullptr)
            if (const auto index = program->find_kernel(function.name)) {
                shared = program->resources(*index).shared_bytes;
                local = program->resources(*index).local_bytes;
            }
        const auto named = names.find(function.name);
        fmt::print("kernel {}: {} parameters ({} bytes), {} bytes shared, {} bytes local, {} bytes constant in the "
                   "module, PTX registers: {}\n",
                   named != names.end() ? named->second : written_name(function.name), function.parameters.size(),
                   bytes_in(function.parameters, ptx::Space::param), shared, local,
                   bytes_in(module.variables, ptx::Space::const_), registers_text(function));
    }
}

void print_forms(const std::vector<Diagnostic>& forms) {
    struct Group {
        const Diagnostic* first = nullptr;
        size_t count = 0;
    };
    std::vector<Group> groups;
    std::map<std::string, size_t> known;
    for (const Diagnostic& form : forms) {
        const auto [group, is_new] = known.try_emplace(simt::kind_of_form(form), groups.size());
        if (is_new) groups.push_back({&form});
        ++groups[group->second].count;
    }
    for (const auto& [first, count] : groups)
        fmt::print("{}{}\n", first->text(), count > 1 ? fmt::format(" ({} times; this is the first)", count) : "");
}

/// Returns whether everything is supported. `none`: text for files without kernels.
Result<bool> check_ptx(const std::string& ptx, const std::string& name,
                       const std::string& none = "no kernel (no __global__ function)", const SourceNames& names = {}) {
    auto parsed = ptx::parse(ptx, name);
    if (!parsed) return tl::unexpected(parsed.error());
    auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
    fmt::print("{}: PTX {} for {}\n", name, module->version, module->target);
    for (const ptx::Note& note : module->notes) fmt::print("{}:{}: note: {}\n", name, note.ptx_line, note.message);
    const std::vector<Diagnostic> unsupported = simt::unsupported_forms(*module);
    if (!unsupported.empty()) {
        list_kernels(*module, nullptr, names);
        print_forms(unsupported);
        fmt::print("{}: {} instruction{} not supported\n", name, unsupported.size(),
                   unsupported.size() == 1 ? " is" : "s are");
        return false;
    }
    auto program = simt::Program::build(module);
    if (!program) return tl::unexpected(program.error());
    list_kernels(*module, program->get(), names);
    if ((*program)->kernel_names().empty()) {
        fmt::print("{}: {}\n", name, none);
        return false;
    }
    return true;
}

std::string_view refused_texture_call(std::string_view line) {
    const source::Tokens tokens = source::tokens_of(line);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view name = tokens[i].text;
        const bool known = name == "tex1Dfetch" || name == "tex1D" || name == "tex2D" || name == "tex3D";
        for (const std::string_view begin : {"tex1D", "tex2D", "tex3D", "texCubemap", "surf1D", "surf2D", "surf3D"})
            if (!known && name.starts_with(begin) &&
                std::any_of(tokens.begin() + static_cast<ptrdiff_t>(i), tokens.end(),
                            [](const source::Token& token) { return token.is("("); }))
                return name;
    }
    return {};
}

/// Lists unsupported texture calls by source line. Their PTX lines would name an NVRTC header.
void list_texture_lines(const std::string& source, const std::string& file) {
    std::istringstream lines(source);
    uint32_t number = 1;
    for (std::string line; std::getline(lines, line); ++number)
        if (const std::string_view name = refused_texture_call(line); !name.empty())
            fmt::print("{}:{}: {} is not run by the emulator; tex1Dfetch, tex1D, tex2D and tex3D are\n", file, number,
                       name);
}

struct Compilation {
    compile::CompilerChoice compiler{};
    std::string arch;
    std::filesystem::path folder = {}; // "": folder of the named file
    std::vector<std::filesystem::path> include_folders = {};
    std::vector<std::pair<std::string, std::string>> definitions = {};
};

std::vector<compile::SourceKernel> deduced_templates(const compile::CompileRequest& request) {
    std::vector<compile::SourceKernel> templates = compile::kernel_signatures(request);
    std::erase_if(templates, [](const compile::SourceKernel& kernel) {
        return kernel.template_parameters.empty() || !kernel.instances.empty();
    });
    return templates;
}

void list_templates(const std::vector<compile::SourceKernel>& templates, const std::string& file) {
    for (const compile::SourceKernel& kernel : templates)
        fmt::print("template {}<{}>: not compiled, as no launch in the file names a whole instance; to run one: "
                   "warpscope run '{}:{}'\n",
                   kernel.name, fmt::join(kernel.template_parameters, ", "), file, compile::example_instance(kernel));
}

/// Returns nullopt if the file does not compile as a program.
Result<std::optional<bool>> check_program(const std::string& file, const Compilation& how) {
    auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    program::BuildRequest request{{file}, how.include_folders};
    for (const auto& [name, value] : how.definitions) request.definitions.push_back(fmt::format("{}={}", name, value));
    request.compiler = how.compiler;
    const auto built = program::build(request, folder->path());
    if (!built) {
        fmt::print(stderr, "note: as a program {} is not compiled: {}\n", file, built.error().text());
        return std::nullopt;
    }
    fmt::print("{}: compiled as a program by {} in {:.0f} ms\n", file, built->compiler_name, built->milliseconds);
    std::optional<bool> good;
    for (const std::string& ptx : program::device_code_of(built->executable)) {
        if (ptx.find(".entry") == std::string::npos) continue;
        const auto checked = check_ptx(ptx, file);
        if (!checked) return tl::unexpected(checked.error());
        good = good.value_or(true) && *checked;
    }
    if (!good) fmt::print("{}: no kernel of its own; to see launches by libraries, use warpscope run {}\n", file, file);
    return good.value_or(true);
}

Result<bool> check_source(const std::string& source, const std::string& file, const catalog::Prepared& prepared,
                          const Compilation& how) {
    compile::CompileRequest request;
    request.file = file;
    request.folder = how.folder;
    request.source = source;
    request.defines = prepared.defines;
    request.defines.insert(request.defines.end(), how.definitions.begin(), how.definitions.end());
    request.include_folders = how.include_folders;
    request.instances = prepared.instances;
    request.compiler = how.compiler;
    if (!how.arch.empty()) request.arch = how.arch;
    auto compiled = compile::compile(request);
    if (!compiled) return tl::unexpected(compiled.error());
    fmt::print("{}: compiled by {} in {:.0f} ms\n", file, compiled->compiler_name, compiled->milliseconds);
    for (const Diagnostic& warning : compiled->warnings) fmt::print("warning: {}\n", warning.text());
    std::string none = "no kernel (no __global__ function): a kernel is a function with __global__ before its type, "
                       "__global__ void name(...)";
    const auto templates =
        prepared.instances.empty() ? deduced_templates(request) : std::vector<compile::SourceKernel>();
    const bool has_kernel = compiled->ptx.find(".entry") != std::string::npos;
    if (prepared.instances.empty() && (!templates.empty() || !has_kernel) && source::defines_main(source)) {
        const auto checked = check_program(file, how);
        if (!checked) return tl::unexpected(checked.error());
        if (*checked) {
            if (!**checked) list_texture_lines(source, file);
            return **checked;
        }
        none += fmt::format("; 'warpscope run {}' builds and runs it as a program", file);
    }
    list_templates(templates, file);
    if (!templates.empty() && !has_kernel)
        return fail(
            ErrorKind::usage, fmt::format("Nothing in {} is checked, since all its kernels are templates.", file),
            fmt::format("name an instance: warpscope run '{}:{}'", file, compile::example_instance(templates.front())));
    SourceNames names;
    for (const auto& [instance, symbol] : compiled->instances) names.emplace(symbol, instance);
    auto checked = check_ptx(compiled->ptx, file, none, names);
    if (checked && !*checked) list_texture_lines(source, file);
    return checked;
}

Result<bool> check_experiment(const std::string& file, const Compilation& how) {
    auto experiment = catalog::load_experiment(file);
    if (!experiment) return tl::unexpected(experiment.error());
    auto spec = catalog::default_input(*experiment, catalog::default_picture().string());
    if (!spec) return tl::unexpected(spec.error());
    bool good = true;
    for (const catalog::Variant& variant : experiment->variants) {
        HostBuffer data;
        if (const catalog::BufferSpec* wanted = catalog::main_input(variant)) {
            auto made = input::make_input(*spec, wanted->type, wanted->channels);
            if (!made) return tl::unexpected(made.error());
            data = std::move(*made);
        }
        auto prepared = catalog::prepare(variant, catalog::default_settings(variant), data);
        if (!prepared) return tl::unexpected(prepared.error());
        auto source = catalog::read_source(variant);
        if (!source) return tl::unexpected(source.error());
        const std::string name = variant.source.filename().string();
        Compilation own{how.compiler, how.arch.empty() ? variant.arch : how.arch, variant.source.parent_path(),
                        how.include_folders, how.definitions};
        own.include_folders.insert(own.include_folders.end(), variant.include_folders.begin(),
                                   variant.include_folders.end());
        auto checked = variant.source.extension() == ".ptx" ? check_ptx(*source, name)
                                                            : check_source(*source, name, *prepared, own);
        if (!checked) return checked;
        good = good && *checked;
    }
    return good;
}

Result<bool> check(const std::string& file, const std::string& compiler_name, const std::string& arch,
                   const std::vector<std::string>& include_folders, const std::vector<std::string>& definitions) {
    auto compiler = parse_compiler(compiler_name);
    if (!compiler) return tl::unexpected(compiler.error());
    if (!arch.empty() && !compile::is_architecture(arch))
        return fail(ErrorKind::usage, fmt::format("'{}' is not a virtual architecture.", arch),
                    "give a compute capability, such as compute_90");
    if (gpu::contracts())
        fmt::print(stderr, "note: without effect: --contract: nothing runs on the GPU without --parity\n");
    const Compilation how{
        *compiler, arch, {}, {include_folders.begin(), include_folders.end()}, program::named_values(definitions)};
    if (program::is_notebook(file)) {
        const auto files = program::unpack_notebook(file);
        if (!files) return tl::unexpected(files.error());
        return check(files->main.string(), compiler_name, arch, include_folders, definitions);
    }
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".ptx" &&
        (!arch.empty() || compiler_name != "auto" || !include_folders.empty() || !definitions.empty()))
        fmt::print(stderr, "note: without effect: --arch, --compiler, -I and -D: {} is PTX already\n", file);
    if (ending == ".toml") return check_experiment(file, how);
    if (ending != ".ptx" && ending != ".cu")
        return fail(ErrorKind::usage, fmt::format("Cannot tell the type of '{}'.", file),
                    "give a .cu, .toml or .ptx file");
    auto text = read_file(file);
    if (!text) return tl::unexpected(text.error());
    if (ending == ".cu")
        warn_without_effect(source_options_without_effect(file, file, how.include_folders, definitions));
    return ending == ".ptx" ? check_ptx(*text, file) : check_source(*text, file, {}, how);
}

/// Returns the course. If `only` names a TOML file, returns its experiment instead and clears `only`.
Result<catalog::Catalog> what_to_compare(std::string& only) {
    if (std::filesystem::path(only).extension() != ".toml") return catalog::load_catalog(catalog::catalog_folder());
    auto loaded = catalog::load_experiment(only);
    if (!loaded) return tl::unexpected(loaded.error());
    only.clear();
    catalog::Catalog catalog;
    catalog.experiments.push_back(std::move(*loaded));
    return catalog;
}

Result<bool> check_parity(std::string only) {
    gpu::Executor& executor = gpu::executor();
    if (const gpu::DeviceStatus status = executor.status(); !status.usable)
        return fail(ErrorKind::environment, fmt::format("No GPU can be used: {}.", status.why), status.hint);
    const auto catalog = what_to_compare(only);
    if (!catalog) return tl::unexpected(catalog.error());
    session::ParityOptions options;
    options.only = only;
    options.progress = [](const session::Parity& parity) {
        if (!parity.skipped.empty())
            fmt::print("skipped: {}: {}\n", parity.what, parity.skipped);
        else if (!parity.same || !parity.difference.empty())
            fmt::print("{}: {}: {}\n", parity.same ? "close" : "DIFFERS", parity.what, parity.difference);
    };
    const auto compared = session::compare_executors(executor, *catalog, options);
    if (!compared) return tl::unexpected(compared.error());
    const auto differing = std::ranges::count_if(*compared, [](const session::Parity& parity) { return !parity.same; });
    const auto skipped = std::ranges::count_if(*compared, [](const auto& parity) { return !parity.skipped.empty(); });
    fmt::print("{} runs on {} and the emulator, {} differ", compared->size() - static_cast<size_t>(skipped),
               executor.status().name, differing);
    if (skipped > 0) fmt::print(", {} skipped", skipped);
    fmt::print("\n");
    return differing == 0;
}

struct CheckArguments {
    std::string file, compiler = "auto", arch;
    std::vector<std::string> include_folders, definitions;
    bool parity = false, sass = false;
};

Result<bool> check_sass(const CheckArguments& arguments) {
    return check_machine_code({.target = arguments.file,
                               .input = {},
                               .block = {},
                               .settings = {},
                               .compiler = arguments.compiler,
                               .include_folders = arguments.include_folders,
                               .definitions = arguments.definitions},
                              arguments.arch);
}

void print_verdict(const std::string& file, bool is_good) {
    if (is_good)
        fmt::print("verdict: {} compiles, and the emulator supports all of it. Nothing has run: races and wrong "
                   "accesses show when it runs\n",
                   file);
    else
        fmt::print("verdict: {} cannot run here: see the lines above\n", file);
}

} // namespace

void add_check(CLI::App& app, int& status) {
    auto arguments = std::make_shared<CheckArguments>();
    CLI::App* command = app.add_subcommand("check", "Check a kernel or an experiment without running it.");
    command->add_option("file", arguments->file,
                        "FILE.cu, FILE.toml or FILE.ptx; with --parity an experiment's name or FILE.toml; with --sass "
                        "also NAME/VARIANT");
    command->add_flag("--parity", arguments->parity, "compare GPU and emulator on one experiment or on all");
    command->add_flag("--sass", arguments->sass,
                      "print the machine code's branches, registers and instructions; needs the CUDA Toolkit");
    add_contract(*command);
    add_model(*command);
    command->add_option("--compiler", arguments->compiler, "auto, nvrtc or clang");
    command->add_option("--arch", arguments->arch, "virtual architecture to compile for, such as compute_90");
    add_compile_options(*command, arguments->include_folders, arguments->definitions);
    command->callback([arguments, &status] {
        const auto good = arguments->parity         ? check_parity(arguments->file)
                          : arguments->sass         ? check_sass(*arguments)
                          : arguments->file.empty() ? fail(ErrorKind::usage, "There is nothing to check.",
                                                           "give a .cu, .toml or .ptx file, or --parity")
                                                    : check(arguments->file, arguments->compiler, arguments->arch,
                                                            arguments->include_folders, arguments->definitions);
        if (good && !arguments->parity && !arguments->sass) print_verdict(arguments->file, *good);
        status = good ? (*good ? done : findings_or_failure) : report_failure(good.error());
    });
}

} // namespace warpscope::cli
