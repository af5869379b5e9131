# Finds what the project links to. The names below are the same on every distribution:
#   fmt::fmt spdlog::spdlog CLI11::CLI11 Threads::Threads gyre::zlib gyre::zstd gyre::protozero gyre::flatbuffers
#   gyre::arrow_cpp (where there is an Arrow C++)
#   Catch2::Catch2WithMain (only with BUILD_TESTING)

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)

# GYRE_PYTHON: the interpreter whose packages tests and FindGyreArrow use; build/venv as setup.sh makes it, else any.
if(NOT GYRE_PYTHON)
  find_program(
    GYRE_PYTHON NAMES python PATHS ${PROJECT_SOURCE_DIR}/build/venv/bin NO_DEFAULT_PATH NO_CACHE)
  if(NOT GYRE_PYTHON)
    set(GYRE_PYTHON ${Python3_EXECUTABLE})
  endif()
endif()

# gyre_system_target(NAME HEADER [LIBRARY]): gyre::NAME for a package without a dependable CMake config.
function(gyre_system_target name header)
  find_path(GYRE_${name}_INCLUDE ${header} REQUIRED)
  mark_as_advanced(GYRE_${name}_INCLUDE)
  add_library(gyre_${name} INTERFACE)
  add_library(gyre::${name} ALIAS gyre_${name})
  target_include_directories(gyre_${name} SYSTEM INTERFACE ${GYRE_${name}_INCLUDE})
  if(ARGC GREATER 2)
    find_library(GYRE_${name}_LIBRARY ${ARGV2} REQUIRED)
    mark_as_advanced(GYRE_${name}_LIBRARY)
    target_link_libraries(gyre_${name} INTERFACE ${GYRE_${name}_LIBRARY})
  endif()
endfunction()

gyre_system_target(zlib zlib.h z)
gyre_system_target(zstd zstd.h zstd)
gyre_system_target(protozero protozero/pbf_reader.hpp)
gyre_system_target(flatbuffers flatbuffers/flatbuffers.h) # its runtime is header only
find_program(GYRE_FLATC flatc REQUIRED)

find_package(GyreArrow)
if(NOT GyreArrow_FOUND)
  message(WARNING "No Arrow C++: Parquet and Arrow IPC are left out. scripts/setup.sh brings one.")
endif()

if(BUILD_TESTING)
  find_package(Catch2 REQUIRED)
  if(NOT TARGET Catch2::Catch2WithMain) # Catch2 2 as its authors package it: a header alone
    file(
      WRITE ${PROJECT_BINARY_DIR}/catch_main.cpp
      "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
    add_library(gyre_catch_main STATIC ${PROJECT_BINARY_DIR}/catch_main.cpp)
    target_link_libraries(gyre_catch_main PUBLIC Catch2::Catch2)
    add_library(Catch2::Catch2WithMain ALIAS gyre_catch_main)
  endif()
endif()
