# Rules for `cmake --install`, and the Debian package that CPack makes of the same files; see scripts/make_package.sh.
include(GNUInstallDirs)

# Installs without building anything but the program.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(generated ${PROJECT_BINARY_DIR}/packaging)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_custom_command(OUTPUT ${generated}/warpscope.1 ${generated}/warpscope.bash
  COMMAND ${Python3_EXECUTABLE} ${packaging}/make_manual.py $<TARGET_FILE:warpscope> ${PROJECT_VERSION} ${generated}
  COMMAND gzip -9nf --keep ${generated}/warpscope.1
  DEPENDS warpscope ${packaging}/make_manual.py ${PROJECT_SOURCE_DIR}/docs/COMMAND_LINE.md VERBATIM)
add_custom_command(OUTPUT ${generated}/warpscope.svg
  COMMAND ${Python3_EXECUTABLE} ${packaging}/make_icon.py ${generated}/warpscope.svg
  DEPENDS ${packaging}/make_icon.py VERBATIM)
add_custom_target(install_files DEPENDS warpscope warpscope_runtime ${generated}/warpscope.1 ${generated}/warpscope.svg)

install(TARGETS warpscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Outside the system's library folders, so that only programs started by warpscope find it. `src/program` searches it
# there.
install(TARGETS warpscope_runtime LIBRARY DESTINATION lib/warpscope/runtime NAMELINK_SKIP)
install(FILES ${PROJECT_BINARY_DIR}/runtime/libcudart.so.11.0 ${PROJECT_BINARY_DIR}/runtime/libcudart.so.12
  DESTINATION lib/warpscope/runtime)
install(DIRECTORY cuda assets DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope)
install(PROGRAMS scripts/gpu_counters.py DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope/scripts)
install(DIRECTORY src/web/class/ DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope/class)
# The page for browsers, if scripts/web.sh has built it.
install(DIRECTORY build/web/page/ DESTINATION ${CMAKE_INSTALL_DATADIR}/warpscope/web OPTIONAL)
if(TARGET translations)
  add_dependencies(install_files translations)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/locale DESTINATION ${CMAKE_INSTALL_DATADIR})
endif()
install(FILES ${generated}/warpscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/warpscope.bash RENAME warpscope
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${generated}/warpscope.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES packaging/warpscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/warpscope.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/warpscope-scene.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
# The same folders as in the repository, so that links between documents work.
install(FILES README.md NEWS.md SECURITY.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Our license, and those of libraries compiled into the program.
file(READ LICENSE licence)
file(WRITE ${generated}/copyright "Warpscope\n\n${licence}")
set(compiled_in "Dear ImGui=${imgui_dir}/LICENSE.txt")
foreach(package libcli11-dev nlohmann-json3-dev libexpected-dev libstb-dev python3-glad)
  list(APPEND compiled_in "${package}=/usr/share/doc/${package}/copyright")
endforeach()
foreach(entry ${compiled_in})
  string(REGEX MATCH "^([^=]*)=(.*)$" entry "${entry}")
  if(EXISTS ${CMAKE_MATCH_2})
    set(name ${CMAKE_MATCH_1})
    file(READ ${CMAKE_MATCH_2} licence)
    file(APPEND ${generated}/copyright "\n\nCompiled into the program: ${name}\n\n${licence}")
  endif()
endforeach()
install(FILES ${generated}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(contact "The Warpscope authors <warpscope@localhost>")
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${generated}/changelog
  "warpscope (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * Package of the program's own build.\n\n -- ${contact}  ${today}\n")
execute_process(COMMAND gzip -9nf ${generated}/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${generated}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${contact})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "microscope for CUDA kernels")
set(CPACK_PACKAGE_DESCRIPTION
  "Runs CUDA kernels on pictures and grids and lays the execution over the data:\nwhich block, warp and thread owns each cell, where warps diverge, what memory\naccesses cost, and what a kernel does wrong. It runs on an NVIDIA GPU and, on\nany other machine, on an emulator of PTX.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries opened at run time are missing in the list of linked ones.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libgl1-mesa-dri | libgl1-nvidia-glvnd-glx")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang, bubblewrap, fonts-inter, fonts-jetbrains-mono, fonts-noto-cjk")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xclip, wl-clipboard, zenity, python3") # copying, dialogs, hardware counters
include(CPack)
