#include "convert/verify.hpp"

#include "support/catch.hpp"
#include "support/must.hpp"
#include "support/temporary_folder.hpp"
#include "text/csv_reader.hpp"

namespace gyre {
namespace {

using test::must;

constexpr std::string_view text = "a,b,k\n1,x,u\n2.5,,v\nNaN,\"\",u\n4,y,u\n";

/// Texts need no encodings and layouts.
struct Conversion {
  explicit Conversion(FileKind kind, std::vector<std::string> partition_by = {})
      : target{folder.path() + (partition_by.empty() ? "/out" : ""),
               kind,
               true,
               {},
               {},
               std::move(partition_by),
               {}} {
    CsvOptions options;
    options.sample_rows = 1;
    input = must(CsvSource::open(std::make_unique<BufferInput>(Buffer::copy(text), "in.csv"),
                                 std::move(options)));
    must(convert_to(*input, target, EncodingTable({}), {}));
  }

  std::string verify() {
    const auto same = verify_written(*input, target, EncodingTable({}), LayoutTable({}), {});
    if (same) return "";
    const auto& message = same.error().message;
    return message.substr(message.starts_with(folder.path()) ? folder.path().size() + 1 : 0);
  }

  test::TemporaryFolder folder;
  Target target;
  std::unique_ptr<CsvSource> input;
};

}  // namespace

TEST_CASE("verify: text that holds what it was made of passes, whatever its types were at first",
          "[convert]") {
  CHECK(Conversion(FileKind::csv).verify().empty());
  CHECK(Conversion(FileKind::tsv).verify().empty());
  CHECK(Conversion(FileKind::ndjson).verify().empty());
  CHECK(Conversion(FileKind::csv, {"k"}).verify().empty());
  CHECK(Conversion(FileKind::ndjson, {"k", "a"}).verify().empty());
}

TEST_CASE("verify: text with another value, name or number of rows is told of", "[convert]") {
  Conversion csv(FileKind::csv);
  const auto difference = [&](std::string_view written) {
    csv.folder.write("out", written);
    return csv.verify();
  };
  CHECK(difference("a,b,k\n1.0,x,u\n2.5,,v\nNaN,\"\",u\n4.0,y,u\n").empty());
  CHECK(difference("a,b,k\n1.0,x,u\n2.5,,v\nNaN,,u\n4.0,y,u\n") ==
        "out: row 2: column b is null, expected ");
  CHECK(difference("a,b,k\n1.5,x,u\n") == "out: row 0: column a is 1.5, expected 1.0");
  CHECK(difference("a,b,k\n1.0,x,u\n2.5,,v\nNaN,\"\",u\n") == "out: fewer than 4 rows");
  CHECK(difference("a,b,k\n1.0,x,u\n2.5,,v\nNaN,\"\",u\n4.0,y,u\n4.0,y,u\n") ==
        "out: more than 4 rows");
  CHECK(difference("a,k,b\n1.0,u,x\n") == "out: column 1 is k utf8?, expected b utf8?");

  Conversion json(FileKind::ndjson);
  json.folder.write("out", "{\"a\":1.0,\"b\":\"x\",\"k\":null}\n");
  CHECK(json.verify() == "out: row 0: column k is null, expected u");
}

TEST_CASE("verify: each part of a folder has to hold its rows in order", "[convert]") {
  Conversion folder(FileKind::csv, {"k"});
  folder.folder.write("k=u/part-00000.csv", "a,b\n1.0,x\n4.0,y\nNaN,\"\"\n");
  CHECK(folder.verify() == "k=u/part-00000.csv: row 1: column a is 4.0, expected NaN");
  folder.folder.write("k=u/part-00000.csv", "a,b\n1.0,x\nNaN,\"\"\n4.0,y\n");
  folder.folder.write("k=v/part-00000.csv", "a,b\n2.5,\n2.5,\n");
  CHECK(folder.verify() == "k=v/part-00000.csv: more than 1 rows");
}

}  // namespace gyre
