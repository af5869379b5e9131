# gyre_module(NAME [SHARED] HEADERS ... SOURCES ... USES ...)
#
# A module of the project: target gyre_NAME, also called gyre::NAME, a static library, or an interface one
# when it has no SOURCES, or with SHARED a shared object of its own. HEADERS are seen by whoever uses it, by
# their path from the parent of the module's folder ("base/result.hpp", "kernels/unpack.hpp"), and with
# CMAKE_VERIFY_INTERFACE_HEADER_SETS each is compiled alone.
function(gyre_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED" "" "HEADERS;SOURCES;USES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gyre_module(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  set(target gyre_${name})
  set(visible PUBLIC)
  if(arg_SHARED)
    add_library(${target} SHARED ${arg_SOURCES})
  elseif(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
  else()
    add_library(${target} INTERFACE)
    set(visible INTERFACE)
  endif()
  add_library(gyre::${name} ALIAS ${target})
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH root)
  if(arg_HEADERS)
    target_sources(${target} ${visible} FILE_SET HEADERS BASE_DIRS ${root} FILES ${arg_HEADERS})
  else()
    target_include_directories(${target} ${visible} ${root})
  endif()
  target_link_libraries(${target} ${visible} gyre_options ${arg_USES})
endfunction()

# gyre_test(NAME SOURCES ... USES ... [LABELS ...])
#
# One executable gyre_test_NAME on Catch2 and one ctest test called NAME, run in the source folder, so that
# "testdata/…" is a path. Sees test/ ("support/catch.hpp"). No absolute path is compiled in: every clone shares
# what ccache has.
function(gyre_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;USES;LABELS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gyre_test(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  set(target gyre_test_${name})
  add_executable(${target} ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/test)
  target_link_libraries(${target} PRIVATE gyre_options ${arg_USES} Catch2::Catch2WithMain)
  add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(arg_LABELS)
    set_property(TEST ${name} PROPERTY LABELS ${arg_LABELS})
  endif()
  if("threads" IN_LIST arg_LABELS)
    add_dependencies(threads_tests ${target})
  endif()
endfunction()

# gyre_add_folders(FOLDER ...): each that has a CMakeLists.txt, in this order.
function(gyre_add_folders)
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()
