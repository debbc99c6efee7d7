# Target warpscope_stb: the headers <stb_image.h> and <stb_image_write.h>. Debian's compiled library is not used,
# because it contains decoders that we exclude.

find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb)
if(NOT STB_INCLUDE_DIR)
  message(FATAL_ERROR "stb_image.h is missing. Install libstb-dev (scripts/install_deps.sh does).")
endif()

add_library(warpscope_stb INTERFACE)
target_include_directories(warpscope_stb SYSTEM INTERFACE ${STB_INCLUDE_DIR})
