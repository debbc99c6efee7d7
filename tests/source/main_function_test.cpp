#include "source/main_function.hpp"

#include <gtest/gtest.h>

namespace warpscope::source {
namespace {

TEST(MainFunction, FindsEverySpelling) {
    for (const char* text : {"int main() {}", "int main(int argc, char** argv)\n{ return 0; }", "auto main() -> int {}",
                             "int\nmain (void) { }", "extern \"C\" int main() { }", "#define A \"\nint main() {}"})
        EXPECT_TRUE(defines_main(text)) << text;
}

TEST(MainFunction, IgnoresOtherUsesOfMain) {
    for (const char* text :
         {"", "__global__ void k(int* p) {}", "// int main() {}\n", "/* int main() { } */", "int main();",
          "const char* s = \"int main() {}\";", "const char* s = R\"(int main() {})\";", "int main_loop() {}",
          "int remain() {}", "#define MAIN int main() {}\n", "int x = main();", "struct S { int main; };"})
        EXPECT_FALSE(defines_main(text)) << text;
}

} // namespace
} // namespace warpscope::source
