#include "compile/signatures/size_product.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "source/tokens.hpp"

namespace warpscope::compile {
namespace {

constexpr int64_t limit = int64_t{1} << 40; // of numbers, so that none overflows

int64_t limited(int64_t number) { return std::clamp(number, -limit, limit); }
int64_t product(int64_t a, int64_t b) {
    const double exact = static_cast<double>(a) * static_cast<double>(b);
    return std::abs(exact) < static_cast<double>(limit) ? a * b : exact < 0 ? -limit : limit;
}

} // namespace

SizeProduct::SizeProduct(int64_t number)
    : number_(limited(number)) {}
SizeProduct::SizeProduct(std::string name, int64_t sample)
    : factors_{{std::move(name), limited(sample)}} {}

int64_t SizeProduct::sample() const {
    int64_t out = number_;
    for (const Factor& factor : factors_) out = product(out, factor.sample);
    return out;
}

std::string SizeProduct::text() const {
    std::string out = number_ == 1 && !factors_.empty() ? "" : std::to_string(number_);
    for (const Factor& factor : factors_) out += (out.empty() ? "" : " * ") + factor.text;
    return out;
}

bool SizeProduct::has_factor(const std::string& name) const {
    return std::ranges::find(factors_, name, &Factor::text) != factors_.end();
}

std::vector<std::string> SizeProduct::factors() const {
    std::vector<std::string> out;
    for (const Factor& factor : factors_) out.push_back(factor.text);
    return out;
}

SizeProduct SizeProduct::times(const SizeProduct& other) const {
    SizeProduct out = *this;
    out.number_ = product(number_, other.number_);
    out.factors_.insert(out.factors_.end(), other.factors_.begin(), other.factors_.end());
    std::ranges::stable_sort(out.factors_, {}, &Factor::text);
    return out;
}

SizeProduct SizeProduct::plus(const SizeProduct& other) const {
    if (factors() != other.factors())
        return {fmt::format("({} + {})", text(), other.text()), sample() + other.sample()};
    SizeProduct out = *this;
    out.number_ = limited(number_ + other.number_);
    return out;
}

SizeProduct SizeProduct::minus(const SizeProduct& other) const {
    if (is_number() && other.is_number()) return SizeProduct(number_ - other.number_);
    return {fmt::format("({} - {})", text(), other.text()), sample() - other.sample()};
}

SizeProduct SizeProduct::divided_by(const SizeProduct& other, bool rounds_up) const {
    SizeProduct left = *this, right = other;
    cancel(left, right);
    if (right.is_number() && right.number_ == 1) return left;
    const int64_t divisor = std::max<int64_t>(right.sample(), 1);
    if (rounds_up)
        return {fmt::format("ceil_div({}, {})", left.text(), right.text()), (left.sample() + divisor - 1) / divisor};
    const std::string below = right.text().find(" * ") == std::string::npos ? right.text() : "(" + right.text() + ")";
    return {fmt::format("({} / {})", left.text(), below), left.sample() / divisor};
}

SizeProduct SizeProduct::without(const std::string& factor) const {
    SizeProduct out = *this;
    const auto found = std::ranges::find(out.factors_, factor, &Factor::text);
    if (found != out.factors_.end()) out.factors_.erase(found);
    return out;
}

std::set<std::string> SizeProduct::names() const {
    const std::string whole = text();
    std::set<std::string> out;
    for (const source::Token& token : source::tokens_of(whole))
        if (token.is_word()) out.emplace(token.text);
    return out;
}

bool SizeProduct::has_name(const std::string& name) const { return names().contains(name); }

bool SizeProduct::has_factors_of(const SizeProduct& other) const {
    SizeProduct left = *this, right = other;
    cancel(left, right);
    return right.is_number();
}

bool SizeProduct::has_same_names(const SizeProduct& other) const { return names() == other.names(); }

void SizeProduct::cancel(SizeProduct& one, SizeProduct& other) {
    for (size_t i = 0; i < one.factors_.size();) {
        const auto same = std::ranges::find(other.factors_, one.factors_[i].text, &Factor::text);
        if (same == other.factors_.end()) {
            ++i;
            continue;
        }
        other.factors_.erase(same);
        one.factors_.erase(one.factors_.begin() + static_cast<ptrdiff_t>(i));
    }
    if (const int64_t common = std::gcd(one.number_, other.number_); common > 1)
        one.number_ /= common, other.number_ /= common;
}

} // namespace warpscope::compile
