// Cache of values derived from an immutable object. The cache is a member of the object:
//
// const auto map = run.derived.get<CodeMap>({}, [&] { return CodeMap::of(run); });
//
// Thread-safe. Concurrent requests may compute a value twice.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <typeindex>
#include <utility>

namespace warpscope {

class Memo {
public:
    /// Distinguishes values of the same type.
    using Key = std::array<uint64_t, 3>;

    Memo() = default;
    /// Copies no values, because the copied owner may change.
    Memo(const Memo&) {}
    Memo& operator=(const Memo& other) {
        if (this != &other) clear();
        return *this;
    }

    template<class T, class Make>
    std::shared_ptr<const T> get(const Key& key, const Make& make) const {
        const Name name{typeid(T), key};
        if (auto found = find(name)) return std::static_pointer_cast<const T>(std::move(found));
        auto made = std::make_shared<const T>(make());
        const std::scoped_lock lock(mutex_);
        return std::static_pointer_cast<const T>(kept_.try_emplace(name, std::move(made)).first->second);
    }
    /// Returns null if get() has not made the value.
    template<class T>
    [[nodiscard]] std::shared_ptr<const T> made(const Key& key) const {
        return std::static_pointer_cast<const T>(find({typeid(T), key}));
    }
    /// Like get(), but keeps only the latest value of type T.
    template<class T, class Make>
    std::shared_ptr<const T> newest(const Key& key, const Make& make) const {
        if (!find({typeid(T), key})) forget(typeid(T));
        return get<T>(key, make);
    }
    void clear() const {
        const std::scoped_lock lock(mutex_);
        kept_.clear();
    }

private:
    using Name = std::pair<std::type_index, Key>;

    [[nodiscard]] std::shared_ptr<const void> find(const Name& name) const {
        const std::scoped_lock lock(mutex_);
        const auto found = kept_.find(name);
        return found == kept_.end() ? nullptr : found->second;
    }
    void forget(std::type_index type) const {
        const std::scoped_lock lock(mutex_);
        std::erase_if(kept_, [&](const auto& entry) { return entry.first.first == type; });
    }

    mutable std::mutex mutex_;
    mutable std::map<Name, std::shared_ptr<const void>> kept_;
};

} // namespace warpscope
