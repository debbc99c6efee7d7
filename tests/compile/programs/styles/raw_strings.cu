// kernels: copy
#include <string>

static const char *const help = R"(usage: {
  "quotes" and )" "an end\" {";
static const char brace = '{', quote = '\'', backslash = '\\';
/* a comment with { and "quotes */ // and another {
static const std::string text = "line one \
    { continued";

__global__ void copy(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x]; // @line { in a comment
}

int main() { printf("%s %c %s\n", help, brace, text.c_str()); return 1'000; }
