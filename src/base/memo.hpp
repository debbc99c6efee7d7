// What has been worked out of an immutable value, kept with it: made when it is asked for first, gone when the value
// is.
//
//     const auto map = run.derived.get<CodeMap>({}, [&] { return CodeMap::of(run); });
//
// Safe to use by several threads at once; two that ask for the same thing at the same time may both make it.
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
    /// Which of several things of one type.
    using Key = std::array<uint64_t, 3>;

    Memo() = default;
    /// A copy of the value may be changed before it is used: it begins with nothing.
    Memo(const Memo&) {}
    Memo& operator=(const Memo& other) {
        if (this != &other) clear();
        return *this;
    }

    /// The T of this key, made by `make` unless it is there.
    template<class T, class Make>
    std::shared_ptr<const T> get(const Key& key, const Make& make) const {
        const Name name{typeid(T), key};
        if (auto found = find(name)) return std::static_pointer_cast<const T>(std::move(found));
        auto made = std::make_shared<const T>(make());
        const std::scoped_lock lock(mutex_);
        return std::static_pointer_cast<const T>(kept_.try_emplace(name, std::move(made)).first->second);
    }
    /// The T of this key if it has been made; null otherwise.
    template<class T>
    [[nodiscard]] std::shared_ptr<const T> made(const Key& key) const {
        return std::static_pointer_cast<const T>(find({typeid(T), key}));
    }
    /// Like get(), but only the T that was asked for last is kept.
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
