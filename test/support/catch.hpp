#pragma once

/// Catch2 of either generation: 3 has catch_all.hpp, 2 the single header.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
