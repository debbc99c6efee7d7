#include "workbench/lesson/class_messages.hpp"

#include <nlohmann/json.hpp>

namespace warpscope::workbench {
namespace {

using nlohmann::json;

const json* member(const json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string text_member(const json& object, const char* key) {
    const json* const value = member(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<uint64_t> unsigned_member(const json& object, const char* key) {
    const json* const value = member(object, key);
    return value != nullptr && value->is_number_unsigned() ? std::optional(value->get<uint64_t>()) : std::nullopt;
}

bool has_flag(const json& object, const char* key) {
    const json* const value = member(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::optional<lesson::Prediction> read_prediction(const json& answer) {
    lesson::Prediction out;
    if (const auto option = unsigned_member(answer, "option")) {
        out.option = static_cast<size_t>(*option);
    } else if (const json* const number = member(answer, "number"); number != nullptr && number->is_number()) {
        out.number = number->get<double>();
    } else if (const json* const cells = member(answer, "cells"); cells != nullptr && cells->is_array()) {
        for (const json& cell : *cells)
            if (cell.is_number_unsigned()) out.cells.push_back(cell.get<uint64_t>());
    } else if (const auto lanes = unsigned_member(answer, "lanes")) {
        out.lanes = static_cast<uint32_t>(*lanes);
    } else if (const auto line = unsigned_member(answer, "line")) {
        out.line = static_cast<uint32_t>(*line);
    } else {
        return std::nullopt; // an attempt at a task
    }
    return out;
}

std::vector<uint32_t> read_votes(const json& state) {
    const json* const tally = member(state, "tally");
    const json* const options = tally != nullptr && tally->is_object() ? member(*tally, "options") : nullptr;
    std::vector<uint32_t> votes;
    if (options != nullptr && options->is_array())
        for (const json& count : *options) votes.push_back(count.is_number_unsigned() ? count.get<uint32_t>() : 0);
    return votes;
}

std::string text_of(const json& object) { return object.dump(-1, ' ', false, json::error_handler_t::replace); }

} // namespace

ClassMessage read_class_message(std::string_view text) {
    ClassMessage out;
    const json message = json::parse(text, nullptr, false);
    if (!message.is_object()) return out;
    if (message.contains("lost")) {
        out.is_lost = true;
    } else if (const auto reply = unsigned_member(message, "reply")) {
        out.is_saved = *reply == 200;
        out.problem = text_member(message, "error");
    } else if (const auto step = unsigned_member(message, "step")) {
        ClassState state{text_member(message, "name"), text_member(message, "file"), static_cast<size_t>(*step)};
        if (state.lesson.empty()) return out;
        state.is_revealed = has_flag(message, "revealed");
        state.is_new_student = has_flag(message, "joined");
        state.votes = read_votes(message);
        if (const json* const answer = member(message, "answer"); answer != nullptr && answer->is_object())
            state.already = read_prediction(*answer);
        out.state = std::move(state);
    }
    return out;
}

std::string answer_message(size_t step, lesson::Kind kind, const lesson::Prediction& prediction) {
    json out{{"step", step}};
    switch (kind) {
    case lesson::Kind::number: out["number"] = prediction.number.value_or(0); break;
    case lesson::Kind::choice:
    case lesson::Kind::order: out["option"] = prediction.option.value_or(0); break;
    case lesson::Kind::cells: out["cells"] = prediction.cells; break;
    case lesson::Kind::lanes: out["lanes"] = prediction.lanes; break;
    case lesson::Kind::line: out["line"] = prediction.line.value_or(0); break;
    case lesson::Kind::settings: break;
    }
    return text_of(out);
}

std::string attempt_message(size_t step, bool is_reached, const catalog::Settings& settings,
                            const std::optional<std::string>& kernel) {
    json out{{"step", step}, {"reached", is_reached}, {"text", ""}};
    if (kernel && kernel->size() <= max_kernel_bytes) out["text"] = *kernel;
    // The server cannot judge a setup without the text.
    if (!kernel || kernel->size() <= max_kernel_bytes)
        out["setup"] = {{"block", {settings.block.x, settings.block.y, settings.block.z}},
                        {"values", settings.values},
                        {"kernel", kernel.has_value()}};
    return text_of(out);
}

} // namespace warpscope::workbench
