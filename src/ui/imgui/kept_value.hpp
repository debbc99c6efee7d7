// A named value that a window keeps across frames.
#pragma once

#include <type_traits>

#include <imgui.h>

namespace warpscope::ui {

/// Searches for the value on each access, because ImGui's storage moves when it grows.
template<class T>
class KeptValue {
    static_assert(std::is_same_v<T, int> || std::is_same_v<T, bool> || std::is_same_v<T, float>);

public:
    explicit KeptValue(const char* name, T first = T())
        : storage_(*ImGui::GetStateStorage())
        , id_(ImGui::GetID(name))
        , first_(first) {}
    KeptValue(const KeptValue&) = delete;
    KeptValue& operator=(const KeptValue&) = delete;

    operator T() const { // NOLINT(google-explicit-constructor): it stands for the value
        if constexpr (std::is_same_v<T, int>)
            return storage_.GetInt(id_, first_);
        else if constexpr (std::is_same_v<T, bool>)
            return storage_.GetBool(id_, first_);
        else
            return storage_.GetFloat(id_, first_);
    }
    KeptValue& operator=(T value) {
        if constexpr (std::is_same_v<T, int>)
            storage_.SetInt(id_, value);
        else if constexpr (std::is_same_v<T, bool>)
            storage_.SetBool(id_, value);
        else
            storage_.SetFloat(id_, value);
        return *this;
    }

private:
    ImGuiStorage& storage_;
    ImGuiID id_;
    T first_;
};

} // namespace warpscope::ui
