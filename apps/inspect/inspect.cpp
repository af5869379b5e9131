#include "inspect/inspect.hpp"

#include <algorithm>

#include "inputs/file_kind.hpp"
#include "inspect/views.hpp"
#include "io/local_file.hpp"

namespace gyre {
namespace {

using inspect::Subject;

class Inspect final : public cli::Tool {
 public:
  void add_options(cli::Options& options) override {
    options.argument("FILE", file_, "the Vortex or Parquet file to look at");
    options.choice("--from", {"vortex", "parquet"}, from_,
                   "kind of the file (default: by content)");
    options.group("Views (default: a summary)");
    options.flag("--schema", wanted_.schema, "columns and their types");
    options.flag("--footer", wanted_.footer,
                 "postscript, encodings, layouts, segments, oldest reader");
    options.flag("--layout", wanted_.layout, "the layout tree with rows, segments and bytes");
    options.flag_or_list("--arrays", "COLUMN", arrays_,
                         "the array trees, of all columns or of one: encodings, metadata, "
                         "buffers as BYTES@ALIGNMENT");
    options.flag("--segments", wanted_.segments, "the segments with their owners, and gaps");
    options.group("Checks");
    options.choice(
        "--verify", {"quick", "footer", "full"}, verify_,
        "look for faults instead: at both ends and the footer; also at layouts, trees and "
        "segments; also at every value and statistic");
  }

  Result<void> check() override {
    wanted_.arrays = !arrays_.empty();
    if (std::ranges::find(arrays_, "") == arrays_.end()) wanted_.array_columns = arrays_;
    if (!verify_.empty() && !wanted_.is_summary())
      return fail(Code::invalid_argument, "--verify shows no view; ask for one of them");
    if (file_ == "-")
      return fail(Code::invalid_argument, "standard input cannot be inspected; name a file");
    return {};
  }

  Result<void> run(cli::Context& context) override {
    context.places.push_back(file_);
    auto source = GYRE_TRY(io::open_file(file_, io::Access::map));
    if (from_ == "parquet" || (from_.empty() && kind_by_content(*source) == FileKind::parquet)) {
      if (!wanted_.is_summary() || !verify_.empty())
        return fail(Code::invalid_argument,
                    "{}: views and checks are of Vortex files; this is Parquet", file_);
      return inspect::inspect_parquet(file_, std::move(source), context);
    }
    if (!verify_.empty()) return inspect::verify_file(file_, source, verify_level(), context);
    Subject subject{file_, std::move(source), {}};
    subject.description =
        describe(subject.source, context.session.encodings, context.session.layouts);
    for (const auto& column : wanted_.array_columns)
      GYRE_TRY(within(has_column(subject, column), "{}", file_));
    context.json ? inspect::print_json(subject, wanted_, context) : print_text(subject, context);
    if (const auto* fault = subject.description.serious_fault())
      return within(Result<void>(std::unexpected(error_of(*fault))), "{}", file_);
    return {};
  }

 private:
  VerifyLevel verify_level() const {
    return verify_ == "quick"    ? VerifyLevel::quick
           : verify_ == "footer" ? VerifyLevel::footer
                                 : VerifyLevel::full;
  }

  Result<void> has_column(const Subject& subject, const std::string& path) const {
    if (!subject.description.is_complete) return {};
    inspect::Wanted only;
    only.array_columns = {path};
    if (!array_places(subject, only).empty()) return {};
    return fail(Code::not_found, "no column '{}' with arrays of its own", path);
  }

  void print_text(const Subject& subject, cli::Context& context) const {
    const auto& parts = subject.description.parts;
    if (!parts.has_dtype && !parts.has_segments && !parts.has_layout)
      return;  // nothing could be read
    bool first = true;
    const auto view = [&](bool wanted, auto&& print) {
      if (!wanted) return;
      if (!first) context.out.line("");
      first = false;
      print();
    };
    view(wanted_.is_summary(), [&] { print_summary(subject, context); });
    view(wanted_.schema, [&] { print_schema(subject, context); });
    view(wanted_.footer, [&] { print_footer(subject, context); });
    view(wanted_.layout, [&] { print_layout(subject, context); });
    view(wanted_.segments && !wanted_.footer, [&] { print_segments(subject, context); });
    view(wanted_.arrays, [&] { print_arrays(subject, wanted_, context); });
  }

  std::string file_, from_, verify_;
  inspect::Wanted wanted_;
  std::vector<std::string> arrays_;
};

}  // namespace

const cli::Command inspect_command{
    .name = "inspect",
    .summary = "show what a file says of itself: schema, layout, encodings, statistics",
    .make = [] -> std::unique_ptr<cli::Tool> { return std::make_unique<Inspect>(); },
};

}  // namespace gyre
