#include "program/record.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/message_json.hpp"
#include "program/allocation_names.hpp"
#include "program/crash_message.hpp"
#include "program/events.hpp"
#include "program/lines.hpp"
#include "runtime/record/leaked.hpp"

namespace warpscope::program {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::map<std::string, uint64_t> read_calls(const fs::path& file) {
    struct Slot { // layout as in runtime/record/recorder.hpp
        char name[56] = {};
        uint64_t count = 0;
    };
    std::map<std::string, uint64_t> calls;
    std::ifstream stream(file, std::ios::binary);
    for (Slot slot; stream.read(reinterpret_cast<char*>(&slot), sizeof(slot));) {
        slot.name[sizeof(slot.name) - 1] = '\0';
        if (slot.name[0] != '\0' && slot.count != 0) calls[slot.name] += slot.count;
    }
    return calls;
}

const std::map<std::string, Operation::Kind> kinds{{"allocation", Operation::Kind::allocation},
                                                   {"copy", Operation::Kind::copy},
                                                   {"fill", Operation::Kind::fill},
                                                   {"launch", Operation::Kind::launch},
                                                   {"free", Operation::Kind::free},
                                                   {"synchronise", Operation::Kind::synchronize}};

class Reader {
public:
    Reader(const fs::path& executable, const fs::path& source)
        : executable_(executable)
        , source_(source) {
        std::error_code error;
        absolute_source_ = fs::absolute(source, error).lexically_normal().string();
    }

    void read(const fs::path& file, const std::atomic<bool>* cancel) {
        events_ = read_events(file);
        std::set<uint64_t> offsets;
        const auto add = [&](const Json& event) {
            if (event.contains("at"))
                for (const Json& offset : event["at"]) offsets.insert(offset.get<uint64_t>());
        };
        for (const Event& event : events_) {
            add(event.json);
            if (!event.repeated && event.json.value("event", "") == "unseen")
                for (const Json& finding : event.json["findings"]) add(finding);
        }
        lines_ = find_lines(executable_, offsets, cancel);
    }

