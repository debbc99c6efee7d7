#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "helper_string.h"

inline bool ws_read_picture(const char* file, std::vector<unsigned char>& bytes, unsigned& width, unsigned& height,
                            unsigned& channels) {
    std::ifstream stream(file, std::ios::binary);
    std::string kind;
    unsigned numbers[3] = {};
    stream >> kind;
    for (unsigned& number : numbers) {
        while ((stream >> std::ws).peek() == '#') stream.ignore(1 << 20, '\n');
        stream >> number;
    }
    stream.get();
    if (!stream || (kind != "P5" && kind != "P6")) return false;
    width = numbers[0];
    height = numbers[1];
    channels = kind == "P5" ? 1 : 3;
    bytes.resize(size_t{width} * height * channels);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(stream);
}
inline bool ws_write_picture(const char* file, const std::vector<unsigned char>& bytes, unsigned width, unsigned height,
                             unsigned channels) {
    std::ofstream stream(file, std::ios::binary);
    stream << (channels == 1 ? "P5" : "P6") << "\n" << width << "\n" << height << "\n255\n";
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return static_cast<bool>(stream);
}
inline unsigned char ws_to_byte(unsigned char value) { return value; }
inline unsigned char ws_to_byte(float value) { return static_cast<unsigned char>(value * 255.0f); }
inline void ws_from_byte(unsigned char byte, unsigned char& value) { value = byte; }
inline void ws_from_byte(unsigned char byte, float& value) { value = static_cast<float>(byte) / 255.0f; }

template<class T>
bool sdkLoadPGM(const char* file, T** data, unsigned* width, unsigned* height) {
    std::vector<unsigned char> bytes;
    unsigned channels = 0;
    if (!ws_read_picture(file, bytes, *width, *height, channels) || channels != 1) return false;
    if (*data == nullptr) *data = static_cast<T*>(malloc(bytes.size() * sizeof(T)));
    for (size_t i = 0; i < bytes.size(); ++i) ws_from_byte(bytes[i], (*data)[i]);
    return true;
}
template<class T>
bool sdkSavePGM(const char* file, T* data, unsigned width, unsigned height) {
    std::vector<unsigned char> bytes(size_t{width} * height);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = ws_to_byte(data[i]);
    return ws_write_picture(file, bytes, width, height, 1);
}
/// Loads four bytes per pixel; the last is 0.
template<class T>
bool sdkLoadPPM4(const char* file, T** data, unsigned* width, unsigned* height) {
    std::vector<unsigned char> bytes;
    unsigned channels = 0;
    if (!ws_read_picture(file, bytes, *width, *height, channels) || channels != 3) return false;
    const size_t pixels = size_t{*width} * *height;
    if (*data == nullptr) *data = static_cast<T*>(malloc(pixels * 4 * sizeof(T)));
    for (size_t i = 0; i < pixels; ++i)
        for (size_t c = 0; c < 4; ++c) ws_from_byte(c < 3 ? bytes[i * 3 + c] : 0, (*data)[i * 4 + c]);
    return true;
}
inline bool sdkLoadPPM4ub(const char* file, unsigned char** data, unsigned* width, unsigned* height) {
    return sdkLoadPPM4(file, data, width, height);
}
inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned width, unsigned height) {
    std::vector<unsigned char> bytes(size_t{width} * height * 3);
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = data[i / 3 * 4 + i % 3];
    return ws_write_picture(file, bytes, width, height, 3);
}

/// `threshold`: allowed fraction of elements that differ by more than `epsilon`.
template<class T, class S>
bool compareData(const T* reference, const T* data, unsigned length, const S epsilon, const float threshold) {
    unsigned differing = 0;
    for (unsigned i = 0; i < length; ++i)
        if (!(std::fabs(static_cast<double>(reference[i]) - static_cast<double>(data[i])) <=
              static_cast<double>(epsilon)))
            ++differing;
    return threshold == 0.0f ? differing == 0 : static_cast<float>(differing) < static_cast<float>(length) * threshold;
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned length, const float epsilon) {
    double error = 0, norm = 0;
    for (unsigned i = 0; i < length; ++i) {
        const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
        error += difference * difference;
        norm += static_cast<double>(reference[i]) * static_cast<double>(reference[i]);
    }
    return norm > 0 && std::sqrt(error) / std::sqrt(norm) < static_cast<double>(epsilon);
}
