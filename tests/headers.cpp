// This file has no code; it exists because a target needs a source file. CMakeLists.txt lists the headers.