    void fill(Record& record) {
        name_allocations(record);
        std::vector<size_t> operation_of(events_.size());
        uint64_t launches = 0;
        const Json* unseen = nullptr; // remains set after a crash
        for (size_t k = 0; k < events_.size(); ++k) {
            if (const auto& again = events_[k].repeated) {
                Operation one = record.operations[operation_of[again->first]];
                launches += one.kind == Operation::Kind::launch ? 1 : 0;
                one.launch = again->launch;
                one.execute_ms = again->execute_ms;
                one.finding_count = 0;
                one.kept = false;
                record.operations.push_back(std::move(one));
                continue;
            }
            const Json& event = events_[k].json;
            const std::string kind = event.value("event", "");
            operation_of[k] = record.operations.size();
            if (const auto known = kinds.find(kind); known != kinds.end())
                record.operations.push_back(operation(event, known->second, record));
            if (kind == "launch") ++launches;
            if (event.contains("measured")) record.launches.push_back(launch(event));
            if (kind == "finding") findings_.push_back(finding(event));
            if (kind == "finding" && event.contains("finding_shape"))
                finding_of_shape_.try_emplace(event["finding_shape"].get<uint64_t>(), findings_.size() - 1);
            if (kind == "finding_again")
                if (const auto first = finding_of_shape_.find(event.value("like", uint64_t{0}));
                    first != finding_of_shape_.end())
                    findings_[first->second]["count"] =
                        findings_[first->second]["count"].get<uint64_t>() + event.value("count", uint64_t{1});
            if (kind == "unseen") unseen = &event["findings"];
            if (kind == "end" || kind == "stopped") {
                unseen = nullptr;
                record.ended = kind == "end";
                record.launch_count = event.value("launches", uint64_t{0});
            }
        }
        if (unseen != nullptr)
            for (const Json& event : *unseen) findings_.push_back(finding(event));
        record.launch_count = std::max(record.launch_count, launches);
        for (const Json& one : findings_)
            if (one.contains("launch") && one["launch"] < record.launches.size()) {
                Json& of_launch = record.launches[one["launch"].get<size_t>()]["findings"];
                of_launch.push_back(one);
                for (const char* key : {"count", "opcode"}) of_launch.back().erase(key);
            }
        record.findings = merged(std::move(findings_));
    }

private:
    /// Merges findings of one kind and place; keeps the first example.
    static std::vector<Json> merged(std::vector<Json> all) {
        std::vector<Json> out;
        std::map<std::string, size_t> known;
        for (Json& one : all) {
            Json place{one.value("kind", ""), one.value("severity", ""), one.value("file", ""), one.value("line", 0u)};
            if (one.value("line", 0u) == 0) place.push_back(one.value("ptx_line", 0u));
            if (one.value("line", 0u) == 0 && !one.contains("kernel")) place.push_back(one.value("message", ""));
            for (const char* key : {"kernel", "opcode", "parameter", "kernel_call"})
                if (one.contains(key)) place.push_back(one[key]);
            if (one.contains("other")) {
                place.push_back(one["other"]["file"]);
                place.push_back(one["other"]["line"]);
            }
            const auto [found, is_new] = known.try_emplace(place.dump(), out.size());
            if (is_new) {
                out.push_back(std::move(one));
                continue;
            }
            Json& first = out[found->second];
            if (first.contains("leaked") && one.contains("leaked")) {
                for (const size_t k : {0, 1})
                    first["leaked"][k] = first["leaked"][k].get<uint64_t>() + one["leaked"][k].get<uint64_t>();
                continue;
            }
            first["count"] = first["count"].get<uint64_t>() + one["count"].get<uint64_t>();
        }
        for (Json& one : out) {
            one.erase("opcode");
            complete_leak(one);
        }
        return out;
    }
    static void complete_leak(Json& finding) {
        if (!finding.contains("leaked")) return;
        const Json leaked = finding["leaked"];
        finding.erase("leaked");
        const Message old = message_in(finding);
        const auto arguments = old.arguments();
        const auto* const name = arguments.empty() ? nullptr : std::get_if<Message>(&arguments[0].value);
        if (name == nullptr) return;
        put_message(finding, runtime::leak_message(*name, {leaked[0].get<uint64_t>(), leaked[1].get<uint64_t>()}));
    }
    std::string as_given(const std::string& file) const { return file == absolute_source_ ? source_.string() : file; }
    std::vector<SourceLocation> places_of(const Json& event) const {
        std::vector<SourceLocation> places;
        if (!event.contains("at")) return places;
        for (const Json& offset : event["at"])
            if (const auto found = lines_.find(offset.get<uint64_t>()); found != lines_.end())
                for (const SourceLocation& where : found->second)
                    places.push_back({as_given(where.file), where.line, 0});
        return places;
    }
    std::optional<SourceLocation> place_of(const Json& event) const {
        const std::vector<SourceLocation> places = places_of(event);
        return places.empty() ? std::nullopt : std::optional(places.front());
    }
    std::optional<SourceLocation> place_in_program(const Json& event) const {
        const std::vector<SourceLocation> places = places_of(event);
        const auto own = std::ranges::find(places, source_.string(), &SourceLocation::file);
        return own != places.end() ? std::optional(*own) : place_of(event);
    }
    void name_allocations(Record& record) {
        std::vector<AllocationPlaces> all;
        for (const Event& event : events_)
            if (!event.repeated && event.json.value("event", "") == "allocation")
                all.push_back({event.json["number"].get<uint64_t>(), places_of(event.json),
                               event.json.value("at", std::vector<uint64_t>())});
        record.allocations =
            allocation_names(all, source_.string(), [this](const SourceLocation& where) { return line_text(where); });
        for (const auto& [number, name] : record.allocations)
            names_.push_back({warpscope::quoted(fmt::format("allocation {}", number)), name});
    }
    static Message name_message(const AllocationName& name, const std::string& findings_file) {
        const uint32_t line = name.named_by.line;
        if (name.named_by.file == findings_file)
            return name.name.empty() ? msg("the allocation of line {}", line) : msg("'{}' of line {}", name.name, line);
        const std::string file = fs::path(name.named_by.file).filename().string();
        return name.name.empty() ? msg("the allocation of line {} of {}", line, file)
                                 : msg("'{}' of line {} of {}", name.name, line, file);
    }
    std::string line_text(const SourceLocation& where) {
        std::vector<std::string>& text = texts_[where.file];
        if (text.empty()) {
            std::ifstream stream(where.file);
            for (std::string line; std::getline(stream, line);) text.push_back(line);
        }
        return where.line <= text.size() && where.line > 0 ? text[where.line - 1] : std::string();
    }
    Message with_names(const Message& message, const std::string& findings_file) const {
        if (const auto found = std::ranges::find(names_, message, &std::pair<Message, AllocationName>::first);
            found != names_.end())
            return name_message(found->second, findings_file);
        std::vector<MessageArgument> arguments(message.arguments().begin(), message.arguments().end());
        for (MessageArgument& argument : arguments)
            if (const auto* const part = std::get_if<Message>(&argument.value))
                argument = with_names(*part, findings_file);
        return message.with_arguments(std::move(arguments));
    }
    std::string short_name(const std::string& name, const Record& record) const {
        constexpr std::string_view begin = "allocation ";
        if (!name.starts_with(begin)) return name;
        const auto found = record.allocations.find(std::strtoull(name.c_str() + begin.size(), nullptr, 10));
        if (found == record.allocations.end()) return name;
        return found->second.name.empty() ? fmt::format("the allocation of line {}", found->second.where.line)
                                          : found->second.name;
    }
    void name_of_allocation(uint64_t number, const Record& record, Operation& out) const {
        out.to = short_name(fmt::format("allocation {}", number), record);
        const auto found = record.allocations.find(number);
        out.is_guessed_name = found != record.allocations.end() && found->second.is_guess;
    }
    Operation operation(const Json& event, Operation::Kind kind, const Record& record) const {
        Operation out;
        out.kind = kind;
        out.where = place_in_program(event).value_or(SourceLocation{});
        out.bytes = event.value("bytes", uint64_t{0});
        if (event.contains("stream")) out.stream = event["stream"].get<uint32_t>();
        out.from = short_name(event.value("from", ""), record);
        out.to = short_name(event.value("to", ""), record);
        if (kind == Operation::Kind::allocation) name_of_allocation(event["number"].get<uint64_t>(), record, out);
        if (kind != Operation::Kind::launch) return out;
        const auto dims = [](const Json& d) { return Dim3{d[0], d[1], d[2]}; };
        out.launch = event["launch"].get<uint32_t>();
        out.kernel = event["kernel"].get<std::string>();
        out.grid = dims(event["grid"]);
        out.block = dims(event["block"]);
        out.shared_bytes = event["shared_bytes_dynamic"].get<uint64_t>();
        out.finding_count = event["finding_count"].get<uint64_t>();
        out.execute_ms = event["execute_ms"].get<double>();
        out.kept = event.value("kept", false);
        return out;
    }
    Json launch(const Json& event) const {
        Json out;
        out["kernel"] = event["kernel"];
        if (const auto where = place_of(event)) {
            out["file"] = where->file;
            out["line"] = where->line;
        }
        for (const char* key : {"grid", "block", "shared_bytes_dynamic", "stream", "cooperative", "execute_ms"})
            if (event.contains(key)) out[key] = event[key];
        out.update(event["measured"]);
        out["findings"] = Json::array();
        out["finding_count"] = event["finding_count"];
        return out;
    }
    Json finding(const Json& event) const {
        Json out;
        for (const char* key : {"kind", "severity", "file", "line", "ptx_line", "launch", "kernel", "block", "thread",
                                "address", "opcode", "parameter", "kernel_call", "other", "leaked"})
            if (event.contains(key)) out[key] = event[key];
        if (out.contains("file")) out["file"] = as_given(out["file"].get<std::string>());
        for (const char* key : {"kernel_call", "other"})
            if (out.contains(key)) out[key]["file"] = as_given(out[key]["file"].get<std::string>());
        if (const auto where = place_of(event)) {
            out["file"] = where->file;
            out["line"] = where->line;
        }
        const std::string file = out.value("file", "");
        put_message(out, event.contains("cause")
                             ? crash_message(event["cause"].get<std::string>(), event["accessed"].get<std::string>())
                             : with_names(message_in(event), file.empty() ? source_.string() : file));
        out["count"] = event.value("count", uint64_t{1});
        return out;
    }

