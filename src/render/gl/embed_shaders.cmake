# Writes OUTPUT, a C++ file that contains SHADERS as strings. Usage: cmake -DOUTPUT=... -DSHADERS=a|b -P
# embed_shaders.cmake
string(REPLACE "|" ";" SHADERS "${SHADERS}")
set(code "// Made from shaders/ by embed_shaders.cmake.\n#include \"render/gl/shader_sources.hpp\"\n\nnamespace warpscope::render::shaders {\n\n")
foreach(shader IN LISTS SHADERS)
  get_filename_component(name "${shader}" NAME)
  string(REPLACE "." "_" name "${name}")
  # As bytes, because shader text could end a string literal.
  file(READ "${shader}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND code "static const char ${name}_text[] = {${bytes}0};\n")
  string(APPEND code "const std::string_view ${name}{${name}_text, sizeof ${name}_text - 1};\n\n")
endforeach()
string(APPEND code "} // namespace warpscope::render::shaders\n")
file(WRITE "${OUTPUT}" "${code}")
