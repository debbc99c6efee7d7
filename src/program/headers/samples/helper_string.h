// Command line arguments and file names under the names that the header of the same name in the CUDA samples has.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, length, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline int stringRemoveDelimiter(char delimiter, const char* text) {
    int start = 0;
    while (text[start] == delimiter) ++start;
    return start >= static_cast<int>(strlen(text)) - 1 ? 0 : start;
}

inline int getFileExtension(char* name, char** extension) {
    char* const dot = strrchr(name, '.');
    *extension = dot != nullptr && dot != name ? dot + 1 : nullptr;
    return *extension == nullptr ? 0 : static_cast<int>(*extension - name);
}

/// Returns the text after "-name" or "--name", "" for a flag without a value, or null.
inline const char* ws_argument(int argc, const char** argv, const char* name) {
    const size_t length = strlen(name);
    for (int i = 1; i < argc; ++i) {
        const char* const word = argv[i] + stringRemoveDelimiter('-', argv[i]);
        if (word == argv[i] || strncasecmp(word, name, length) != 0) continue;
        if (word[length] == '=') return word + length + 1;
        if (word[length] == '\0') return word + length;
    }
    return nullptr;
}

inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
    return ws_argument(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
    const char* const value = ws_argument(argc, argv, name);
    return value == nullptr ? 0 : atoi(value);
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
    const char* const value = ws_argument(argc, argv, name);
    return value == nullptr ? 0 : static_cast<float>(atof(value));
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** value) {
    const char* const found = ws_argument(argc, argv, name);
    *value = const_cast<char*>(found);
    return found != nullptr;
}
template<class T>
bool getCmdLineArgumentValue(int argc, const char** argv, const char* name, T* value) {
    const char* const found = ws_argument(argc, argv, name);
    if (found != nullptr) *value = static_cast<T>(atof(found));
    return found != nullptr;
}

/// Looks in the current folder, its data folders, and beside the program. Returns null if there is no such file.
inline char* sdkFindFilePath(const char* name, const char* program) {
    std::string beside = program == nullptr ? "" : program;
    beside.erase(beside.find_last_of('/') + 1);
    for (const std::string& folder : {std::string(), std::string("data/"), std::string("../data/"), beside, beside + "data/"}) {
        const std::string path = folder + name;
        if (FILE* const file = fopen(path.c_str(), "rb")) {
            fclose(file);
            return strdup(path.c_str());
        }
    }
    return nullptr;
}
