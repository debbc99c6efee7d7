// Empty: a target needs a source file. The headers are in CMakeLists.txt.
