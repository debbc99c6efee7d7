# Writes OUTPUT, a C++ file with the text of each of SHADERS as a string: cmake -DOUTPUT=... -DSHADERS=a|b -P this
string(REPLACE "|" ";" SHADERS "${SHADERS}")
set(code "// Made from shaders/ by embed_shaders.cmake.\n#include \"render/gl/shader_sources.hpp\"\n\nnamespace warpscope::render::shaders {\n\n")
foreach(shader IN LISTS SHADERS)
  get_filename_component(name "${shader}" NAME)
  string(REPLACE "." "_" name "${name}")
  # As bytes, so that no character of a shader can end the string.
  file(READ "${shader}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND code "static const char ${name}_text[] = {${bytes}0};\n")
  string(APPEND code "const std::string_view ${name}{${name}_text, sizeof ${name}_text - 1};\n\n")
endforeach()
string(APPEND code "} // namespace warpscope::render::shaders\n")
file(WRITE "${OUTPUT}" "${code}")
