#include "catalog/formula.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <string>

#include "catalog/expression.hpp"
#include "language/tr.hpp"

namespace warpscope::catalog {
namespace {

/// A recursive-descent parser. After an error, everything is 0.
class FormulaParser {
public:
    FormulaParser(std::string_view text, const RealLookup& name, const ElementLookup& element)
        : text_(text)
        , name_(name)
        , element_(element) {}

    Result<double> parse() {
        const double value = sum();
        skip_space();
        if (problem_.empty() && at_ < text_.size()) complain(tr_format("'{}' is not expected here", text_[at_]));
        if (!problem_.empty())
            return fail(ErrorKind::failed, tr_format("{} (character {} of \"{}\").", problem_, place_ + 1, text_));
        return value;
    }

private:
    void complain(std::string problem) {
        if (!problem_.empty()) return;
        problem_ = std::move(problem);
        place_ = at_;
    }
    void skip_space() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) complain(tr_format("'{}' is missing", c));
    }

    double sum() {
        double value = product();
        for (;;) {
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                return value;
        }
    }

    double product() {
        double value = sign();
        for (;;) {
            if (take('*'))
                value *= sign();
            else if (take('/'))
                value /= sign();
            else
                return value;
        }
    }

    double sign() {
        if (depth_ >= max_nesting) {
            complain(tr("too many brackets"));
            at_ = text_.size();
            return 0;
        }
        ++depth_;
        const double value = take('-') ? -sign() : atom();
        --depth_;
        return value;
    }

    double atom() {
        if (take('(')) {
            const double value = sum();
            expect(')');
            return value;
        }
        skip_space();
        if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) {
            double value = 0;
            const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
            if (error != std::errc{}) complain(tr("this is no number"));
            at_ = std::max(at_ + 1, static_cast<size_t>(end - text_.data()));
            return value;
        }
        const size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '.'))
            ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name.empty()) {
            complain(tr("a value is missing"));
            return 0;
        }
        if (take('(')) return function(name);
        if (take('[')) return element(name);
        if (name == "pi") return std::numbers::pi;
        if (const auto value = name_(name)) return *value;
        complain(tr_format("'{}' is not known", name));
        return 0;
    }

    double function(std::string_view name) {
        const double a = sum();
        const bool two = name == "min" || name == "max";
        double b = 0;
        if (two) {
            expect(',');
            b = sum();
        }
        expect(')');
        if (name == "abs") return std::abs(a);
        if (name == "sqrt") return std::sqrt(a);
        if (name == "log2") return std::log2(a);
        if (name == "min") return std::min(a, b);
        if (name == "max") return std::max(a, b);
        complain(tr_format("there is no function '{}'", name));
        return 0;
    }

    double element(std::string_view name) {
        const double index = sum();
        expect(']');
        if (index >= 0 && index == std::floor(index) && index < 1e18)
            if (const auto value = element_(name, static_cast<uint64_t>(index))) return *value;
        complain(tr_format("there is no element {}[{}]", name, index));
        return 0;
    }

    std::string_view text_;
    const RealLookup& name_;
    const ElementLookup& element_;
    size_t at_ = 0, place_ = 0;
    int depth_ = 0;
    std::string problem_;
};

} // namespace

Result<double> evaluate_formula(std::string_view text, const RealLookup& name, const ElementLookup& element) {
    return FormulaParser(text, name, element).parse();
}

} // namespace warpscope::catalog
