#include "cli/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace gyre::cli {
namespace {

unsigned level = 0;  // set once, before there are threads

}  // namespace

void set_log_level(unsigned verbosity, bool colored) {
  level = verbosity;
  if (level == 0) return;
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>(
      colored ? spdlog::color_mode::always : spdlog::color_mode::never);
  auto logger = std::make_shared<spdlog::logger>("gyre", std::move(sink));
  logger->set_pattern("%H:%M:%S.%e %^%l%$ %v");
  logger->set_level(verbosity == 1 ? spdlog::level::info : spdlog::level::debug);
  spdlog::set_default_logger(std::move(logger));
}

void log_info(std::string_view text) {
  if (level > 0) spdlog::info("{}", text);
}
void log_debug(std::string_view text) {
  if (level > 0) spdlog::debug("{}", text);
}

}  // namespace gyre::cli