    fs::path executable_, source_;
    std::string absolute_source_;
    std::vector<Event> events_;
    std::map<uint64_t, std::vector<SourceLocation>> lines_;
    std::vector<Json> findings_;
    std::map<uint64_t, size_t> finding_of_shape_;           // index in findings_
    std::vector<std::pair<Message, AllocationName>> names_; // by the runtime's name
    std::map<std::string, std::vector<std::string>> texts_;
};

} // namespace

uint64_t launches_so_far(const fs::path& folder) {
    uint64_t launches = 0;
    for (const auto& [name, count] : read_calls(folder / "calls"))
        if (name.starts_with("cudaLaunch")) launches += count;
    return launches;
}

std::vector<ProgramFinding> findings_of(const Record& record) {
    std::vector<ProgramFinding> out;
    for (const Json& one : record.findings) {
        ProgramFinding& finding = out.emplace_back();
        finding.kind = one.value("kind", "");
        finding.message = message_in(one);
        finding.is_error = one.value("severity", "error") == "error";
        finding.where = {one.value("file", ""), one.value("line", 0u), 0};
        finding.count = one.value("count", uint64_t{1});
        if (one.contains("launch")) finding.launch = one["launch"].get<uint32_t>();
    }
    return out;
}

Message difference(const std::vector<Operation>& first, const std::vector<Operation>& again, uint32_t launch,
                   const std::optional<LaunchIdentity>& fetched) {
    const auto launches = [](const std::vector<Operation>& operations) {
        std::vector<LaunchIdentity> out;
        for (const Operation& one : operations)
            if (one.kind == Operation::Kind::launch) out.push_back({one.kernel, one.grid, one.block});
        return out;
    };
    const std::vector<LaunchIdentity> before = launches(first);
    std::vector<LaunchIdentity> now = launches(again);
    if (fetched && now.size() == launch) now.push_back(*fetched);
    for (uint32_t i = 0; i <= launch && i < before.size(); ++i) {
        if (i == launch && !fetched) break;
        if (i >= now.size() || now[i] != before[i])
            return msg("In the rerun, the program behaved differently: launch {} is a different one.", i + 1);
    }
    return {};
}

Result<Record> read_record(const fs::path& folder, const fs::path& executable, const fs::path& source,
                           const std::atomic<bool>* cancel) {
    Record record;
    record.calls = read_calls(folder / "calls");
    try {
        Reader reader(executable, source);
        reader.read(folder / "events", cancel);
        reader.fill(record);
    } catch (const Json::exception& problem) {
        return fail(ErrorKind::environment, msg("the record of the run cannot be read: {}", problem.what()));
    }
    return record;
}

} // namespace warpscope::program
